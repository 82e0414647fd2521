// tool - `gangway roofline`: what bounds a kernel on a device, the least time, and whether a measured one is possible.
#include "device_text.hpp"
#include "duration_text.hpp"
#include "files.hpp"
#include "options.hpp"
#include "page.hpp"
#include "page_roofline.hpp"
#include "table.hpp"

#include <gangway/cost/clock_shares.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tool {

namespace {

namespace cost = gangway::cost;
using json = nlohmann::ordered_json;

struct roofline_options {
    std::string device;
    std::string type = "bf16";
    bool sparse = false;
    std::string devices;
    std::vector<std::string> kernels;
    std::string kernel_file;
    std::string achieved;
    std::string launch;
    std::string overlap = "max";
    cost::reach reach;
    cost::clock_shares clocks;
    bool json = false;
    std::string report;
};

cost::overlap parse_overlap(std::string const& word) {
    if (word == "max") return cost::overlap::max();
    if (word == "sum") return cost::overlap::sum();
    auto const p = number_in(word);
    if (!p || *p < 1.0)
        throw unusable_input{"--overlap " + in_quotes(word) + ": is max, sum, or the p of a p-norm, a number from 1"};
    return cost::overlap::p_norm(*p);
}

/// The roofs that the kernels are held against, the words for them, and those at the nominal clocks.
template <cost::sparsity S>
struct roofs_in_use {
    cost::basic_roofs<S> nominal;
    cost::basic_roofs<S> now;
};

template <cost::sparsity S>
roofs_in_use<S> make_roofs(roofline_options const& o, cost::device_table const& devices, std::string_view name,
                           cost::data_type type) {
    auto nominal = devices.roofs_of<S>(name, type);
    if (!nominal) {
        std::string has;
        for (auto const known : cost::data_type_names)
            if (devices.peak<S>(name, *cost::data_type_named(known)))
                has += (has.empty() ? "" : ", ") + std::string{known};
        throw unusable_input{fmt::format("{}: no {} peak for {}, or no bandwidth; it has {}", name,
                                         o.sparse ? "sparse" : "dense", o.type, has.empty() ? "none" : has)};
    }
    if (!o.launch.empty()) {
        auto const launch = short_duration_in(o.launch);
        if (!launch)
            throw unusable_input{"--launch " + in_quotes(o.launch) + ": is not a time; write 5us, 0.01ms or seconds"};
        nominal->launch = *launch;
    }
    if (!is_sound(o.reach)) throw unusable_input{"--eta-compute and --eta-memory lie above 0 and at most at 1"};
    if (!is_sound(o.clocks))
        throw unusable_input{"--core-clock and --memory-clock are shares of the nominal clock, above 0"};
    *nominal = lowered(*nominal, o.reach);
    return {*nominal, at_clocks(*nominal, o.clocks)};
}

template <cost::sparsity S>
kernel_answer answer(asked_kernel const& k, roofs_in_use<S> const& r, roofline_options const& o, cost::overlap how) {
    cost::basic_kernel<S> const what{k.what.flop, k.what.traffic, k.what.launches};
    kernel_answer a;
    a.at = intensity_of(what);
    a.bound = binding_of(what, r.now);
    a.time = time_of(what, r.now, how);
    a.attainable = a.time.value() > 0.0 ? what.flop / a.time : gangway::throughput{};
    a.core_clock = least_core_clock(what, r.nominal, o.clocks);
    if (k.measured) a.reached = achieved_by(what, *k.measured, r.now);
    return a;
}

std::string refusal_text(asked_kernel const& k, kernel_answer const& a, std::string const& roofs) {
    auto const rate = [&](double amount) { return short_number(amount / k.measured->value()); };
    switch (a.reached->why) {
    case cost::refusal::none:
        return {};
    case cost::refusal::no_time:
        return k.name + ": refused: the measured time is not above zero\n";
    case cost::refusal::above_peak:
        return fmt::format("{}: refused: {}FLOP/s is above the {}\n"
                           "  the work is counted wrong, or data type, sparsity or clock are others\n",
                           k.name, rate(k.what.flop.value()), roofs);
    case cost::refusal::above_bandwidth:
        return fmt::format("{}: refused: {}B/s is above the bandwidth of the memory\n"
                           "  the traffic is counted wrong, or a cache served a part of it\n",
                           k.name, rate(k.what.traffic.value()));
    }
    return {};
}

template <cost::sparsity S>
int answer_all(roofline_options const& o, cost::device_table const& devices, std::string_view name,
               cost::data_type type, std::vector<asked_kernel> kernels) {
    auto const r = make_roofs<S>(o, devices, name, type);
    auto const how = parse_overlap(o.overlap);
    auto const roofs = std::string{to_text(type)} + (o.sparse ? " sparse" : " dense");
    if (!o.achieved.empty()) {
        auto const rate = count_in(o.achieved);
        if (!rate || *rate <= 0.0)
            throw unusable_input{"--achieved " + in_quotes(o.achieved) + ": is a rate in FLOP/s, as 600T"};
        if (kernels.size() != 1 || kernels[0].measured || kernels[0].what.flop.value() <= 0.0)
            throw unusable_input{
                "--achieved is the rate of one --kernel with work; for more use measured_s in --kernels"};
        kernels[0].measured = kernels[0].what.flop / gangway::throughput{*rate};
    }
    bool const any_measured =
        std::any_of(kernels.begin(), kernels.end(), [](auto const& k) { return k.measured.has_value(); });
    auto const share = [](double v) { return fmt::format("{:.1f} %", 100.0 * v); };
    std::vector<std::string> head{"kernel", "FLOP/B", "bound", "least time", "FLOP/s", "next", "margin", "core"};
    if (any_measured) head.back() = "reached";
    table t{head};
    std::string refused;
    json list = json::array();
    std::vector<answered_kernel> answered;
    int status = ok;
    for (auto const& k : kernels) {
        auto const a = answer<S>(k, r, o, how);
        answered.push_back({k, a});
        auto const no_margin = a.bound.next == cost::roof::none;
        auto const last = any_measured ? (!a.reached   ? "-"
                                          : *a.reached ? share(a.reached->of_bound)
                                                       : "refused")
                                       : fmt::format("{:.3g}", a.core_clock);
        t.add({k.name, std::isfinite(a.at.value()) ? fmt::format("{:.4g}", a.at.value()) : "inf", to_text(a.bound.by),
               short_time(a.time.value()), short_number(a.attainable.value()), to_text(a.bound.next),
               no_margin ? "-" : fmt::format("{:.3g}x", a.bound.margin), last});
        auto const or_null = [](bool there, double v) { return there ? json(v) : json(nullptr); };
        json j{{"kernel", k.name},
               {"flop", k.what.flop.value()},
               {"bytes", k.what.traffic.value()},
               {"launches", k.what.launches},
               {"intensity", or_null(std::isfinite(a.at.value()), a.at.value())},
               {"bound", to_text(a.bound.by)},
               {"least_time_s", a.time.value()},
               {"attainable_flop_s", a.attainable.value()},
               {"next", to_text(a.bound.next)},
               {"margin", or_null(!no_margin, a.bound.margin)},
               {"least_core_clock", a.core_clock}};
        if (k.measured) {
            j["measured_s"] = k.measured->value();
            j["refused"] = !*a.reached;
            j["reached"] = or_null(static_cast<bool>(*a.reached), a.reached->of_bound);
        }
        list.push_back(std::move(j));
        if (k.measured && !*a.reached) {
            refused +=
                refusal_text(k, a, fmt::format("{} peak of {}FLOP/s", roofs, short_number(r.now.peak.rate.value())));
            status = not_met;
        }
    }
    if (!o.report.empty())
        write_roofline_page(o.report, fmt::format("{}, {}", name, roofs), r.now.peak.rate.value(), r.now.memory.value(),
                            answered);
    if (o.json) {
        json const root{{"device", name},
                        {"type", to_text(type)},
                        {"sparse", o.sparse},
                        {"peak_flop_s", r.now.peak.rate.value()},
                        {"bandwidth_B_s", r.now.memory.value()},
                        {"launch_s", r.now.launch.value()},
                        {"ridge", ridge_of(r.now).value()},
                        {"overlap", o.overlap},
                        {"kernels", list},
                        {"figures", json_figures(devices, name)}};
        write_file("-", root.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
        return status;
    }
    auto out = fmt::format("{}, {}\n  peak {}FLOP/s, memory {}B/s, ridge {:.4g} FLOP/B, launch {}\n\n", name, roofs,
                           short_number(r.now.peak.rate.value()), short_number(r.now.memory.value()),
                           ridge_of(r.now).value(), short_time(r.now.launch.value()));
    out += t.text();
    out += any_measured ? "\nreached: the measured run as a share of the roofline\n"
                        : "\ncore: the lowest core clock, as a share of the nominal one, that costs no time\n";
    out += "A roofline is a bound, not a forecast: measured times lie above it.\n";
    if (!refused.empty()) out += "\n" + refused;
    auto const others = devices.disagreements(name);
    if (std::any_of(others.begin(), others.end(), [&](auto const& d) {
            bool const peak = d.first->what == cost::figure::peak && d.first->type == type && d.first->pattern == S;
            return peak || d.first->what == cost::figure::memory_rate;
        }))
        out += "\nSources disagree on these roofs: gangway roofline --device " + in_quotes(name) + "\n";
    write_file("-", out);
    return status;
}

int roofline(roofline_options const& o) {
    auto const devices = load_devices(o.devices);
    if (!o.report.empty()) {
        if (o.kernels.empty() && o.kernel_file.empty())
            throw unusable_input{"--report draws kernels: give --kernel or --kernels"};
        prepare_report(o.report);
    }
    if (o.device.empty()) {
        if (!o.kernels.empty() || !o.kernel_file.empty()) throw unusable_input{"--device is required with kernels"};
        if (!o.json) {
            write_file("-", print_devices(devices));
            return ok;
        }
        json root = json::object();
        for (auto const name : devices.names()) root[std::string{name}] = json_figures(devices, name);
        write_file("-", root.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
        return ok;
    }
    auto const name = find_device(devices, o.device);
    auto const type = parse_type(o.type);
    std::vector<asked_kernel> kernels;
    for (auto const& word : o.kernels) kernels.push_back(parse_kernel(word, kernels.size() + 1));
    if (!o.kernel_file.empty())
        for (auto& k : read_kernels(o.kernel_file)) kernels.push_back(std::move(k));
    if (!kernels.empty())
        return o.sparse ? answer_all<cost::sparsity::structured>(o, devices, name, type, std::move(kernels))
                        : answer_all<cost::sparsity::dense>(o, devices, name, type, std::move(kernels));
    if (o.json)
        write_file("-", json_figures(devices, name).dump(2, ' ', false, json::error_handler_t::replace) + "\n");
    else
        write_file("-", print_device(devices, name, terminal_width()));
    return ok;
}

} // namespace

void declare_roofline(CLI::App& app, int& status) {
    auto const o = std::make_shared<roofline_options>();
    auto* const verb = app.add_subcommand("roofline", "Say what bounds a kernel on a device, and its least time");
    verb->add_option("--device", o->device,
                     "A device of the table; without kernels, its figures and sources; without it, all devices")
        ->type_name("NAME");
    verb->add_option("--type", o->type, "Data type of the peak: fp32, bf16, fp8, int8, ...")
        ->capture_default_str()
        ->type_name("T");
    verb->add_flag("--sparse", o->sparse,
                   "The peak for 2:4 sparse weights; the work counts the zeros that are skipped");
    verb->add_option("--kernel", o->kernels,
                     "FLOP,BYTES or FLOP,BYTES,LAUNCHES, with NAME= before it; k M G T P may follow a number")
        ->type_name("K")
        ->take_all();
    verb->add_option("--kernels", o->kernel_file, "A CSV of kernels: name,flop,bytes,launches,measured_s")
        ->type_name("FILE");
    verb->add_option("--achieved", o->achieved,
                     "Measured FLOP/s of the one kernel; above the peak is refused, exit status 1")
        ->type_name("RATE");
    verb->add_option("--launch", o->launch, "What a launch costs, as 5us; else the device's, else 0")
        ->type_name("TIME");
    verb->add_option("--overlap", o->overlap, "How the parts of a time overlap: max, sum, or the p of a p-norm")
        ->capture_default_str()
        ->type_name("O");
    verb->add_option("--eta-compute", o->reach.compute, "Share of the peak that is reached at best")
        ->capture_default_str()
        ->type_name("X");
    verb->add_option("--eta-memory", o->reach.memory, "Share of the bandwidth that is reached at best")
        ->capture_default_str()
        ->type_name("X");
    verb->add_option("--core-clock", o->clocks.core, "Core clock as a share of the nominal one")
        ->check(from_to(1e-6, 1e6))
        ->capture_default_str()
        ->type_name("X");
    verb->add_option("--memory-clock", o->clocks.memory, "Memory clock as a share of the nominal one")
        ->check(from_to(1e-6, 1e6))
        ->capture_default_str()
        ->type_name("X");
    verb->add_option("--devices", o->devices, "A CSV of devices, which extends and overrides the built-in table")
        ->type_name("FILE");
    verb->add_flag("--json", o->json, "Print JSON; SI units");
    verb->add_option("--report", o->report, "Write report.html, with pictures and its CSV files, to this folder")
        ->type_name("DIR");
    set_footer(*verb,
               "gangway roofline --device H100 --type bf16 --launch 5us \\\n"
               "      --kernel decode=14G,14G,300 --kernel prefill=28T,16G,400",
               false);
    verb->callback([o, &status] { status = roofline(*o); });
}

} // namespace tool
