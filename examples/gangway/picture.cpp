// tool - pictures as commands of gnuplot.
#include "picture.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace tool {

namespace {

std::string rows_of(std::vector<xy> const& points) {
    std::string out;
    for (auto const& p : points) fmt::format_to(std::back_inserter(out), "{:.7g} {:.7g}\n", p.x, p.y);
    return out;
}

double tenth_power(double v) {
    return std::floor(std::log10(v) + 1e-9);
}

std::string si_number(double v) {
    static constexpr std::pair<double, char const*> prefixes[] = {{1e18, "E"}, {1e15, "P"}, {1e12, "T"},
                                                                  {1e9, "G"},  {1e6, "M"},  {1e3, "k"}};
    for (auto const& [size, name] : prefixes)
        if (v >= size * 0.999'999) return fmt::format("{:g} {}", v / size, name);
    return fmt::format("{:g}", v);
}

axis round_axis(std::string title, double least, double most) {
    axis a{std::move(title), 0.0, 1.0, false, {}};
    if (!(most > least)) most = least + (least == 0.0 ? 1.0 : 0.1 * std::abs(least));
    double const rough = (most - least) / 5.0;
    double const ten = std::pow(10.0, tenth_power(rough));
    double const step = rough / ten <= 1.001   ? ten
                        : rough / ten <= 2.001 ? 2.0 * ten
                        : rough / ten <= 5.001 ? 5.0 * ten
                                               : 10.0 * ten;
    double const first = std::floor(least / step + 1e-9);
    double const last = std::ceil(most / step - 1e-9);
    a.from = first * step;
    a.to = last * step;
    auto const steps = static_cast<int>(last - first);
    for (int k = 0; k <= steps; ++k) {
        double const at = (first + k) * step;
        a.ticks.emplace_back(at, fmt::format("{:.6g}", at));
    }
    return a;
}

} // namespace

std::string colour_code(std::size_t colour) {
    return fmt::format("rgb \"#0102{:02x}\"", colour);
}

std::string dash_pattern(std::size_t dash, char between) {
    static constexpr std::array<std::array<int, 4>, dashes> patterns{{{}, {9, 4, 9, 4}, {3, 3, 3, 3}, {10, 3, 3, 3}}};
    std::string out;
    if (dash % dashes == 0) return out;
    for (int const length : patterns[dash % dashes])
        out += (out.empty() ? "" : std::string{between}) + std::to_string(length);
    return out;
}

int gnuplot_mark(mark symbol) {
    static constexpr std::array<int, 4> numbers{7, 6, 13, 2};
    return numbers[static_cast<std::size_t>(symbol)];
}

std::vector<xy> along(xy from, xy to, int parts) {
    std::vector<xy> out;
    for (int k = 0; k <= parts; ++k) {
        double const share = static_cast<double>(k) / parts;
        out.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
    return out;
}

axis linear_axis(std::string title, double least, double most) {
    return round_axis(std::move(title), least >= 0.0 && least < 0.6 * most ? 0.0 : least, most);
}

axis near_axis(std::string title, double least, double most) {
    double const room = 0.03 * (most - least);
    return round_axis(std::move(title), least - room < 0.0 ? std::min(least, 0.0) : least - room, most + room);
}
axis log_axis(std::string title, double least, double most) {
    axis a{std::move(title), 1.0, 10.0, true, {}};
    double const first = tenth_power(least);
    double const last = std::max(first + 1.0, std::ceil(std::log10(most) - 1e-9));
    auto const decades = static_cast<int>(last - first);
    int const each = (decades + 5) / 6;
    a.from = std::pow(10.0, first);
    a.to = std::pow(10.0, last);
    for (int k = 0; k <= decades; k += each) {
        double const at = std::pow(10.0, first + k);
        a.ticks.emplace_back(at, si_number(at));
    }
    return a;
}

axis log_time_axis(std::string title, double least, double most) {
    static constexpr std::pair<double, char const*> known[] = {
        {1.0, "1 s"},       {10.0, "10 s"},     {60.0, "1 min"},       {600.0, "10 min"},      {3'600.0, "1 h"},
        {36'000.0, "10 h"}, {345'600.0, "4 d"}, {3'456'000.0, "40 d"}, {34'560'000.0, "400 d"}};
    axis a{std::move(title), 1.0, 1.0, true, {}};
    for (auto const& [at, name] : known)
        if (at <= least) a.from = at;
    a.to = std::max(most * 1.02, a.from * 10.0);
    for (auto const& [at, name] : known)
        if (at >= a.from && at <= a.to) a.ticks.emplace_back(at, name);
    return a;
}

picture::picture(frame f, axis x, axis y, std::string described)
    : frame_{f},
      x_{std::move(x)},
      y_{std::move(y)},
      described_{std::move(described)} {
    set_ = fmt::format("set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}\n"
                       "set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n",
                       f.left / f.width, 1.0 - f.right / f.width, 1.0 - f.top / f.height, f.bottom / f.height);
    set_ += fmt::format("set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n", x_.from, x_.to, y_.from, y_.to);
    if (x_.log) set_ += "set logscale x\n";
    if (y_.log) set_ += "set logscale y\n";
    set_ += "set xtics " + tics(x_) + "\nset ytics " + tics(y_) + "\n";
    // Axis titles lie flat: the vertical one above its axis.
    text({f.left + (f.width - f.left - f.right) / 2.0, f.height - 10.0}, x_.title, align::centre);
    text({6.0, 16.0}, y_.title);
}

std::string picture::token(std::string words) {
    texts_.push_back(std::move(words));
    return fmt::format("\"@{}@\"", texts_.size() - 1);
}

std::string picture::tics(axis const& a) {
    std::string out;
    for (auto const& [at, words] : a.ticks)
        out += fmt::format("{}{} {:.9g}", out.empty() ? "" : ", ", token(words), at);
    return "nomirror scale " + std::string{a.ticks.empty() ? "0 (\"\" 0)" : "0.4 (" + out + ")"};
}

void picture::line(std::size_t colour, std::size_t dash, double width, std::vector<xy> const& points) {
    layer l{rows_of(points), {}};
    auto const pattern = dash_pattern(dash, ',');
    l.with = fmt::format("with lines lc {} lw {} dt {}", colour_code(colour), width,
                         pattern.empty() ? "1" : "(" + pattern + ")");
    if (!points.empty()) layers_.push_back(std::move(l));
}

void picture::marks(std::size_t colour, mark symbol, double size, std::vector<xy> const& points) {
    layer l{rows_of(points), {}};
    l.with = fmt::format("with points lc {} pt {} ps {}", colour_code(colour), gnuplot_mark(symbol), size);
    if (!points.empty()) layers_.push_back(std::move(l));
}

void picture::area(std::size_t colour, double opacity, std::vector<xy> const& outline) {
    layer l{rows_of(outline), {}};
    l.with = fmt::format("with filledcurves closed fc {} fs solid {:.2f} noborder", colour_code(colour), opacity);
    if (!outline.empty()) layers_.push_back(std::move(l));
}

void picture::boxes(std::size_t colour, double opacity, std::vector<box> const& all) {
    layer l;
    for (auto const& b : all)
        fmt::format_to(std::back_inserter(l.data), "{0:.7g} {2:.7g} {0:.7g} {1:.7g} {2:.7g} {3:.7g}\n", b.least.x,
                       b.most.x, b.least.y, b.most.y);
    l.with = fmt::format("with boxxyerror fc {} fs solid {:.2f} noborder", colour_code(colour), opacity);
    if (!all.empty()) layers_.push_back(std::move(l));
}

void picture::text(xy pixel, std::string words, align where) {
    set_ += fmt::format("set label {} at screen {:.6f},{:.6f} {}\n", token(std::move(words)), pixel.x / frame_.width,
                        1.0 - pixel.y / frame_.height,
                        where == align::left    ? "left"
                        : where == align::right ? "right"
                                                : "center");
}

xy picture::pixel(xy at) const {
    auto const share = [](axis const& a, double v) {
        return a.log ? std::log(v / a.from) / std::log(a.to / a.from) : (v - a.from) / (a.to - a.from);
    };
    return {frame_.left + share(x_, at.x) * (frame_.width - frame_.left - frame_.right),
            frame_.height - frame_.bottom - share(y_, at.y) * (frame_.height - frame_.top - frame_.bottom)};
}

std::string picture::script(std::string const& file) const {
    std::string out = fmt::format("reset\nset terminal svg size {:g},{:g} dynamic font \"sans-serif,14\" noenhanced\n"
                                  "set output '{}'\nset border 3 lc {}\nset grid lc {} lw 0.6 dt 1\nunset key\n",
                                  frame_.width, frame_.height, file, colour_code(faint), colour_code(fainter));
    out += set_;
    std::string plots;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        out += fmt::format("$d{} << EOD\n{}EOD\n", i, layers_[i].data);
        plots += fmt::format("{}$d{} {} notitle", plots.empty() ? "plot " : ", \\\n", i, layers_[i].with);
    }
    return out + (plots.empty() ? "plot NaN notitle" : plots) + "\nset output\n";
}

} // namespace tool
