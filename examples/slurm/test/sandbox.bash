# slurm - a private Slurm on loopback, as root, without systemd; sourced. All of it stands in $sandbox.
#   sandbox_up NODES GPUS; slurmctld_start; slurmctld_kill; sandbox_down
# Everything that is started is ended by its own pid.
sandbox=$(mktemp -d /tmp/gangway-slurm.XXXXXX) || exit 1
chmod 755 "$sandbox"
export SLURM_CONF=$sandbox/slurm.conf
declare -A sandbox_pid=()

# free_ports N: the first of N ports in a row that nobody listens on.
free_ports() {
    local first port used
    used=" $(awk '$4 == "0A" { sub(/.*:/, "", $2); print $2 }' /proc/net/tcp /proc/net/tcp6 2>/dev/null | tr '\n' ' ') "
    for first in $(seq $((20000 + RANDOM % 9000)) 100 32000); do
        for port in $(seq "$first" $((first + $1 - 1))); do
            [[ $used == *" $(printf %04X "$port") "* ]] && continue 2
        done
        echo "$first"
        return
    done
    echo "no $1 free ports in a row" >&2
    return 1
}
# sandbox_start NAME COMMAND...: in the background, in the sandbox's own log.
sandbox_start() {
    local name=$1
    shift
    "$@" >>"$sandbox/log/$name.out" 2>&1 &
    sandbox_pid[$name]=$!
    disown # an end by force is not announced
}
is_alive() { [ -n "${sandbox_pid[$1]:-}" ] && kill -0 "${sandbox_pid[$1]}" 2>/dev/null; }
# sandbox_end NAME [SIGNAL]: and waits; after 10 s by force.
sandbox_end() {
    local pid=${sandbox_pid[$1]:-} i
    [ -n "$pid" ] || return 0
    kill "-${2:-TERM}" "$pid" 2>/dev/null
    for i in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    kill -KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null || true
    unset "sandbox_pid[$1]"
}

sandbox_write_conf() { # NODES GPUS
    local ports i
    ports=$(free_ports $(($1 + 1))) || return 1
    mkdir -p "$sandbox"/{bin,run,log,state,spool,dev}
    # The daemons ask their own name whether they are daemons: under another one GPUs are dropped without a word.
    for i in slurmctld slurmd slurmstepd; do ln -sfn "$(command -v $i-wlm || command -v $i)" "$sandbox/bin/$i"; done
    head -c 128 /dev/urandom >"$sandbox/munge.key"
    chmod 400 "$sandbox/munge.key"
    # GPUs without a file are counted as 0: a twin of /dev/null for each.
    for i in $(seq 0 $(($2 - 1))); do mknod "$sandbox/dev/gpu$i" c 1 3 2>/dev/null || : >"$sandbox/dev/gpu$i"; done
    echo "NodeName=n[1-$1] Name=gpu Type=h100 File=$sandbox/dev/gpu[0-$(($2 - 1))]" >"$sandbox/gres.conf"
    cat >"$SLURM_CONF" <<CONF
ClusterName=gangway
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$sandbox/run/munge.sock
CryptoType=crypto/munge
SlurmctldPort=$ports
SlurmctldPidFile=$sandbox/run/slurmctld.pid
SlurmdPidFile=$sandbox/run/slurmd.%n.pid
StateSaveLocation=$sandbox/state
SlurmdSpoolDir=$sandbox/spool/%n
SlurmctldLogFile=$sandbox/log/slurmctld.log
SlurmdLogFile=$sandbox/log/slurmd.%n.log
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
GresTypes=gpu
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_min_interval=100000,batch_sched_delay=0,default_queue_depth=1000
PriorityType=priority/multifactor
PriorityWeightAge=0
MinJobAge=10
KillWait=2
NodeName=DEFAULT CPUs=64 RealMemory=1000 Gres=gpu:h100:$2 State=UNKNOWN
NodeName=n[1-$1] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((ports + 1))-$((ports + $1))]
PartitionName=gpu Nodes=ALL Default=YES MaxTime=INFINITE State=UP DefMemPerNode=10
PartitionName=other Nodes=ALL MaxTime=INFINITE State=UP DefMemPerNode=10
CONF
}

slurmctld_start() { sandbox_start slurmctld "$sandbox/bin/slurmctld" -D -f "$SLURM_CONF"; }
slurmctld_kill() { sandbox_end slurmctld KILL; }

# slurm_says_up NODES: waits until slurmctld answers and all nodes are up.
slurm_says_up() {
    local i
    for i in $(seq 200); do
        is_alive slurmctld || { tail -n 5 "$sandbox/log/slurmctld.out" "$sandbox/log/slurmctld.log"; return 1; }
        [ "$(timeout 2 sinfo -h -N -t idle,mix,alloc -o %N 2>/dev/null | sort -u | wc -l)" = "$1" ] && return 0
        sleep 0.1
    done
    echo "the nodes are not up after 20 s"
    timeout 2 sinfo -N -l
    return 1
}
sandbox_up() { # NODES GPUS
    local i
    sandbox_write_conf "$1" "$2" || return 1
    sandbox_start munged /usr/sbin/munged --force --foreground --key-file="$sandbox/munge.key" \
        --socket="$sandbox/run/munge.sock" --pid-file="$sandbox/run/munged.pid" --log-file="$sandbox/log/munged.log" \
        --seed-file="$sandbox/run/munge.seed"
    for i in $(seq 50); do [ -S "$sandbox/run/munge.sock" ] && break; sleep 0.1; done
    slurmctld_start
    for i in $(seq "$1"); do
        mkdir -p "$sandbox/spool/n$i"
        sandbox_start "slurmd$i" "$sandbox/bin/slurmd" -D -N "n$i" -d "$sandbox/bin/slurmstepd" -f "$SLURM_CONF"
    done
    slurm_says_up "$1"
}
# Steps and jobs outlive their slurmd. A step has no environment left, but writes to our log; a job has ours.
sandbox_left() {
    local p
    for p in /proc/[0-9]*; do
        if [[ $(readlink "$p/fd/3" 2>/dev/null) == "$sandbox"/log/slurmd* ]] ||
            [ "$(tr '\0' '\n' <"$p/environ" | grep -cE "^SLURM_CONF=$SLURM_CONF\$|^SLURM_JOB_ID=")" = 2 ]; then
            echo "${p#/proc/}"
        fi
    done 2>/dev/null
}
# Jobs first: a job outlives its slurmd. Then all daemons at once; one by one each may take seconds.
sandbox_down() {
    local name p i
    if is_alive slurmctld; then
        timeout 10 scancel --user=root >/dev/null 2>&1
        for i in $(seq 100); do [ -z "$(timeout 2 squeue -h 2>/dev/null)" ] && break; sleep 0.1; done
    fi
    for name in "${!sandbox_pid[@]}"; do kill -TERM "${sandbox_pid[$name]}" 2>/dev/null; done
    for name in "${!sandbox_pid[@]}"; do sandbox_end "$name"; done
    for i in $(seq 20); do [ -z "$(sandbox_left)" ] && break; sleep 0.1; done
    for p in $(sandbox_left); do kill -KILL "$p" 2>/dev/null; done
    rm -rf "$sandbox"
}
