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
constexpr double mark_radius = 6.0;

bool overlap(box const& a, box const& b) {
    return a.least.x < b.most.x && b.least.x < a.most.x && a.least.y < b.most.y && b.least.y < a.most.y;
}

box around(xy p, double radius) { return {{p.x - radius, p.y - radius}, {p.x + radius, p.y + radius}}; }

std::size_t letters(std::string const& text) { // code points of UTF-8
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

struct place {
    xy corner; ///< left end of the base line
    box covers;
    double away = 0.0;
};

/// The nearest free place for a text of a size; empty where there is none within reach.
std::optional<place> free_place(xy at, std::string const& text, box const& inside, std::vector<box> const& taken) {
    static constexpr std::array<xy, 8> ways{{{1, 0}, {1, -0.7}, {1, 0.7}, {-1, 0}, {-1, -0.7}, {-1, 0.7}, {0, -1}, {0, 1}}};
    double const width = letter_width * static_cast<double>(letters(text));
    for (double const away : {10.0, 18.0, 30.0, 46.0, 66.0})
        for (auto const& way : ways) {
            double const left = at.x + way.x * away - (way.x < 0.0 ? width : way.x == 0.0 ? width / 2.0 : 0.0);
            double const middle = at.y + way.y * (away + (way.x == 0.0 ? letter_height / 4.0 : 0.0));
            box const b{{left, middle - letter_height / 2.0}, {left + width, middle + letter_height / 2.0}};
            if (b.least.x < inside.least.x || b.most.x > inside.most.x || b.least.y < inside.least.y || b.most.y > inside.most.y)
                continue;
            if (std::none_of(taken.begin(), taken.end(), [&](box const& t) { return overlap(b, t); }))
                return place{{left, middle}, b, away};
        }
    return std::nullopt;
}

} // namespace

void picture::name_points(std::vector<xy> const& points, std::vector<std::string> const& names,
                          std::vector<std::string> const& numbers, std::vector<xy> const& avoid) {
    box const inside{{frame_.left + 2.0, frame_.top}, {frame_.width - 4.0, frame_.height - frame_.bottom - 2.0}};
    std::vector<box> taken;
    for (auto const& p : points) taken.push_back(around(pixel(p), mark_radius));
    for (auto const& p : avoid) taken.push_back(around(pixel(p), mark_radius));
    for (std::size_t i = 0; i < points.size(); ++i) {
        auto const at = pixel(points[i]);
        bool const fits = static_cast<double>(letters(names[i])) * letter_width < 0.6 * (inside.most.x - inside.least.x);
        auto put = fits ? free_place(at, names[i], inside, taken) : std::nullopt;
        bool const whole = put.has_value();
        if (!put) put = free_place(at, numbers[i], inside, taken);
        if (!put) continue; // the table has it
        taken.push_back(put->covers);
        if (put->away > 20.0) { // it leads from the point to the nearest edge of the name
            xy const end{std::clamp(at.x, put->covers.least.x, put->covers.most.x),
                         std::clamp(at.y, put->covers.least.y + 3.0, put->covers.most.y - 3.0)};
            set_ += fmt::format("set arrow from screen {:.6f},{:.6f} to screen {:.6f},{:.6f} nohead lc {} lw 0.8\n",
                                at.x / frame_.width, 1.0 - at.y / frame_.height, end.x / frame_.width,
                                1.0 - end.y / frame_.height, colour_code(faint));
        }
        text({put->corner.x, put->corner.y}, whole ? names[i] : numbers[i]);
    }
}

} // namespace tool
