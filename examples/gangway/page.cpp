// tool - the page of a report: no script, nothing from the network, light and dark.
#include "page.hpp"

#include "error.hpp"
#include "files.hpp"
#include "gnuplot.hpp"
#include "page_svg.hpp"

#include <gangway/config.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace tool {

namespace {

// Okabe and Ito, "Color universal design", 2008. Yellow is darker on white, and blue lighter on black, than theirs:
// both would else be hard to see there.
constexpr char const* style = R"(
:root{color-scheme:light dark;--page:#fff;--ink:#222;--soft:#5c5c5c;--edge:#ddd;
--c0:#111;--c1:#0072b2;--c2:#d55e00;--c3:#009e73;--c4:#56b4e9;--c5:#e69f00;--c6:#cc79a7;--c7:#a59700;
--c8:#777;--c9:#ddd}
@media(prefers-color-scheme:dark){:root{--page:#15171a;--ink:#e6e6e6;--soft:#a9a9a9;--edge:#3a3d41;
--c0:#f2f2f2;--c1:#2d8fd0;--c7:#f0e442;--c8:#999;--c9:#34373b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:84rem;padding:1rem;background:var(--page);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2.2rem 0 .5rem}
p{max-width:50rem;overflow-wrap:anywhere}
.pair{display:grid;gap:1rem 2.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,29rem),1fr))}
figure{margin:1rem 0;max-width:44rem;min-width:0}
figure.wide{max-width:none}
figure h3{font-size:1rem;margin:0 0 .3rem}
figcaption{font-size:.9rem;color:var(--soft);overflow-wrap:anywhere}
.pic{display:block;width:100%;height:auto;color:var(--ink)}
.pic text{font-size:14px;font-family:inherit}
@media(max-width:35rem){.pic text{font-size:18px}.wide .pic text{font-size:14px}}
.scroll{overflow-x:auto}
.wide .pic{min-width:56rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;margin:.3rem 0;padding:0;font-size:.9rem}
.legend li{display:flex;gap:.5rem;align-items:center;overflow-wrap:anywhere;min-width:0}
.legend svg{flex:none}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;margin:.5rem 0}
th,td{padding:.25rem .7rem;text-align:right;border-bottom:1px solid var(--edge);white-space:nowrap}
th{font-weight:600;vertical-align:bottom}
.w{text-align:left;white-space:normal;min-width:2rem;max-width:24rem;overflow-wrap:anywhere}
th.w{white-space:nowrap}
td.name{min-width:min(17rem,42vw)}
details{margin:.6rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
a{color:inherit}
.files{font-size:.9rem;margin:.3rem 0}
footer{margin:3rem 0 1rem;font-size:.85rem;color:var(--soft)}
)";

std::string swatch(legend_entry const& e) {
    std::string const open = "<svg width=\"34\" height=\"12\" aria-hidden=\"true\">";
    if (e.as == legend_entry::kind::marked) // the very shape of the picture, see `mark_shapes`
        return open + fmt::format("<use href=\"#gpPt{}\" transform=\"translate(17,6) scale(5)\" fill=\"none\" "
                                  "color=\"var(--c{})\"/></svg>",
                                  gnuplot_mark(e.symbol) - 1, e.colour);
    if (e.as == legend_entry::kind::filled)
        return open + fmt::format("<rect x=\"8\" width=\"18\" height=\"12\" fill=\"var(--c{})\"/></svg>", e.colour);
    auto const dashed = dash_pattern(e.dash, ' ');
    return open + fmt::format("<path d=\"M0 6h34\" stroke=\"var(--c{})\" stroke-width=\"2.5\"{}/></svg>", e.colour,
                              dashed.empty() ? "" : " stroke-dasharray=\"" + dashed + "\"");
}

} // namespace

void page::heading(std::string const& words) {
    html("<h2>" + html_escaped(words) + "</h2>\n");
}

void page::paragraph(std::string const& words) {
    html("<p>" + html_escaped(words) + "</p>\n");
}

void page::begin_fold(std::string const& summary) {
    html("<details><summary>" + html_escaped(summary) + "</summary>\n");
}

