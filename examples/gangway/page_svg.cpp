// tool - SVG of gnuplot, with colours of the page and without what no reader needs.
#include "page_svg.hpp"

#include "error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdio>
#include <string>

namespace tool {

namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    std::string out;
    std::size_t done = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, done)) {
        out.append(text, done, at - done).append(by);
        done = at + what.size();
    }
    text = out.append(text, done, std::string::npos);
}

/// What stands between two words; throws where gnuplot writes another form than it is known to.
std::string_view between(std::string_view text, std::string_view first, std::string_view last) {
    auto const at = text.find(first);
    auto const from = at == std::string_view::npos ? at : at + first.size();
    auto const to = from == std::string_view::npos ? from : text.find(last, from);
    if (to == std::string_view::npos)
        throw unusable_input{"gnuplot wrote an SVG without " + in_quotes(first) + "; known are those of gnuplot 5.4"};
    return text.substr(from, to - from);
}

/// The number of a colour that `picture` gave away, from "  1,   2,   3".
int colour_in(std::string_view rgb) {
    int r = 0;
    int g = 0;
    int b = 0;
    bool const read = std::sscanf(std::string{rgb}.c_str(), "%d,%d,%d", &r, &g, &b) == 3;
    return read && r == 1 && g == 2 ? b : -1;
}

std::string with_colours(std::string_view svg) {
    std::string out;
    for (auto at = svg.find("rgb("); at != std::string_view::npos; at = svg.find("rgb(")) {
        auto const end = svg.find(')', at);
        auto const colour = colour_in(svg.substr(at + 4, end - at - 4));
        out.append(svg, 0, at);
        out += colour < 0 ? std::string{"currentColor"} : fmt::format("var(--c{})", colour);
        svg.remove_prefix(end + 1);
    }
    return out.append(svg);
}

std::string with_texts(std::string_view svg, std::vector<std::string> const& texts) {
    std::string out;
    for (auto at = svg.find('@'); at != std::string_view::npos; at = svg.find('@')) {
        std::size_t token = texts.size();
        auto const end = std::from_chars(svg.data() + at + 1, svg.data() + svg.size(), token).ptr;
        out.append(svg, 0, at);
        out += html_escaped(texts.at(token));
        svg.remove_prefix(static_cast<std::size_t>(end - svg.data()) + 1);
    }
    return out.append(svg);
}

/// Neighbouring polygons of one colour as one path: a third of the bytes.
std::string with_joined_polygons(std::string_view svg) {
    constexpr std::string_view polygon = "<polygon ";
    std::string out;
    std::string open; // the attributes of the path that is being written
    for (auto at = svg.find(polygon); at != std::string_view::npos; at = svg.find(polygon)) {
        auto const before = svg.substr(0, at);
        auto const whole = svg.substr(at, svg.find("/>", at) - at);
        std::string const attributes{between(whole, polygon, " points")};
        if (open.empty() || attributes != open || before.find_first_not_of(" \t\n") != std::string_view::npos) {
            out.append(open.empty() ? "" : "'/>").append(before).append("<path ").append(attributes).append(" d='");
            open = attributes;
        }
        auto points = between(whole, "points = '", "'");
        while (points.ends_with(' ')) points.remove_suffix(1);
        out.append("M").append(points).append("z");
        svg.remove_prefix(at + whole.size() + 2);
    }
    return out.append(open.empty() ? "" : "'/>").append(svg);
}

/// Groups that hold nothing, as gnuplot writes many.
std::string without_empty_groups(std::string_view svg) {
    std::string out;
    while (!svg.empty()) {
        auto const line = svg.substr(0, std::min(svg.find('\n') + 1, svg.size()));
        svg.remove_prefix(line.size());
        if (line.starts_with("<g ") && svg.starts_with("</g>\n"))
            svg.remove_prefix(5);
        else
            out.append(line);
    }
    return out;
}

} // namespace

std::string html_escaped(std::string_view text) {
    using nlohmann::json;
    auto const sound = json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
    std::string out;
    for (char const c : sound) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
                out += "\xEF\xBF\xBD";
            else
                out += c;
        }
    }
    return out;
}

std::string inline_svg(std::string_view from_gnuplot, picture const& p) {
    between(from_gnuplot, "<defs>", "</defs>");
    auto const body = from_gnuplot.substr(from_gnuplot.find("</defs>") + 7);
    auto svg = without_empty_groups(with_joined_polygons(body.substr(0, body.rfind("</svg>"))));
    // Ids would repeat from picture to picture, and titles would be shown as tips.
    for (int layer = 1; svg.find("gnuplot_plot_") != std::string::npos; ++layer)
        replace_all(svg, fmt::format("<g id=\"gnuplot_plot_{0}\" ><title>gnuplot_plot_{0}</title>", layer), "<g>");
    svg = with_colours(svg);
    for (auto const* const black : {"\"black\"", "'black'", "\"gray\"", "'gray'"})
        replace_all(svg, black, "\"currentColor\"");
    replace_all(svg, " font-family=\"sans-serif\"", "");
    replace_all(svg, "</g>\n</svg>", "</svg>");
    svg = with_texts(svg, p.texts());
    return fmt::format("<svg class=\"pic\" viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"{}\"><g>{}</svg>\n",
                       p.size().width, p.size().height, html_escaped(p.described()), svg);
}

std::string mark_shapes(std::string_view from_gnuplot) {
    std::string shapes;
    auto rest = between(from_gnuplot, "<defs>", "</defs>");
    while (!rest.empty()) {
        auto const line = rest.substr(0, std::min(rest.find('\n') + 1, rest.size()));
        rest.remove_prefix(line.size());
        if (line.find("id='gp") != std::string_view::npos) shapes.append(line.substr(line.find('<')));
    }
    return "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\n" + shapes +
           "</defs></svg>\n";
}

} // namespace tool
