// tool - reads and writes the parts of a sweep.
#include "shard.hpp"

#include "duration_text.hpp"
#include "error.hpp"
#include "files.hpp"

#include <gangway/text/text.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>

namespace tool {

namespace {

constexpr std::string_view first_word = "# gangway sweep";
constexpr std::size_t most_shards = 1'000'000;

/// What a shard says of itself.
struct heading {
    std::string sweep; ///< the same for all parts of one sweep
    shard part;
    std::size_t policies = 0;
    std::size_t cells = 0; ///< of the whole sweep
    std::size_t rows = 0;  ///< of this part
};

/// FNV-1a, 64 bits: tells grids apart, no more. Source: Fowler, Noll, Vo, draft-eastlake-fnv.
class fingerprint {
  public:
    void add(std::string_view text) {
        for (char const c : text) mix(static_cast<unsigned char>(c));
        mix(0xff); // no byte of UTF-8: ends a text
    }
    void add(double value) { add(exact(value)); }
    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", state_); }

  private:
    void mix(unsigned char byte) {
        state_ ^= byte;
        state_ *= 1'099'511'628'211ULL;
    }
    std::uint64_t state_ = 14'695'981'039'346'656'037ULL;
};

// Names and parameters, and what stands behind the names of files: two machines may hold different ones.
std::string fingerprint_of(sweep_grid const& grid) {
    fingerprint f;
    f.add(fmt::format("{}.{}.{}", GANGWAY_VERSION_MAJOR, GANGWAY_VERSION_MINOR, GANGWAY_VERSION_PATCH));
    for (auto const& p : grid.policies) f.add(p.text);
    setup const* last = nullptr;
    for (auto const& c : grid.cases) {
        f.add(case_fields(c));
        f.add(c.profiles->words);
        if (c.s.get() == last) continue; // the same trace and cluster, another seed
        last = c.s.get();
        for (auto const& model : c.profiles->set.models)
            for (auto const gpus : {1, 2, 4, 8, 16, 32, 64, 128}) f.add(model.samples(gpus));
        f.add(c.s->power);
        f.add(c.s->idle.value());
        if (c.s->sweeps)
            for (auto const& program : c.s->sweeps->programs())
                for (auto const& p : program.points) f.add(fmt::format("{} {} {}", p.clock.value(), p.time.value(), p.draw.value()));
        for (auto const gpus : c.s->cluster->gpus) f.add(static_cast<double>(gpus));
        for (auto const& job : c.s->trace->jobs) {
            f.add(job.id);
            f.add(job.submitted.value());
            f.add(static_cast<double>(job.gpus));
            f.add(job.run.value());
            f.add(job.estimate.value_or(gangway::duration{-1.0}).value());
        }
    }
    return f.text();
}

std::string print(heading const& h) {
    return fmt::format("{},{},shard,{},{},policies,{},cells,{},rows,{}\n", first_word, h.sweep, h.part.at + 1, h.part.of, h.policies,
                       h.cells, h.rows);
}

std::optional<heading> heading_in(std::vector<std::string_view> const& fields) {
    if (fields.size() != 11 || fields[0] != first_word || fields[2] != "shard") return std::nullopt;
    std::array<std::size_t, 5> numbers{};
    constexpr std::array<std::size_t, 5> places{3, 4, 6, 8, 10};
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto const n = whole_number_in<std::size_t>(fields[places[i]]);
        if (!n) return std::nullopt;
        numbers[i] = *n;
    }
    heading const h{std::string{fields[1]}, {numbers[0] - 1, numbers[1]}, numbers[2], numbers[3], numbers[4]};
    bool const honest = numbers[0] >= 1 && h.part.of <= most_shards && h.part.at < h.part.of && h.policies >= 1 && h.cells >= 1 && h.cells % h.policies == 0 &&
                        h.rows <= h.cells;
    return honest ? std::optional{h} : std::nullopt;
}

std::string print(std::size_t cell, sweep_row const& r) {
    return fmt::format("{},{},{},{},{},{},{},{},{}\n", cell, csv_field(r.policy), csv_field(r.cluster), r.is.comparable ? 1 : 0,
                       exact(r.is.mean_jct), exact(r.is.max_wait), exact(r.bound), csv_field(r.first), csv_field(r.last));
}

std::optional<std::pair<std::size_t, sweep_row>> row_in(std::vector<std::string_view> const& fields) {
    if (fields.size() != 9) return std::nullopt;
    auto const cell = whole_number_in<std::size_t>(fields[0]);
    auto const mean = number_in(fields[4]);
    auto const wait = number_in(fields[5]);
    auto const bound = number_in(fields[6]);
    if (!cell || !mean || !wait || !bound || (fields[3] != "0" && fields[3] != "1")) return std::nullopt;
    return std::pair{*cell, sweep_row{std::string{fields[1]}, std::string{fields[2]}, std::string{fields[7]}, std::string{fields[8]},
                                      comparison{fields[3] == "1", *mean, *wait}, *bound}};
}

/// One file, whole.
struct part_file {
    heading is;
    std::string name;
    std::vector<std::pair<std::size_t, sweep_row>> rows;
};

part_file read_part(std::string const& file) {
    auto const content = read_file(file);
    part_file out{{}, file, {}};
    gangway::text::line_cursor lines{content};
    gangway::text::comma_splitter splitter;
    std::vector<std::string_view> fields;
    gangway::text::line line;
    bool headed = false;
    while (lines.next(line)) {
        bool const split = splitter.split(line.text, fields);
        if (!headed) {
            auto const h = split ? heading_in(fields) : std::nullopt;
            if (!h) throw unusable_input{file + ":1: this is no part of a sweep; write one with gangway sweep --shard i/n -o FILE"};
            out.is = *h;
            headed = true;
            continue;
        }
        auto row = split ? row_in(fields) : std::nullopt;
        if (!row || row->first >= out.is.cells)
            throw unusable_input{fmt::format("{}:{}: the row is damaged; run part {}/{} again", file, line.number, out.is.part.at + 1,
                                             out.is.part.of)};
        out.rows.push_back(std::move(*row));
    }
    if (!headed) throw unusable_input{file + ": the file is empty; it should be a part of a sweep"};
    if (out.rows.size() != out.is.rows)
        throw unusable_input{fmt::format("{}: {} of {} rows are there: the file is cut; run part {}/{} again", file, out.rows.size(),
                                         out.is.rows, out.is.part.at + 1, out.is.part.of)};
    return out;
}

std::string lost_parts(std::vector<std::string> const& file_of_part) {
    std::string out;
    for (std::size_t i = 0; i < file_of_part.size(); ++i)
        if (file_of_part[i].empty()) out += (out.empty() ? "" : ", ") + fmt::format("{}/{}", i + 1, file_of_part.size());
    return out;
}

} // namespace