void page::figure(std::string const& title, picture p, std::vector<legend_entry> const& legend,
                  std::string const& caption, bool wide) {
    std::string head = wide ? "<figure class=\"wide\">" : "<figure>";
    if (!title.empty()) head += "<h3>" + html_escaped(title) + "</h3>";
    pictures_.push_back(std::move(p));
    parts_.push_back({head + "<div class=\"scroll\">\n", pictures_.size() - 1});
    std::string tail = "</div>";
    if (!legend.empty()) {
        tail += "<ul class=\"legend\">\n";
        for (auto const& e : legend) tail += "<li>" + swatch(e) + "<span>" + html_escaped(e.name) + "</span></li>\n";
        tail += "</ul>";
    }
    if (!caption.empty()) tail += "<figcaption>" + html_escaped(caption) + "</figcaption>";
    html(tail + "</figure>\n");
}

void page::table(std::vector<std::string> const& header, std::vector<std::vector<std::string>> const& rows,
                 std::size_t words) {
    std::string out = "<div class=\"scroll\"><table><thead><tr>";
    for (std::size_t c = 0; c < header.size(); ++c)
        out += (c < words ? "<th class=\"w\">" : "<th>") + html_escaped(header[c]) + "</th>";
    out += "</tr></thead><tbody>\n";
    for (auto const& row : rows) {
        out += "<tr>";
        for (std::size_t c = 0; c < row.size(); ++c)
            out += (c >= words           ? "<td>"
                    : row[c].size() > 12 ? "<td class=\"w name\">"
                                         : "<td class=\"w\">") +
                   html_escaped(row[c]) + "</td>";
        out += "</tr>\n";
    }
    html(out + "</tbody></table></div>\n");
}

void page::file(std::string name, std::string content, std::string const& holds) {
    html("<p class=\"files\"><a href=\"" + name + "\">" + name + "</a>: " + html_escaped(holds) + "</p>\n");
    files_.emplace_back(std::move(name), std::move(content));
}

void page::write(std::string const& folder) const {
    std::string script;
    std::vector<std::string> names;
    for (auto const& p : pictures_) {
        names.push_back(fmt::format("{}.svg", names.size()));
        script += p.script(names.back());
    }
    auto const drawn = pictures_.empty() ? std::vector<std::string>{} : run_gnuplot(script, names);
    std::string out =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<title>" +
        html_escaped(title_) + "</title>\n<style>" + style + "</style></head><body>\n";
    if (!drawn.empty()) out += mark_shapes(drawn[0]);
    out += "<h1>" + html_escaped(title_) + "</h1>\n";
    for (auto const& p : parts_) {
        out += p.html;
        if (p.picture != none) out += inline_svg(drawn[p.picture], pictures_[p.picture]);
    }
    out += fmt::format("<footer>gangway {}.{}.{}; pictures by gnuplot</footer>\n</body></html>\n",
                       GANGWAY_VERSION_MAJOR, GANGWAY_VERSION_MINOR, GANGWAY_VERSION_PATCH);
    std::filesystem::path const in{folder};
    for (auto const& [name, content] : files_) write_file((in / name).string(), content);
    write_file((in / "report.html").string(), out);
}

void prepare_report(std::string const& folder) {
    find_gnuplot();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed || !std::filesystem::is_directory(folder))
        throw unusable_input{"--report " + in_quotes(folder) + ": this folder cannot be made" +
                             (failed ? ": " + failed.message() : "")};
    check_writable((std::filesystem::path{folder} / "report.html").string());
}

std::string shortened(std::string const& name, std::size_t most, keep part) {
    if (name.size() <= most) return name;
    auto const inside = [&](std::size_t i) { return i > 0 && i < name.size() && (name[i] & 0xC0) == 0x80; }; // a letter
    std::size_t cut = part == keep::begin ? most : name.size() - most;
    while (inside(cut)) part == keep::begin ? --cut : ++cut;
    constexpr std::string_view mark = "\xE2\x80\xA6";
    return part == keep::begin ? name.substr(0, cut).append(mark) : std::string{mark}.append(name, cut);
}

} // namespace tool
