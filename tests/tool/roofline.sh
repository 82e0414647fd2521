#!/usr/bin/env bash
# The roofline of kernels on devices: bounds, refusals, files of kernels and devices, errors.
. "$(dirname "$0")/common.bash"
narrow() { same "$(printf '%s\n' "$1" | awk 'length > 80')" "" "lines wider than 80"; }

run 0 roofline
has "Jetson AGX Thor" "$out"
narrow "$out"
run 0 roofline --device thor
has "not used" "$out"
has "VLA-Perf" "$out"
narrow "$out"
run 0 roofline --help
has "gangway roofline" "$out"
narrow "$out"

run 0 roofline --device H100 --type bf16 --launch 5us --kernel decode=14G,14G,300 --kernel prefill=28T,16G,400
has "ridge 295.3 FLOP/B" "$out"
has "4.179 ms" "$out"
has "launch   2.79x" "$out"
has "not a forecast" "$out"
narrow "$out"
run 0 roofline --device H200 --kernel 14e9,14e9 --json
has '"bound": "memory"' "$out"
has '"least_time_s": 0.0029166' "$out"
run 0 roofline --device A100 --kernel 0,0 --kernel 1T,0 --kernel 0,1G
has "none" "$out"
has "inf" "$out"

# Dense and sparse peaks: a kernel of intensity 400 is bound by compute, under the sparse peak by memory.
run 0 roofline --device H100 --kernel 400T,1T
has "compute" "$out"
run 0 roofline --device H100 --sparse --kernel 400T,1T
has "bf16 sparse" "$out"
has "memory" "$out"
run 1 roofline --device H100 --kernel 400T,1T --achieved 1200T
has "refused: 1.2 PFLOP/s is above the bf16 dense peak of 989.4 TFLOP/s" "$out"
case $out in *"121"*) fault "a share above 100 % is shown" ;; esac
run 0 roofline --device H100 --kernel 400T,1T --achieved 600T
has "60.6 %" "$out"
run 0 roofline --device H100 --kernel 1T,1T --overlap sum --json
both=$(printf '%s' "$out" | sed -n 's/.*"least_time_s": \(.*\),/\1/p')
run 0 roofline --device H100 --kernel 1T,1T --json
larger=$(printf '%s' "$out" | sed -n 's/.*"least_time_s": \(.*\),/\1/p')
awk -v a="$both" -v b="$larger" 'BEGIN { exit !(a > b) }' || fault "the sum is not above the maximum"
run 0 roofline --device H100 --core-clock 0.5 --kernel 400T,1T
has "ridge 147.7" "$out"
run 0 roofline --device H100 --eta-compute 0.5 --eta-memory 0.5 --kernel 400T,1T
has "808.6 ms" "$out"

printf 'name,flop,bytes,launches,measured_s\nmlp,28T,16G,400,0.05\nattention,2T,40G,,0.001\nodd,x,1,,\n' >"$scratch/kernels.csv"
run 1 roofline --device H100 --kernels "$scratch/kernels.csv"
has "56.6 %" "$out"
has "attention: refused" "$out"
has "kernels.csv:4: bad_number" "$err"
run 1 roofline --device H100 --kernels "$scratch/kernels.csv" --json
has '"reached": null' "$out"

printf 'device,quantity,type,sparse,value,unit,used,source,remark\nH100-SXM,bandwidth,,,2.9,TB/s,,measured,\nMyChip,peak,bf16,,100,TFLOP/s,,mine,\nMyChip,bandwidth,,,200,GB/s,,mine,\n' >"$scratch/devices.csv"
run 0 roofline --devices "$scratch/devices.csv" --device H100 --kernel 1G,29G
has "10 ms" "$out"
run 0 roofline --devices "$scratch/devices.csv" --device mychip --kernel 2T,4G
has "ridge 500" "$out"
run 0 roofline --devices "$scratch/devices.csv"
has "MyChip" "$out"
printf 'device,quantity,type,sparse,value,unit\nX,bandwidth,,,fast,GB/s\n' >"$scratch/bad.csv"
refused "bad.csv:2: bad_number" roofline --devices "$scratch/bad.csv" --device X
refused "no figure of a device" roofline --devices "$scratch/bad.csv" --device X

refused "did you mean 'H100 SXM'" roofline --device h1000
refused "Jetson Orin Nano 8GB, Jetson Orin Nano Super, Jetson AGX Orin" roofline --device orin --kernel 1,1
refused "did you mean 'bf16'" roofline --device H200 --type bf17
refused "it has fp64, fp32, fp16, int8" roofline --device V100 --type bf16 --kernel 1,2
refused "it has none" roofline --device V100 --type fp16 --sparse --kernel 1,2
refused "write FLOP,BYTES" roofline --device H100 --kernel 1,2,3,4
refused "write FLOP,BYTES" roofline --device H100 --kernel=-1,2
refused "is not a time" roofline --device H100 --kernel 1,2 --launch soon
refused "is max, sum" roofline --device H100 --kernel 1,2 --overlap 0.5
refused "at most at 1" roofline --device H100 --kernel 1,2 --eta-compute 1.5
refused "is not a number from 1e-06" roofline --device H100 --kernel 1,2 --core-clock 0
refused "one --kernel" roofline --device H100 --kernel 1,2 --kernel 1,2 --achieved 1T
refused "--device is required" roofline --kernel 1,2
refused "No such file" roofline --device H100 --kernels "$scratch/none.csv"
finish
