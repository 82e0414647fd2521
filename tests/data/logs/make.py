#!/usr/bin/env python3
"""Writes the corpus of log excerpts beside this file, and expected.csv: the rate that each excerpt was written with.

Every excerpt is printed by a small imitation of the progress printer it is named after, over simulated iterations: a
lognormal spread of 4 %, a warm-up that falls off, and pauses where the name says so. Nothing is taken from a real log.
The rate is one over the mean time of an iteration once it has settled, pauses left out; an empty rate means that the
excerpt holds none. Run it again after a change; equal code gives equal bytes.
"""
import csv
import datetime
import math
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
rows = []
rng = random.Random(0)


def times(n, mean, warm=15, factor=3.0, spread=0.04):
    """Seconds of n iterations; the first ones are up to `factor` times as long."""
    out = []
    for i in range(n):
        noise = math.exp(rng.gauss(0.0, spread) - spread * spread / 2)
        out.append(mean * noise * (1.0 + (factor - 1.0) * math.exp(-i / max(1.0, warm / 3)) if warm else 1.0))
    return out


def emit(name, text, form, rate, unit="it/s"):
    data = text if isinstance(text, bytes) else text.encode()
    with open(os.path.join(HERE, name + ".log"), "wb") as f:
        f.write(data)
    rows.append([name + ".log", form, "" if rate is None else repr(rate), unit if rate is not None else ""])


