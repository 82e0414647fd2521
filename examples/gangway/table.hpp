// tool - tables of text: columns as wide as they must be, numbers to the right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tool {

class table {
  public:
    explicit table(std::vector<std::string> header) { add(std::move(header)); }

    /// Expects: as many fields as the header has.
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    /// The first column stands to the left, all others to the right; two blanks between columns.
    [[nodiscard]] std::string text(std::string const& indent = "  ") const {
        std::vector<std::size_t> width(rows_.front().size(), 0);
        for (auto const& row : rows_)
            for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
        std::string out;
        for (auto const& row : rows_) {
            std::string line = indent;
            for (std::size_t c = 0; c < row.size(); ++c) {
                std::string const pad(width[c] - row[c].size(), ' ');
                line += (c > 0 ? "  " : "") + (c == 0 ? row[c] + pad : pad + row[c]);
            }
            while (!line.empty() && line.back() == ' ') line.pop_back();
            out += line + "\n";
        }
        return out;
    }

  private:
    std::vector<std::vector<std::string>> rows_;
};

} // namespace tool
