// tool - names of points in a picture, put where they cover no point and no other name.
#include "picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tool {

namespace {

// A phone shows larger letters than a screen: what is reserved is between both.
constexpr double letter_width = 8.6;
constexpr double letter_height = 18.0;
constexpr double mark_radius = 8.0; ///< of a point that is named; others and curves are smaller
constexpr double other_radius = 4.0;

bool overlap(box const& a, box const& b) {
    return a.least.x < b.most.x && b.least.x < a.most.x && a.least.y < b.most.y && b.least.y < a.most.y;
}

box around(xy p, double radius) {
    return {{p.x - radius, p.y - radius}, {p.x + radius, p.y + radius}};
}

std::size_t letters(std::string const& text) { // code points of UTF-8
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

struct place {
    xy at; ///< of the text, by its alignment
    align where = align::left;
    box covers;
    double away = 0.0;
};

/// Where a line from the point meets the name.
xy nearest(box const& b, xy at) {
    return {std::clamp(at.x, b.least.x, b.most.x), std::clamp(at.y, b.least.y + 3.0, b.most.y - 3.0)};
}

constexpr double leads_from = 20.0; ///< a name that stands further off gets a line

/// The line to the name runs over no other mark or name.
bool leads_free(xy at, box const& name, std::vector<box> const& taken) {
    auto const end = nearest(name, at);
    for (auto const& p : along(at, end, 10)) {
        if (std::hypot(p.x - at.x, p.y - at.y) < 1.5 * mark_radius) continue; // its own mark
        if (std::any_of(taken.begin(), taken.end(), [&](box const& t) { return overlap(t, around(p, 1.0)); }))
            return false;
    }
    return true;
}

/// The nearest free place for a text of a size; empty where there is none within reach.
std::optional<place> free_place(xy at, std::string const& text, box const& inside, std::vector<box> const& taken) {
    static constexpr std::array<xy, 8> ways{
        {{1, 0}, {1, -0.7}, {1, 0.7}, {-1, 0}, {-1, -0.7}, {-1, 0.7}, {0, -1}, {0, 1}}};
    double const width = letter_width * static_cast<double>(letters(text));
    for (double const away : {12.0, 19.0, 30.0, 46.0, 66.0, 90.0})
        for (auto const& way : ways) {
            double const left = at.x + way.x * away - (way.x < 0.0 ? width : way.x == 0.0 ? width / 2.0 : 0.0);
            double const middle = at.y + way.y * (away + (way.x == 0.0 ? letter_height / 4.0 : 0.0));
            box const b{{left, middle - letter_height / 2.0}, {left + width, middle + letter_height / 2.0}};
            if (b.least.x < inside.least.x || b.most.x > inside.most.x || b.least.y < inside.least.y ||
                b.most.y > inside.most.y)
                continue;
            if (std::any_of(taken.begin(), taken.end(), [&](box const& t) { return overlap(b, t); })) continue;
            if (away > leads_from && !leads_free(at, b, taken)) continue;
            if (way.x > 0.0) return place{{left, middle}, align::left, b, away};
            if (way.x < 0.0) return place{{left + width, middle}, align::right, b, away};
            return place{{at.x, middle}, align::centre, b, away};
        }
    return std::nullopt;
}

} // namespace

void picture::name_points(std::vector<xy> const& points, std::vector<std::string> names,
                          std::vector<std::string> numbers, std::vector<xy> const& avoid) {
    box const inside{{frame_.left + 2.0, frame_.top}, {frame_.width - 4.0, frame_.height - frame_.bottom - 2.0}};
    std::vector<box> taken;
    for (auto const& p : points) taken.push_back(around(pixel(p), mark_radius));
    for (auto const& p : avoid) taken.push_back(around(pixel(p), other_radius));
    for (std::size_t i = 1; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (overlap(around(pixel(points[i]), 0.5), around(pixel(points[j]), 0.5))) {
                names[j] += ", " + numbers[i];
                numbers[j] += ", " + numbers[i];
                names[i].clear();
                break;
            }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (names[i].empty()) continue; // stands with another one
        auto const at = pixel(points[i]);
        bool const fits =
            static_cast<double>(letters(names[i])) * letter_width < 0.6 * (inside.most.x - inside.least.x);
        auto put = fits ? free_place(at, names[i], inside, taken) : std::nullopt;
        bool const whole = put.has_value();
        if (!put) put = free_place(at, numbers[i], inside, taken);
        if (!put) continue; // the table has it
        taken.push_back(put->covers);
        if (put->away > leads_from) {
            auto const end = nearest(put->covers, at);
            set_ += fmt::format("set arrow from screen {:.6f},{:.6f} to screen {:.6f},{:.6f} nohead lc {} lw 0.8\n",
                                at.x / frame_.width, 1.0 - at.y / frame_.height, end.x / frame_.width,
                                1.0 - end.y / frame_.height, colour_code(faint));
        }
        text(put->at, whole ? names[i] : numbers[i], put->where);
    }
}

} // namespace tool
