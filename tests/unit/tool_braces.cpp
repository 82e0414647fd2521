// Ranges in texts of the command line.
#include "../../examples/gangway/braces.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace tool;

TEST_CASE("braces stand for each of their values") {
    CHECK(expand_braces("fifo") == std::vector<std::string>{"fifo"});
    CHECK(expand_braces("a{1..3}") == std::vector<std::string>{"a1", "a2", "a3"});
    CHECK(expand_braces("d({12h,24h},{4,8})") == std::vector<std::string>{"d(12h,4)", "d(12h,8)", "d(24h,4)", "d(24h,8)"});
    CHECK(expand_braces("fifo;{greedy,draining(24h,8)}") == std::vector<std::string>{"fifo;greedy", "fifo;draining(24h,8)"});
    CHECK(expand_braces("{a,b{1,2}}") == std::vector<std::string>{"a", "b1", "b2"});
    CHECK_THROWS_AS((void)expand_braces("a{1,2"), unusable_input);
    CHECK_THROWS_AS((void)expand_braces("a}"), unusable_input);
    CHECK_THROWS_AS((void)expand_braces("{5..1}"), unusable_input);
    CHECK_THROWS_AS((void)expand_braces("{1..x}"), unusable_input);
}
