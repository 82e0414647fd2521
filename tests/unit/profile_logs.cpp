// Training logs: the corpus with its known rates, pieces of any size, forms of the user's own, and what a reader says.
#include <gangway/profile/log/reader.hpp>
#include <gangway/text/csv.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>

using namespace gangway;
using namespace gangway::profile;

namespace {

std::string const corpus = GANGWAY_SOURCE_DIR "/tests/data/logs/";

std::string file_at(std::string const& path) {
    std::ifstream in{path, std::ios::binary};
    REQUIRE(in.is_open());
    return {std::istreambuf_iterator<char>{in}, {}};
}

struct excerpt {
    std::string name;
    std::string form;
    double rate = 0.0; // 0: it holds none
    bool samples = false;
};

std::vector<excerpt> excerpts() {
    std::vector<excerpt> out;
    text::ledger account{"expected.csv", text::rule::stop};
    text::csv_column const columns[] = {{"file", true}, {"form", true}, {"rate", true}, {"unit", true}};
    text::for_each_row(file_at(corpus + "expected.csv"), account, columns, [&](auto const& f, std::size_t) {
        excerpt e{std::string{f[0]}, std::string{f[1]}, 0.0, f[3] == "samples/s"};
        if (!f[2].empty()) REQUIRE(text::parse_number(f[2], e.rate) == text::number_fault::none);
        out.push_back(std::move(e));
    });
    REQUIRE_FALSE(account.stopped());
    return out;
}

log_summary read_all(std::string_view log, std::span<log_form const> own = {}) {
    log_reader r{own};
    r.feed(log);
    return r.summary();
}
bool has(log_summary const& s, log_doubt what) {
    return std::any_of(s.findings.begin(), s.findings.end(), [&](auto const& f) { return f.what == what; });
}
log_finding the(log_summary const& s, log_doubt what) {
    auto const at = std::find_if(s.findings.begin(), s.findings.end(), [&](auto const& f) { return f.what == what; });
    REQUIRE(at != s.findings.end());
    return *at;
}
std::string repeated(int n, std::string (*line)(int)) {
    std::string out;
    for (int i = 1; i <= n; ++i) out += line(i);
    return out;
}

} // namespace

