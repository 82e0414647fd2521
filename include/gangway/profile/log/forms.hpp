// L5 - the forms of log line that are known without being told.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gangway::profile {

/// What the number of one line was measured over.
enum class log_span : std::uint8_t {
    last,        ///< the last iteration alone
    window,      ///< all iterations since the line before, or a fixed number of them
    smoothed,    ///< an exponential mean; at the last step of a bar, tqdm prints the mean of the whole bar instead
    cumulative,  ///< the mean since the pass over the data, or the run, began
    after_first, ///< the same without the first iteration
    stamps       ///< the line has a step and a timestamp: the rate lies between two such lines
};

/// What the step counter of a form counts through.
enum class log_counter : std::uint8_t {
    run,   ///< the whole run: where it goes back, the run was restarted
    epoch, ///< one pass over the data: it starts over with each
    bar    ///< a progress bar, which validation and downloads have as well: its label decides what it shows
};

/// A form: its name, its pattern, what its number covers and what its steps count through.
struct log_form {
    std::string_view name;                  ///< of the writer
    std::string_view pattern;               ///< of a line
    log_span covers = log_span::window;     ///< what its number covers
    log_counter counter = log_counter::run; ///< what its iterations count
};

/// Every form that is recognised by itself; what stands first wins where a line has several.
///
/// Source: the format strings of tqdm `format_meter`, Keras `Progbar`, Megatron-LM `training_log`, DeepSpeed
/// `ThroughputTimer`, Detectron2 `CommonMetricPrinter`, MMEngine `LogProcessor`, fairseq `progress_bar`, Transformers
/// `speed_metrics`, TensorFlow `StepCounterHook`, timm and torchvision `MetricLogger`, the PyTorch ImageNet example,
/// nanoGPT and llm.c.
inline constexpr auto log_forms = std::to_array<log_form>({
    {"lightning", "{step}/{total} [{elapsed}<*, {it/s}it/s, *v_num", log_span::smoothed, log_counter::bar},
    {"lightning", "{step}/{total} [{elapsed}<*, {s/it}s/it, *v_num", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {it/s}it/s", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {s/it}s/it", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {it/s}steps/s", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {it/s}step/s", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {s/it}s/step", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {it/s}batch/s", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}/{total} [{elapsed}<*, {s/it}s/batch", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}it [{elapsed}, {it/s}it/s", log_span::smoothed, log_counter::bar},
    {"tqdm", "{step}it [{elapsed}, {s/it}s/it", log_span::smoothed, log_counter::bar},
    {"rich", "{step}/{total} {elapsed} * {it/s}it/s", log_span::smoothed, log_counter::bar},
    {"keras", "{step}/{total} * {ms/it}ms/step", log_span::after_first, log_counter::bar},
    {"keras", "{step}/{total} * {us/it}us/step", log_span::after_first, log_counter::bar},
    {"keras", "{step}/{total} * {s/it}s/step", log_span::after_first, log_counter::bar},
    {"keras", "{step}/Unknown * {ms/it}ms/step", log_span::after_first, log_counter::bar},
    {"keras", "{step}/Unknown * {s/it}s/step", log_span::after_first, log_counter::bar},
    {"megatron", "iteration {step}~{total} |*elapsed time per iteration (ms): {ms/it} |", log_span::window},
    {"megatron", "iteration {step}~{total} |*elapsed time per iteration (s): {s/it} |", log_span::window},
    {"detectron2", "iter: {step} * time: {s/it} last_time:", log_span::window},
    {"detectron2", "iter: {step} * time: {s/it} data_time:", log_span::cumulative},
    {"mmengine", "(train)~{}]~{step}~{total}]*time: {s/it} data_time:", log_span::window, log_counter::epoch},
    {"mmengine", "(train)~{step}~{total}]*time: {s/it} data_time:", log_span::window},
    {"mmcv", "Epoch [{}]~{step}/{total}]*time: {s/it}, data_time:", log_span::window, log_counter::epoch},
    {"mmcv", "Iter~{step}/{total}]*time: {s/it}, data_time:", log_span::window},
    {"torchvision", "Epoch: [{}]~{step}/{total}] eta: * time: {s/it} data:", log_span::window, log_counter::epoch},
    {"imagenet", "Epoch: [{}]~{step}/{total}]*Time~{s/it} (", log_span::last, log_counter::epoch},
    {"timm", "Train: {}~{step}/{total} (*Time: {s/it}s,", log_span::last, log_counter::epoch},
    {"mxnet", "Epoch[{}] Batch [{step}]*Speed: {samples/s} samples/sec", log_span::window, log_counter::epoch},
    {"tensorflow", "global_step/sec: {it/s}", log_span::window},
    {"tensorflow", "global step {step}: loss = * ({s/it} sec/step)", log_span::last},
    {"fairseq", "| train_inner | *\"ups\": \"{it/s}\"*\"num_updates\": \"{step}\"", log_span::window},
    {"fairseq", "| train_inner | *ups={it/s}, *num_updates={step}", log_span::window},
    {"fairseq", "| epoch *ups={it/s}, *num_updates={step}", log_span::window},
    {"nanogpt", "iter {step}: loss *, time {ms/it}ms", log_span::last},
    {"nanogpt", "step {step} |*dt: {ms/it}ms", log_span::last},
    {"llm.c", "step {step}/{total} |*| {ms/it} ms |", log_span::last},
    {"swift", "'global_step/max_steps': '{step}/{total}'*'train_speed(iter/s)': {it/s}", log_span::cumulative},
    {"deepspeed", "{time}*[Rank 0] step={step}, skipped=", log_span::stamps},
    {"deepspeed", "global_step={step}, *CurrSamplesPerSec={samples/s},", log_span::window},
    {"deepspeed", "/{step}, RunningAvgSamplesPerSec={}, CurrSamplesPerSec={samples/s},", log_span::window},
    {"hf-trainer", "train_steps_per_second~{it/s}", log_span::cumulative},
    {"stamped", "{time}*iteration~{step}", log_span::stamps},
    {"stamped", "{time}*Iteration~{step}", log_span::stamps},
    {"stamped", "{time}*iter~{step}", log_span::stamps},
    {"stamped", "{time}*Iter~{step}", log_span::stamps},
    {"stamped", "{time}*step~{step}", log_span::stamps},
    {"stamped", "{time}*Step~{step}", log_span::stamps},
});

/// What a rate was found by, in words.
[[nodiscard]] constexpr std::string_view to_text(log_span s) {
    constexpr std::array<std::string_view, 6> names{"each line is one iteration",
                                                    "each line is a mean since the line before",
                                                    "each line is an exponential mean",
                                                    "each line is a mean since the start",
                                                    "each line is a mean since the second iteration",
                                                    "steps over time between lines"};
    return names[static_cast<std::size_t>(s)];
}

} // namespace gangway::profile
