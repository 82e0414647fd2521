// tool - a picture: axes with units, curves, marks, boxes, and names where they cover nothing.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tool {

/// Colours by number; the page says how each looks in light and dark. 0 is ink, 1 to 7 those of Okabe and Ito.
inline constexpr std::size_t colours = 8;
inline constexpr std::size_t faint = colours;       ///< of axes and of what stands behind: grey
inline constexpr std::size_t fainter = colours + 1; ///< lighter still
/// What gnuplot is told for it: a colour that nobody uses, which `inline_svg` replaces.
std::string colour_code(std::size_t colour);

/// Stroke patterns of curves, in pixels; the first is solid. They tell curves apart where colours do not.
inline constexpr std::size_t dashes = 4;
std::string dash_pattern(std::size_t dash, char between);

struct xy {
    double x = 0.0;
    double y = 0.0;
};
struct box {
    xy least;
    xy most;
};

/// Points of a straight line, equally far apart, both ends among them.
std::vector<xy> along(xy from, xy to, int parts);

/// One axis; ticks are explicit, so that no locale and no version of gnuplot moves them.
struct axis {
    std::string title; ///< with its unit
    double from = 0.0;
    double to = 1.0;
    bool log = false;
    std::vector<std::pair<double, std::string>> ticks; ///< none: an axis without marks
};

/// Round steps from 0, or from below `least` where that is far from 0, to above `most`.
axis linear_axis(std::string title, double least, double most);
/// Round steps around both, wherever 0 is, with room at the edges for marks.
axis near_axis(std::string title, double least, double most);
/// Powers of ten with the prefixes of SI. Expects: 0 < least <= most.
axis log_axis(std::string title, double least, double most);
/// Seconds on a log scale, ticks as people say them: 1 min, 1 h, 1 d. Expects: 0 < least <= most.
axis log_time_axis(std::string title, double least, double most);

/// Sizes in pixels of the picture itself; a browser scales it.
struct frame {
    double width = 520.0;
    double height = 360.0;
    double left = 66.0;
    double right = 22.0;
    double top = 36.0;
    double bottom = 56.0;
};

enum class mark { dot, ring, diamond, cross };
/// Its number among the marks of gnuplot, counted from 1.
int gnuplot_mark(mark symbol);

enum class align { left, centre, right };

class picture {
  public:
    /// `described`: what a reader hears who does not see it.
    picture(frame f, axis x, axis y, std::string described);

    void line(std::size_t colour, std::size_t dash, double width, std::vector<xy> const& points);
    void marks(std::size_t colour, mark symbol, double size, std::vector<xy> const& points);
    /// A closed outline, filled.
    void area(std::size_t colour, double opacity, std::vector<xy> const& outline);
    void boxes(std::size_t colour, double opacity, std::vector<box> const& all);
    /// A text at a pixel, counted from the upper left corner.
    void text(xy pixel, std::string words, align where = align::left);
    /// Writes each name beside its point, or its number where the name has no room; a thin line leads to those that
    /// stand apart. `numbers` are what the table calls the points; those on one spot share a name.
    void name_points(std::vector<xy> const& points, std::vector<std::string> names, std::vector<std::string> numbers,
                     std::vector<xy> const& avoid = {});

    [[nodiscard]] xy pixel(xy at) const;
    [[nodiscard]] frame const& size() const { return frame_; }
    [[nodiscard]] std::string const& described() const { return described_; }
    /// The texts that stand for the tokens @0@, @1@, ... in the script: words of a user never reach gnuplot.
    [[nodiscard]] std::vector<std::string> const& texts() const { return texts_; }
    /// Commands for gnuplot that write this picture to a file of its folder.
    [[nodiscard]] std::string script(std::string const& file) const;

  private:
    struct layer {
        std::string data;
        std::string with;
    };

    std::string token(std::string words);
    std::string tics(axis const& a);

    frame frame_;
    axis x_;
    axis y_;
    std::string described_;
    std::string set_;
    std::vector<layer> layers_;
    std::vector<std::string> texts_;
};

} // namespace tool
