// tool - a report: one HTML page that needs nothing else, and the CSV files that it links.
#pragma once

#include "picture.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tool {

/// A curve or a class of boxes or marks, as it is named beside the picture: never inside, where it would cover data.
struct legend_entry {
    std::string name;
    std::size_t colour = 0;
    std::size_t dash = 0;
    enum class kind { curve, filled, marked } as = kind::curve;
    mark symbol = mark::dot;
};

/// How the i-th of many curves looks.
inline std::size_t colour_of(std::size_t i) {
    return i % colours;
}
inline std::size_t dash_of(std::size_t i) {
    return (i + i / colours) % dashes;
}

class page {
  public:
    explicit page(std::string title) : title_{std::move(title)} {}

    void heading(std::string const& words);
    void paragraph(std::string const& words);
    /// What follows stands side by side where the screen has room, until `end_pair`.
    void begin_pair() { html("<div class=\"pair\">\n"); }
    void end_pair() { html("</div>\n"); }
    /// What follows is shown on a click, until `end_fold`.
    void begin_fold(std::string const& summary);
    void end_fold() { html("</details>\n"); }
    /// `wide`: does not shrink to a phone, but scrolls.
    void figure(std::string const& title, picture p, std::vector<legend_entry> const& legend,
                std::string const& caption, bool wide = false);
    /// Every row has as many fields as the header; the first `words` columns are words, the others numbers.
    void table(std::vector<std::string> const& header, std::vector<std::vector<std::string>> const& rows,
               std::size_t words = 1);
    /// A file beside the page, which the page links here.
    void file(std::string name, std::string content, std::string const& holds);

    /// Writes everything to a folder, which is made where it is missing. Throws `unusable_input`.
    void write(std::string const& folder) const;

  private:
    struct part {
        std::string html;
        std::size_t picture; ///< in `pictures_`, after the text; or none
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void html(std::string text) { parts_.push_back({std::move(text), none}); }

    std::string title_;
    std::vector<part> parts_;
    std::vector<picture> pictures_;
    std::vector<std::pair<std::string, std::string>> files_;
};

/// Makes a folder for a report and looks for gnuplot, before anything takes long. Throws `unusable_input`.
void prepare_report(std::string const& folder);

/// Which part of a name tells it apart from others.
enum class keep { begin, end };
/// A name of at most `most` bytes and a mark where it is cut, so that it fits into a picture; the tables have it whole.
std::string shortened(std::string const& name, std::size_t most, keep part);

} // namespace tool
