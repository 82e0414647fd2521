// The main of the doctest executables: a test that cannot run here says so and is counted as skipped.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <iostream>
#include <string>
#include <vector>

namespace {

std::vector<std::string> skipped;

/// Collects messages that start with "skipped", e.g. `MESSAGE("skipped: ../shared/data is absent")`.
struct skip_listener : doctest::IReporter {
    explicit skip_listener(doctest::ContextOptions const&) {}

    void log_message(doctest::MessageData const& message) override {
        std::string const text = message.m_string.c_str();
        if (text.rfind("skipped", 0) == 0) skipped.push_back(text);
    }

    void report_query(doctest::QueryData const&) override {}
    void test_run_start() override {}
    void test_run_end(doctest::TestRunStats const&) override {}
    void test_case_start(doctest::TestCaseData const&) override {}
    void test_case_reenter(doctest::TestCaseData const&) override {}
    void test_case_end(doctest::CurrentTestCaseStats const&) override {}
    void test_case_exception(doctest::TestCaseException const&) override {}
    void subcase_start(doctest::SubcaseSignature const&) override {}
    void subcase_end() override {}
    void log_assert(doctest::AssertData const&) override {}
    void test_case_skipped(doctest::TestCaseData const&) override {}
};

DOCTEST_REGISTER_LISTENER("skips", 1, skip_listener);

constexpr int ctest_skip = 77; // SKIP_RETURN_CODE in tests/CMakeLists.txt

} // namespace

int main(int argc, char** argv) {
    int const result = doctest::Context{argc, argv}.run();
    for (auto const& text : skipped) std::cout << "[gangway] " << text << '\n';
    return result == 0 && !skipped.empty() ? ctest_skip : result;
}