std::optional<shard> shard_in(std::string const& text) {
    if (text.empty()) return std::nullopt;
    auto const slash = std::min(text.find('/'), text.size());
    auto const at = whole_number_in<std::size_t>(std::string_view{text}.substr(0, slash));
    auto const of = whole_number_in<std::size_t>(std::string_view{text}.substr(std::min(slash + 1, text.size())));
    if (!at || !of || *at < 1 || *at > *of || *of > most_shards)
        throw unusable_input{"--shard " + in_quotes(text) + " is no part; write i/n, as 3/8, with i from 1 to n"};
    return shard{*at - 1, *of};
}

void write_shard(std::string const& file, sweep_grid const& grid, shard const& part, std::map<std::size_t, sweep_row> const& rows) {
    std::string out = print(heading{fingerprint_of(grid), part, grid.policies.size(), grid.policies.size() * grid.cases.size(), rows.size()});
    for (auto const& [cell, row] : rows) out += print(cell, row);
    if (file == "-") {
        write_file(file, out);
        return;
    }
    auto const unfinished = file + ".part";
    write_file(unfinished, out);
    std::error_code failed;
    std::filesystem::rename(unfinished, file, failed);
    if (failed) throw unusable_input{file + ": cannot be written: " + failed.message()};
}

sweep_rows read_shards(std::vector<std::string> const& files) {
    std::optional<heading> sweep;
    std::vector<std::string> file_of_part;
    std::map<std::size_t, sweep_row> rows;
    for (auto const& file : files) {
        auto part = read_part(file);
        if (!sweep) {
            sweep = part.is;
            file_of_part.resize(part.is.part.of);
        }
        if (part.is.sweep != sweep->sweep || part.is.part.of != sweep->part.of || part.is.cells != sweep->cells ||
            part.is.policies != sweep->policies)
            throw unusable_input{file + ": is of another sweep than " + files[0] +
                                 ": other traces, clusters, policies or seeds, another version of gangway or number of parts"};
        auto& has = file_of_part[part.is.part.at];
        if (!has.empty())
            throw unusable_input{fmt::format("{} and {} are both part {}/{}", has, file, part.is.part.at + 1, part.is.part.of)};
        has = file;
        for (auto& [cell, row] : part.rows)
            if (!rows.emplace(cell, std::move(row)).second) throw unusable_input{fmt::format("{}: cell {} is there twice", file, cell)};
    }
    if (auto const lost = lost_parts(file_of_part); !lost.empty()) throw unusable_input{"missing: part " + lost + "; run it again"};
    if (rows.size() != sweep->cells)
        throw unusable_input{fmt::format("{} of {} rows are there in all parts: a file was changed", rows.size(), sweep->cells)};
    sweep_rows out{sweep->policies, {}};
    for (auto& [cell, row] : rows) out.rows.push_back(std::move(row));
    return out;
}

} // namespace tool