def hms(s):
    s = int(s)
    return f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}" if s >= 3600 else f"{s // 60:02d}:{s % 60:02d}"


class Tqdm:
    """format_meter and the exponential means of tqdm 4.60 and later."""

    def __init__(self, total, label="", unit="it", postfix=lambda n: "", smoothing=0.3):
        self.total, self.label, self.unit, self.postfix, self.a = total, label, unit, postfix, smoothing
        self.n, self.elapsed, self.dn, self.dt, self.calls = 0, 0.0, 0.0, 0.0, 0

    def meter(self, rate):
        if rate is None:
            shown = "?" + self.unit + "/s"
        elif rate < 1.0:
            shown = f"{1 / rate:5.2f}s/{self.unit}"
        else:
            shown = f"{rate:5.2f}{self.unit}/s"
        left = hms((self.total - self.n) / rate) if rate else "?"
        done = self.n / self.total
        bar = "█" * int(10 * done) + (" " * (10 - int(10 * done)))
        head = f"{self.label}: " if self.label else ""
        p = self.postfix(self.n)
        return f"{head}{100 * done:3.0f}%|{bar}| {self.n}/{self.total} [{hms(self.elapsed)}<{left}, {shown}{', ' + p if p else ''}]"

    def step(self, dn, dt):
        self.n += dn
        self.elapsed += dt
        b = 1 - self.a
        self.calls += 1
        self.dn = self.a * dn + b * self.dn
        self.dt = self.a * dt + b * self.dt
        return self.meter(self.dn / self.dt)

    def close(self):
        return self.meter(self.n / self.elapsed)


def tqdm_bar(mean, n, every=1, mininterval=0.1, end="\r", **kw):
    bar, out, pending, since = Tqdm(n, **kw), [], 0, 0.0
    out.append(bar.meter(None))
    for t in times(n, mean):
        pending, since = pending + 1, since + t
        if pending >= every and since >= mininterval:
            out.append(bar.step(pending, since))
            pending, since = 0, 0.0
    if pending:
        out.append(bar.step(pending, since))
    out.append(bar.close())
    return end + end.join(out) + "\n"


def stamp(t, fmt="%Y-%m-%d %H:%M:%S"):
    return (datetime.datetime(2024, 3, 7, 23, 58, 0) + datetime.timedelta(seconds=t)).strftime(fmt)


# --- progress bars ----------------------------------------------------------------------------------------------------

emit("tqdm_fast", tqdm_bar(0.031, 600), "tqdm", 1 / 0.031)
emit("tqdm_slow", tqdm_bar(4.13, 90), "tqdm", 1 / 4.13)
emit("tqdm_lines", tqdm_bar(0.85, 150, every=5, end="\n", label="train"), "tqdm", 1 / 0.85)
emit("tqdm_steps_unit", tqdm_bar(1.7, 120, label="Steps", unit="step"), "tqdm", 1 / 1.7)
emit("tqdm_colours", "\x1b[1mStarting\x1b[0m\n" + tqdm_bar(0.42, 150, label="\x1b[32mEpoch 1\x1b[0m"), "tqdm", 1 / 0.42)


def hf(mean, steps, log_every=10, evaluate=None):
    bar, out, evals = Tqdm(steps), [], 0
    out.append("***** Running training *****\n  Num examples = 24,000\n  Gradient Accumulation steps = 1\n")
    out.append("\r" + bar.meter(None))
    for i, t in enumerate(times(steps, mean), 1):
        if evaluate and i > 1 and (i - 1) % evaluate == 0:
            t += 20.0
        out.append("\r" + bar.step(1, t))
        if i % log_every == 0:
            out.append(f"\r{' ' * 80}\r{{'loss': {3 - i / steps:.4f}, 'grad_norm': 1.27, 'learning_rate': 4.9e-05, 'epoch': {i / 188:.2f}}}\n")
        if evaluate and i % evaluate == 0:
            out.append("***** Running Evaluation *****\n")
            e = Tqdm(40)
            for t2 in times(40, 0.12, warm=0):
                out.append("\r" + e.step(1, t2))
            out.append("\n{'eval_loss': 1.98, 'eval_runtime': 20.1, 'eval_samples_per_second': 31.2, 'eval_steps_per_second': 1.99, 'epoch': 0.5}\n")
    total = bar.elapsed
    out.append(f"{{'train_runtime': {total:.4f}, 'train_samples_per_second': {32 * steps / total:.3f}, "
               f"'train_steps_per_second': {steps / total:.3f}, 'train_loss': 2.4, 'epoch': 1.0}}\n")
    out.append("\r" + bar.close() + "\n")
    return "".join(out)


emit("hf_trainer", hf(1.32, 200), "tqdm", 1 / 1.32)
emit("hf_trainer_evaluation", hf(0.74, 240, evaluate=60), "tqdm", 1 / 0.74)
emit("hf_trainer_no_bar", "{'loss': 2.1, 'epoch': 0.1}\n{'loss': 1.9, 'epoch': 0.2}\n{'train_runtime': 812.5, "
     "'train_samples_per_second': 78.769, 'train_steps_per_second': 2.462, 'train_loss': 2.0, 'epoch': 1.0}\n", "hf-trainer", 2.462)


def lightning(mean, n, epochs):
    out = ["  | Name  | Type | Params\n", "\rSanity Checking DataLoader 0: 100%|██████████| 2/2 [00:00<00:00,  9.81it/s]\n"]
    for e in range(epochs):
        bar = Tqdm(n, label=f"Epoch {e}", postfix=lambda k: f"v_num=7, train_loss={2 - k / n:.3f}")
        for t in times(n, mean, warm=15 if e == 0 else 2, factor=3 if e == 0 else 1.5):
            out.append("\r" + bar.step(1, t))
        out.append("\rValidation: |          | 0/? [00:00<?, ?it/s]")
        v = Tqdm(30, label="Validation DataLoader 0")
        for t in times(30, mean / 4, warm=0):
            out.append("\r" + v.step(1, t))
        out.append("\r" + bar.close() + "\n")
    return "".join(out)


emit("lightning", lightning(0.213, 80, 3), "lightning", 1 / 0.213)
rich, elapsed, b = [], 0.0, Tqdm(150)
for i, t in enumerate(times(150, 0.14), 1):
    elapsed += t
    b.step(1, t)
    rich.append(f"Epoch 0/9 ━━━━━━━━━━━━━━━━━━━━ {i}/150 0:{hms(elapsed)} • 0:{hms((150 - i) * .14)} {b.dn / b.dt:.2f}it/s v_num: 0 loss: 0.398\n")
emit("lightning_rich", "".join(rich), "rich", 1 / 0.14)


def unit_time(t):
    return f"{t:.0f}s/step" if t >= 1 or t == 0 else f"{t * 1e3:.0f}ms/step" if t >= 1e-3 else f"{t * 1e6:.0f}us/step"


def keras(mean, n, epochs, three=True, validation=False):
    out = []
    for e in range(epochs):
        out.append(f"Epoch {e + 1}/{epochs}\n")
        now, after_first = 0.0, None
        for i, t in enumerate(times(n, mean, warm=8 if e == 0 else 0, factor=10 if e == 0 else 1), 1):
            now += t + (4.0 if i == 1 and e == 0 else 0.0)
            each = (now - after_first) / (i - 1) if after_first is not None else now
            if i == 1:
                after_first = now
            if i % 4 != 0 and 1 < i < n:
                continue  # drawn at most every 50 ms
            if three:
                out.append(f"\r\x1b[1m{i}/{n}\x1b[0m \x1b[32m━━━━━━━━━━\x1b[0m\x1b[37m━━━━\x1b[0m \x1b[1m{(n - i) * each:.0f}s\x1b[0m {unit_time(each)} "
                           f"- accuracy: 0.1{i % 10} - loss: 2.30")
            elif i < n and i % 20 == 0:
                out.append(f"\r{i}/{n} [=====>........] - ETA: {(n - i) * each:.0f}s - loss: 2.30")
            elif i == n:
                out.append(f"\r{i}/{n} [==============] - {now:.0f}s {unit_time(each)} - loss: 2.30")
        if validation:
            now += 0.3 * n * mean
            each = (now - after_first) / (n - 1)
            out.append(f"\r{n}/{n} [==============] - {now:.0f}s {unit_time(each)} - loss: 2.30 - val_loss: 2.29")
        out.append("\n")
    return "".join(out)


emit("keras3", keras(0.045, 300, 2), "keras", 1 / 0.045)
emit("keras2", keras(0.120, 200, 8, three=False), "keras", 1 / 0.120)
emit("keras3_validation", keras(0.153, 120, 3, validation=True), "keras", 1 / 0.153)

# --- lines ------------------------------------------------------------------------------------------------------------


def imagenet(mean, n, every, epochs):
    out = ["=> creating model 'resnet50'\n"]
    for e in range(epochs):
        total = 0.0
        for i, t in enumerate(times(n, mean, warm=12 if e == 0 else 0, factor=6)):
            t += 5.0 if i == 0 else 0.0
            total += t
            if i % every == 0:
                out.append(f"Epoch: [{e}][{i + 1:5d}/{n}]\tTime {t:6.3f} ({total / (i + 1):6.3f})\tData  0.004 ( 0.310)\tLoss 6.9{i % 10}12e+00 "
                           f"(7.0e+00)\tAcc@1   0.39 (  0.12)\n")
        for i in range(0, 40, 10):
            out.append(f"Test: [{i:3d}/40]\tTime  0.101 ( 0.123)\tLoss 6.9e+00 (6.9e+00)\n")
        out.append(" *   Acc@1 1.250 Acc@5 5.122\n")
    return "".join(out)


emit("imagenet_example", imagenet(0.347, 400, 5, 2), "imagenet", 1 / 0.347)


def megatron(mean, n, every, start=0, stall_every=0, prefix=""):
    out, sum_t, clock = [], 0.0, 0.0
    for i, t in enumerate(times(n, mean), 1):
        sum_t += t
        if stall_every and i % stall_every == 0:
            sum_t += 30 * mean
        clock += t
        if i % every == 0:
            out.append(f"{prefix} [{stamp(clock)}] iteration {start + i:8d}/  500000 | consumed samples: {i * 768:12d} | elapsed time per iteration (ms): "
                       f"{1000 * sum_t / every:.1f} | throughput per GPU (TFLOP/s/GPU): 118.7 | learning rate: 1.4E-07 | global batch size:   768 | "
                       f"lm loss: 1.04E+01 | loss scale: 1.0 | grad norm: 26.3 |\n")
            sum_t = 0.0
    return "".join(out)


emit("megatron", megatron(12.9, 60, 1), "megatron", 1 / 12.9)
emit("megatron_checkpoints", megatron(0.92, 400, 5, stall_every=50), "megatron", 1 / 0.92)
emit("megatron_restart", megatron(2.2, 120, 2) + "Traceback (most recent call last):\nRuntimeError: NCCL error\n" + megatron(2.2, 120, 2, start=60), "megatron", 1 / 2.2)


def deepspeed(mean, batch, n, every):
    out, clock, run = [f"  train_batch_size ............. {batch}\n"], 0.0, 0.0
    for i, t in enumerate(times(n, mean, warm=10), 1):
        clock += t
        if i % every == 0:
            out.append(f"[{stamp(clock)},{int(clock * 1000) % 1000:03d}] [INFO] [logging.py:96:log_dist] [Rank 0] step={i}, skipped=0, lr=[5e-05], mom=[(0.9, 0.95)]\n")
            out.append(f"[{stamp(clock)},{int(clock * 1000) % 1000:03d}] [INFO] [timer.py:260:stop] epoch=0/micro_step={4 * i}/global_step={i}, "
                       f"RunningAvgSamplesPerSec={batch * i / clock}, CurrSamplesPerSec={batch / t}, MemAllocated=4.32GB, MaxMemAllocated=38.49GB\n")
    return "".join(out)


emit("deepspeed", deepspeed(2.45, 64, 300, 5), "deepspeed", 1 / 2.45)
only = [line for line in deepspeed(0.81, 96, 400, 5).split("\n") if "timer.py" in line]
emit("deepspeed_samples_only", "\n".join(line.split("] ", 3)[-1] for line in only) + "\n", "deepspeed", 96 / 0.81, "samples/s")


def detectron(mean, n, every, new=True):
    out, history = [], []
    for i, t in enumerate(times(n, mean)):
        history.append(t)
        if (i + 1) % every == 0:
            clock = sum(history)
            average = sum(history[-20:]) / len(history[-20:]) if new else sum(history[3:]) / len(history[3:])
            last = f"last_time: {t:.4f}  " if new else ""
            last_data = "last_data_time: 0.0051  " if new else ""
            out.append(f"[{stamp(clock, '%m/%d %H:%M:%S')} d2.utils.events]:  eta: 2:11:40  iter: {i}  total_loss: 2.9  loss_cls: 1.1  loss_box_reg: 0.9  "
                       f"time: {average:.4f}  {last}data_time: 0.0123  {last_data}lr: 0.0001  max_mem: 2547M\n")
    return "".join(out)


emit("detectron2", detectron(0.534, 800, 20), "detectron2", 1 / 0.534)
emit("detectron2_older", detectron(0.3344, 4000, 20, new=False), "detectron2", 1 / 0.3344)


def mm(mean, n, every, epochs):
    out, clock = [], 0.0
    for e in range(epochs):
        history = []
        for i, t in enumerate(times(n, mean, warm=30 if e == 0 else 0, factor=4), 1):
            history.append(t)
            clock += t
            if i % every == 0:
                out.append(f"{stamp(clock, '%m/%d %H:%M:%S')} - mmengine - INFO - Epoch(train) [{e + 1}][{i:4d}/{n}]  lr: 1.9e-03  eta: 1 day, 0:10:15  "
                           f"time: {sum(history[-every:]) / every:.4f}  data_time: 0.0042  memory: 3312  loss: 1.4919  acc: 88.8672\n")
        for i in range(50, 201, 50):
            out.append(f"{stamp(clock, '%m/%d %H:%M:%S')} - mmengine - INFO - Epoch(val) [{e + 1}][{i}/200]    eta: 0:00:01  time: 0.0312  data_time: 0.0011  memory: 900\n")
    return "".join(out)


emit("mmengine", mm(0.3082, 500, 25, 3), "mmengine", 1 / 0.3082)
clock, out, history = 0.0, [], []
for i, t in enumerate(times(2000, 0.451), 1):
    clock += t
    history.append(t)
    if i % 50 == 0:
        out.append(f"{stamp(clock)},117 - mmseg - INFO - Iter [{i}/80000]\tlr: 9.9e-03, eta: 9:51:09, time: {sum(history[-50:]) / 50:.3f}, data_time: 0.006, "
                   f"memory: 8371, decode.loss_ce: 1.02, loss: 1.4\n")
emit("mmcv_iterations", "".join(out), "mmcv", 1 / 0.451)
out, history = [], []
for i, t in enumerate(times(600, 0.976)):
    history.append(t)
    if i % 10 == 0:
        out.append(f"Epoch: [0]  [{i:3d}/600]  eta: 0:09:25  lr: 0.001004  loss: 8.2773 (8.2773)  time: {sum(history[-20:]) / len(history[-20:]):.4f}  data: 0.2334  max mem: 2670\n")
emit("torchvision", "".join(out) + "Epoch: [0] Total time: 0:10:05 (1.0080 s / it)\nTest:  [ 0/20]  eta: 0:00:09  time: 0.4511  data: 0.2001  max mem: 2670\n", "torchvision", 1 / 0.976)
out, total = [], 0.0
for i, t in enumerate(times(900, 0.345)):
    total += t
    if i % 10 == 0:
        out.append(f"Train: 0 [{i:4d}/900 ({100 * i // 900:3d}%)]  Loss: 6.93 (6.94)  Time: {t:.3f}s, {1024 / t:>7.2f}/s  ({total / (i + 1):.3f}s, "
                   f"{1024 * (i + 1) / total:>7.2f}/s)  LR: 1.000e-06  Data: 0.012 (0.030)\n")
emit("timm", "".join(out), "timm", 1 / 0.345)


def fairseq(mean, n, every, style):
    out, s, clock = [], 0.0, 0.0
    for i, t in enumerate(times(n, mean), 1):
        s += t
        clock += t
        if i % every == 0:
            ups = f"{every / s:.2f}"
            if style == "json":
                out.append(f"{stamp(clock)} | INFO | train_inner | {{\"epoch\": 1, \"update\": {i / n:.3f}, \"loss\": \"9.368\", \"ppl\": \"460.11\", \"wps\": \"14185.4\", "
                           f"\"ups\": \"{ups}\", \"wpb\": \"28201.6\", \"bsz\": \"1117.8\", \"num_updates\": \"{i}\", \"lr\": \"3.7e-05\", \"train_wall\": \"93\"}}\n")
            else:
                out.append(f"{stamp(clock)} | INFO | train_inner | epoch 001:  {i:5d} / {n} loss=9.368, ppl=460.11, wps=14185.4, ups={ups}, wpb=28201.6, "
                           f"bsz=1117.8, num_updates={i}, lr=3.7e-05, gnorm=1.7, train_wall=93, wall=0\n")
            s = 0.0
    out.append(f"{stamp(clock)} | INFO | valid | epoch 001 | valid on 'valid' subset | loss 8.1 | ppl 270 | wps 52112 | wpb 2100 | bsz 64 | num_updates {n}\n")
    return "".join(out)


emit("fairseq_json", fairseq(0.21, 2000, 50, "json"), "fairseq", 1 / 0.21)
emit("fairseq_simple", fairseq(0.153, 2400, 50, "simple"), "fairseq", 1 / 0.153)
out, s = ["INFO:tensorflow:Saving checkpoints for 0 into /tmp/m/model.ckpt.\n"], 0.0
for i, t in enumerate(times(5000, 0.028, warm=150), 1):
    s += t
    if i % 100 == 0:
        out.append(f"INFO:tensorflow:global_step/sec: {100 / s:.6g}\nINFO:tensorflow:loss = 1.2{i % 7}, step = {i} ({s:.3f} sec)\n")
        s = 0.0
emit("tensorflow_estimator", "".join(out), "tensorflow", 1 / 0.028)
out = []
for i, t in enumerate(times(120, 2.31, warm=6, factor=20), 1):
    out.append(f"INFO:tensorflow:global step {i}: loss = 1.4{i % 9} ({t:.3f} sec/step)\n" * 2)
emit("tensorflow_slim_twice", "".join(out), "tensorflow", 1 / 2.31)


def nanogpt(mean, n, every, evaluate=0):
    out = ["tokens per iteration will be: 491,520\n"]
    for i, t in enumerate(times(n, mean, warm=3, factor=40)):
        if evaluate and i % evaluate == 0:
            out.append(f"step {i}: train loss 3.1, val loss 3.2\nsaving checkpoint to out\n")
            t += 25 * mean
        if i % every == 0:
            out.append(f"iter {i}: loss 3.1{i % 10}42, time {1000 * t:.2f}ms, mfu 38.21%\n")
    return "".join(out)


emit("nanogpt", nanogpt(0.2671, 200, 1, evaluate=50), "nanogpt", 1 / 0.2671)
emit("nanogpt_every_10", nanogpt(0.0981, 1500, 10), "nanogpt", 1 / 0.0981)
out = []
for i, t in enumerate(times(150, 0.4512)):
    out.append(f"step {i:4d}/19560 | loss {4 - i / 900:.6f} (+nanz)| norm 1.2 (+nanz)| lr 6.0e-04 | {1000 * t:.2f} ms | 48.6% bf16 MFU | 1162016 tok/s\n")
emit("llm_c", "".join(out), "llm.c", 1 / 0.4512)


def stamped(mean, n, every, line, evaluate=0, fmt="%Y-%m-%d %H:%M:%S"):
    out, clock = [], 0.0
    for i, t in enumerate(times(n, mean), 1):
        if evaluate and i % evaluate == 1 and i > 1:
            out.append(f"{stamp(clock, fmt)} evaluating\n")
            clock += 60 * mean
        clock += t
        if i % every == 0:
            out.append(line(stamp(clock, fmt), i, clock))
    return "".join(out)


emit("stamped_seconds", stamped(0.63, 2000, 20, lambda s, i, c: f"{s} INFO train: step {i} loss 2.31 lr 1e-4\n"), "stamped", 1 / 0.63)
emit("stamped_evaluation", stamped(0.63, 3000, 20, lambda s, i, c: f"[{s}] step={i} loss=2.31\n", evaluate=500), "stamped", 1 / 0.63)
emit("stamped_json", stamped(1.91, 200, 1, lambda s, i, c: f'{{"timestamp": {1709855880 + c:.3f}, "step": {i}, "loss": 1.9}}\n'), "stamped", 1 / 1.91)
emit("stamped_midnight", stamped(1.2, 300, 2, lambda s, i, c: f"{s} | Iteration: {i}/3000 | loss 1.2\n", fmt="%H:%M:%S"), "stamped", 1 / 1.2)
emit("stamped_milliseconds", stamped(0.044, 3000, 25, lambda s, i, c: f"{s},{int(c * 1000) % 1000:03d} - root - INFO - iter {i} loss: 8.1 tps: 4321\n"), "stamped", 1 / 0.044)

# --- several writers in one file --------------------------------------------------------------------------------------

ranks = [megatron(1.44, 50, 1, prefix=f"[rank{r}]:").splitlines(True) for r in range(4)]
emit("ranks_interleaved", "".join(line for group in zip(*ranks) for line in group), "megatron", 1 / 1.44)
bars = [tqdm_bar(0.66, 90, end="\n").splitlines(True)[1:] for _ in range(3)]
emit("ranks_srun_label", "".join(f"{r}: {line}" for group in zip(*bars) for r, line in enumerate(group)), "tqdm", 1 / 0.66)
mixed = tqdm_bar(1.1, 130, end="\n", label="Training").splitlines(True)
noise = ["WARNING:root:step size 3 ignored\n", "Downloading: 100%|██████████| 440M/440M [00:10<00:00, 42.1MB/s]\n",
         "Map: 100%|██████████| 25000/25000 [00:05<00:00, 4823.11 examples/s]\n", "eval step 3: accuracy 0.71\n",
         "Loading checkpoint shards: 100%|██████████| 2/2 [00:11<00:00,  5.62s/it]\n"]
emit("mixed_noise", "".join(x for i, line in enumerate(mixed) for x in ([noise[i % 5], line] if i % 9 == 4 else [line])), "tqdm", 1 / 1.1)
cut = megatron(3.3, 50, 1)
emit("cut_last_line", cut[:-95], "megatron", 1 / 3.3)
emit("crlf", megatron(5.1, 60, 1).replace("\n", "\r\n"), "megatron", 1 / 5.1)

# --- logs that hold no rate -------------------------------------------------------------------------------------------

emit("none_empty", "", "", None)
emit("none_loss_only", "".join(f"epoch {i} loss {3 - i / 50:.3f} acc {i}.1%\n" for i in range(60)), "", None)
emit("none_untimed_steps", "".join(f"step {i}: loss {3 - i / 500:.4f}\n" for i in range(0, 600, 10)), "", None)
emit("none_downloads", "".join(f"\rmodel.safetensors: {i}%|{'█' * (i // 10)}| {i}M/100M [00:0{i % 10}<00:09, 9.{i % 10}1MB/s]" for i in range(100)) + "\n", "", None)
emit("none_datasets", "".join(f"\rMap (num_proc=8): {i}%|█| {i * 250}/25000 [00:0{i // 20}<00:02, {4800 + i}.11 examples/s]" for i in range(100))
     + "\rFilter: 100%|██████████| 25/25 [00:03<00:00,  7.10it/s]\n", "", None)
emit("none_loading", "".join(f"\rLoading checkpoint shards: {25 * i}%|█| {i}/4 [00:{11 * i:02d}<00:11,  5.6{i}s/it]" for i in range(1, 5)) + "\n", "", None)
emit("none_pip", "Collecting torch\n  Downloading torch-2.3.0.whl (779.1 MB)\n     ━━━━━━━━━━━━━━━━ 779.1/779.1 MB 1.6 MB/s eta 0:00:00\n" * 8, "", None)
emit("none_docker_build", "".join(f"{stamp(20 * i)} Step {i}/12 : {w}\n" for i, w in enumerate(
    "FROM ENV RUN COPY WORKDIR EXPOSE LABEL USER VOLUME ARG CMD HEALTH".split(), 1)), "", None)
emit("none_gpu_monitor", "".join(f"{stamp(5 * i)}, NVIDIA A100-SXM4-80GB, {60 + i % 9}, {90 + i % 10} %, 61234 MiB, 39{i % 10}.12 W\n" for i in range(80)), "", None)
emit("none_unit_missing", "".join(f"[{i}/300] speed: 12.{i % 10} loss: 2.1 time: 0.4{i % 10}\n" for i in range(1, 301)), "", None)
emit("none_traceback", "Traceback (most recent call last):\n  File \"train.py\", line 12, in step\n    loss.backward()\nRuntimeError: CUDA out of memory. Tried to allocate "
     "2.00 GiB (GPU 0; 79.15 GiB total capacity)\n" * 6, "", None)
emit("none_validation_only", "".join(tqdm_bar(0.2, 60, label=f"Validation epoch {e}") for e in range(2)), "", None)
emit("none_binary", bytes(rng.randrange(256) for _ in range(6000)), "", None)
emit("none_fairseq_rounded", "".join(f"| epoch 001 | training on xla:0/4:  {41 * i} / 4830 loss=15.8, wps=945, ups=0, wpb=3986.0, num_updates={41 * i}, lr=5e-06\n"
                                     for i in range(1, 60)), "", None)

with open(os.path.join(HERE, "expected.csv"), "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["file", "form", "rate", "unit"])
    w.writerows(rows)