TEST_CASE("every excerpt of the corpus tells its rate within 2 %, and none where there is none") {
    int with = 0;
    int without = 0;
    double worst = 0.0;
    for (auto const& e : excerpts()) {
        INFO(e.name);
        log_reader r;
        auto const log = file_at(corpus + e.name);
        r.feed(log);
        auto const s = r.summary();
        CHECK(s.bytes == log.size());
        CHECK(s.lines == static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n')));
        CHECK(s.stream.has_value() == (e.rate > 0.0));
        if (e.rate == 0.0) {
            ++without;
            CHECK(has(s, log_doubt::no_rate));
            continue;
        }
        if (!s.stream) continue;
        ++with;
        double const error = s.rate.rate().value() / e.rate - 1.0;
        worst = std::max(worst, std::abs(error));
        CHECK(std::abs(error) < 0.02);
        CHECK(r.streams()[*s.stream].name == e.form);
        CHECK((r.streams()[*s.stream].unit == log_unit::samples) == e.samples);
    }
    MESSAGE(with, " excerpts with a rate, worst error ", 100.0 * worst, " %; ", without, " without");
    CHECK(with >= 30);
    CHECK(without >= 10);
}

TEST_CASE("pieces of any size are the same log") {
    std::mt19937_64 random{11};
    for (auto const& e : excerpts()) {
        INFO(e.name);
        auto const log = file_at(corpus + e.name);
        auto const whole = read_all(log);
        for (std::size_t const most : {std::size_t{1}, std::size_t{9}, std::size_t{700}}) {
            log_reader r;
            for (std::size_t at = 0; at < log.size();) {
                auto const n = 1 + random() % most;
                r.feed(std::string_view{log}.substr(at, n));
                at += n;
            }
            auto const s = r.summary();
            CHECK(s.stream == whole.stream);
            CHECK(s.rate.each == whole.rate.each);
            CHECK(s.rate.readings == whole.rate.readings);
            CHECK(s.findings == whole.findings);
            CHECK(s.lines == whole.lines);
        }
    }
}

TEST_CASE("a rate is never made up: no unit, no time, no rate") {
    CHECK_FALSE(read_all(repeated(50, [](int i) { return "[" + std::to_string(i) + "/50] speed 12.5\n"; })).stream);
    CHECK_FALSE(read_all(repeated(50, [](int i) {
                    return std::to_string(i) + "/50 [00:10<00:20, 1,234.56it/s]\n";
                })).stream); // commas
    CHECK_FALSE(
        read_all(repeated(50, [](int i) { return std::to_string(i) + "/50 [00:10<00:20, 3.1kit/s]\n"; })).stream);
    CHECK_FALSE(read_all(repeated(50, [](int i) { return std::to_string(i) + "/50 [00:10<00:20, ?it/s]\n"; })).stream);
    auto const untimed = read_all(repeated(50, [](int i) { return "step " + std::to_string(i) + " loss 2.5\n"; }));
    CHECK(the(untimed, log_doubt::step_without_time) == log_finding{log_doubt::step_without_time, 1, 50});
    auto const zero = read_all(repeated(50, [](int i) {
        return "iter " + std::to_string(i) + ": loss 1.0, time " + (i % 2 ? "0.00" : "50.00") + "ms, mfu 1%\n";
    }));
    CHECK(the(zero, log_doubt::bad_value) == log_finding{log_doubt::bad_value, 1, 25});
    CHECK(zero.rate.rate().value() == doctest::Approx(20.0));
}

TEST_CASE("what the log is like is said, with the line") {
    auto const cut = read_all(file_at(corpus + "cut_last_line.log"));
    CHECK(the(cut, log_doubt::cut_last_line).line == 50);
    auto const again = read_all(file_at(corpus + "megatron_restart.log"));
    CHECK(the(again, log_doubt::restart) == log_finding{log_doubt::restart, 63, 1});
    CHECK(has(read_all(file_at(corpus + "megatron_checkpoints.log")), log_doubt::stalls));
    CHECK(has(read_all(file_at(corpus + "hf_trainer_no_bar.log")), log_doubt::whole_run_only));
    CHECK(has(read_all(file_at(corpus + "hf_trainer_no_bar.log")), log_doubt::few_readings));
    auto const back = read_all(repeated(60, [](int i) {
        return "2024-03-07 10:" + std::to_string(10 + (i == 30 ? 0 : i / 2)) + (i % 2 ? ":30" : ":00") + " step " +
               std::to_string(10 * i) + "\n";
    }));
    CHECK(the(back, log_doubt::clock_went_back).line == 30);
    auto const coarse =
        read_all(repeated(60, [](int i) { return std::to_string(i) + "/99 [==>.] 9s 2s/step - loss: 1.0\n"; }));
    CHECK(has(coarse, log_doubt::coarse_digits));
    auto const falling = read_all(repeated(60, [](int i) {
        return "iter " + std::to_string(i) + ": loss 1.0, time " + std::to_string(900 - 9 * i) + ".00ms, mfu 1%\n";
    }));
    CHECK(has(falling, log_doubt::not_settled));
    auto const uneven = read_all(repeated(60, [](int i) {
        return "iter " + std::to_string(i) + ": loss 1.0, time " + (i % 3 ? "50" : "100") + ".00ms, mfu 1%\n";
    }));
    CHECK(has(uneven, log_doubt::uneven));
    std::string const longest(70'000, 'x');
    CHECK(the(read_all(longest + " 3.0 it/s\nstep 3\n"), log_doubt::overlong_line).count == 1);
    CHECK(the(read_all(longest), log_doubt::overlong_line).count == 1);
    log_reader pieces;
    for (int i = 0; i < 70; ++i) pieces.feed(std::string(1000, 'x'));
    pieces.feed(" it/s\nstep 3\n");
    CHECK(pieces.lines() == 2);
    CHECK(the(pieces.summary(), log_doubt::overlong_line).count == 1);
    auto const ranks = read_all(repeated(60, [](int i) {
        std::string const n = std::to_string(i);
        return "[rank0]: iter " + n + ": loss 1.0, time 100.00ms, mfu 1%\n[rank1]: iter " + n +
               ": loss 1.0, time 125.00ms, mfu 1%\n";
    }));
    CHECK(has(ranks, log_doubt::ranks_differ));
    CHECK(ranks.rate.rate().value() == doctest::Approx(8.0)); // the slowest rank is the pace of all
    std::string many;
    for (int i = 0; i < 300; ++i) many += "[rank" + std::to_string(i) + "]: iter 1: loss 1.0, time 100.00ms, mfu 1%\n";
    CHECK(the(read_all(many), log_doubt::too_many_streams) == log_finding{log_doubt::too_many_streams, 257, 44});
}

TEST_CASE("means since the start are taken apart again") {
    // Steps 2 to 101 take 0.1 s, all later ones 0.2 s; the mean of Keras leaves the first step out, that of others does
    // not.
    auto const digits = [](double v) {
        char text[32];
        std::snprintf(text, sizeof text, "%.12f", v);
        return std::string{text};
    };
    auto const line = [&](int n, bool keras) {
        double const later = 0.1 * std::min(n - 1, 100) + 0.2 * std::max(0, n - 101);
        return keras ? std::to_string(n) + "/2000 [==>.] 9s " + digits(1e3 * later / (n - 1)) + "ms/step - loss: 1\n"
                     : "iter: " + std::to_string(n) + "  total_loss: 1  time: " + digits((later + 0.1) / n) +
                           "  data_time: 0.01  lr: 1\n";
    };
    for (bool const keras : {true, false}) {
        std::string log;
        for (int n = 11; n < 500; n += 10) log += line(n, keras);
        log_reader r;
        r.feed(log);
        REQUIRE(r.streams().size() == 1);
        auto const& readings = r.streams()[0].readings();
        REQUIRE(readings.size() == 49);
        CHECK(readings[0].units == (keras ? 10.0 : 11.0));
        for (std::size_t i = 0; i < readings.size(); ++i)
            CHECK(readings[i].each == doctest::Approx(i < 10 ? 0.1 : 0.2).epsilon(1e-9));
    }
}

TEST_CASE("the end of a bar tells only what its lines have not told") {
    auto const bar = [](int n, std::string const& rate) {
        return "\rtrain: " + std::to_string(n) + "/30 [00:10<00:20, " + rate + "it/s]";
    };
    std::string log;
    for (int n = 1; n < 30; ++n) log += bar(n, " 5.00");
    log_reader lines;
    lines.feed(log + bar(30, " 3.00") + bar(30, " 3.00") + "\n");
    CHECK(lines.streams()[0].readings().size() == 29);
    CHECK_FALSE(lines.streams()[0].whole_only());
    log_reader ends;
    for (int epoch = 0; epoch < 7; ++epoch) ends.feed(bar(30, " 3.00") + "\n");
    CHECK(ends.streams()[0].readings().size() == 7);
    CHECK(ends.streams()[0].whole_only());
    log_reader redrawn;
    redrawn.feed(bar(30, " 3.00") + bar(30, " 3.00") + "\n");
    CHECK(redrawn.streams()[0].readings().size() == 1);
}

TEST_CASE("a form of the user's own is one pattern") {
    log_form const own[] = {{"mine", "step {step} | {it/s} it/s", log_span::window},
                            {"tokens", "{time}*tok {step}", log_span::stamps}};
    auto const log =
        repeated(40, [](int i) { return "12:00 step " + std::to_string(i) + " | 4.0 it/s, 12.0 tok/s\n"; });
    CHECK_FALSE(read_all(log).stream);
    auto const s = read_all(log, own);
    REQUIRE(s.stream);
    CHECK(s.rate.rate().value() == 4.0);
    auto const stamped = read_all(
        repeated(
            40, [](int i) { return std::to_string(1'700'000'000 + 10 * i) + " tok " + std::to_string(30 * i) + "\n"; }),
        own);
    REQUIRE(stamped.stream);
    CHECK(stamped.rate.rate().value() == 3.0);
}

TEST_CASE("the pattern language") {
    auto const read = [](std::string_view pattern, std::string_view line) -> std::optional<log_match> {
        std::string why;
        auto const p = log_pattern::parse(pattern, why);
        REQUIRE_MESSAGE(p.has_value(), why);
        for (auto at = line.find(p->anchor_text()); at != std::string_view::npos;
             at = line.find(p->anchor_text(), at + 1))
            if (log_match m; p->match(line, at, m)) return m;
        return std::nullopt;
    };
    auto const m =
        read("{step}/{total} [{elapsed}<*, {s/it}s/it", "Epoch 1:  50%|##| 100/200 [01:53<01:53,  1.13s/it, loss=2]");
    REQUIRE(m);
    CHECK(m->step == 100.0);
    CHECK(m->total == 200.0);
    CHECK(m->value == 1.13);
    CHECK(m->resolution == doctest::Approx(0.005));
    CHECK(read("took {ms/it} ms", "it took 1.5e2 ms")->value == doctest::Approx(0.15));
    CHECK(read("took {ms/it} ms", "it took 1.5e2 ms")->resolution == doctest::Approx(0.005)); // half of 0.1e2 ms
    CHECK(read("took {us/it}us", "took 250us")->value == doctest::Approx(250e-6));
    CHECK(read("step~{step}*rate~{it/s}", "{\"step\": 7, \"lr\": 1, \"rate\": 2.5}")->step == 7.0);
    CHECK(read("a {} b {it/s} it/s", "a 3 b 4.5 it/s")->value == 4.5);
    CHECK_FALSE(read("a {it/s} it/s", "a x it/s"));
    CHECK_FALSE(read("rate {it/s}", "rate nan"));
    CHECK_FALSE(read("rate {it/s}", "rate 1,234"));
    CHECK(read("rate {it/s}", "rate 1, 234")->value == 1.0);
    CHECK_FALSE(read("*{it/s} it/s", "12.5.3 it/s")); // a version, not a number
    for (auto const* bad : {"", "step {step}", "{it/s}", "{it/s", "x {speed} y", "{it/s} {s/it} ab", "ab {it/s}{step}",
                            "{time}* {step} x"}) {
        INFO(bad);
        std::string why;
        CHECK_FALSE(log_pattern::parse(bad, why));
        CHECK_FALSE(why.empty());
    }
    std::string why;
    for (auto const& f : log_forms) CHECK(log_pattern::parse(f.pattern, why));
}

TEST_CASE("numbers in lines are read as exactly as anywhere") {
    std::mt19937_64 random{2};
    for (int i = 0; i < 2000; ++i) {
        std::string s = std::to_string(random() % 1'000'000);
        if (random() % 2) s += "." + std::to_string(random() % 1'000'000'000).substr(0, 1 + random() % 9);
        double quick = 0.0;
        double slow = 0.0;
        int decimals = 0;
        if (!detail::parse_short(s, quick, decimals)) continue;
        REQUIRE(text::parse_number(s, slow) == text::number_fault::none);
        CHECK(quick == slow);
    }
}

TEST_CASE("the finder finds what a search for each word finds") {
    std::mt19937_64 random{4};
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<std::string> words;
        auto const text_of = [&](std::size_t n) {
            std::string s;
            while (s.size() < n) s += static_cast<char>('a' + random() % 3);
            return s;
        };
        for (std::size_t i = 0, n = 1 + random() % 6; i < n; ++i) words.push_back(text_of(2 + random() % 4));
        auto const text = text_of(random() % 80);
        word_finder const finder{words};
        std::size_t from = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            bool const here = std::any_of(words.begin(), words.end(), [&](auto const& w) {
                return std::string_view{text}.substr(at).starts_with(w);
            });
            if (!here) continue;
            CHECK(finder.next(text, from) == at);
            from = at + 1;
        }
        CHECK(finder.next(text, from) == word_finder::none);
    }
}

TEST_CASE("timestamps") {
    auto const at = [](std::string_view s) { return time_in(s); };
    CHECK(at("[2024-03-07 15:27:02,646] x")->seconds - at("2024/03/07T15:27:00 x")->seconds == doctest::Approx(2.646));
    CHECK(at("[2024-03-07 15:27:02,646] x")->resolution == doctest::Approx(0.001));
    CHECK(at("03/01 00:00:10 x")->seconds - at("02/29 23:59:50 x")->seconds == doctest::Approx(20.0));
    CHECK(at("I0930 12:34:56.5 x")->seconds == doctest::Approx(45'296.5));
    CHECK_FALSE(at("I0930 12:34:56.5 x")->has_day);
    CHECK(at("{\"t\": 1709855880.25}")->seconds == 1709855880.25);
    CHECK_FALSE(at("1709855880250 x")); // thirteen digits: milliseconds, or not
    CHECK_FALSE(at("step 12 of 100"));
    CHECK_FALSE(at("99:99:99"));
    CHECK_FALSE(at(std::string(70, ' ') + "12:34:56"));
}

TEST_CASE("ranks") {
    CHECK(detail::rank_of("[rank3]: x") == 3);
    CHECK(detail::rank_of("[2024-03-07] [INFO] [Rank 12] step") == 12);
    CHECK(detail::rank_of("[1,5]<stdout>: x") == 5);
    CHECK(detail::rank_of("worker-7: x") == 7);
    CHECK(detail::rank_of("2: x") == 2);
    CHECK(detail::rank_of("12:30:00 frank 3") == -1);
    CHECK(detail::rank_of("rank=4 loss") == 4);
}

TEST_CASE("a log without an end takes bounded memory, and joined readings keep the rate") {
    log_reader r;
    std::string piece;
    for (int i = 1; i <= 400'000; ++i) {
        piece += "iter " + std::to_string(i) + ": loss 1.0, time " + (i % 2 ? "10.00" : "10.20") + "ms, mfu 1%\n";
        if (i % 10'000 == 0) {
            r.feed(piece);
            piece.clear();
        }
    }
    auto const& s = r.streams().at(0);
    CHECK(s.readings().size() <= log_stream::most_readings);
    CHECK(s.lines == 400'000);
    CHECK(r.summary().rate.each == doctest::Approx(0.0101));
    CHECK(s.covered().value() == doctest::Approx(4040.0).epsilon(1e-3));
}
