// What a stranger writes first; built in four ways by consume.cmake.
#include <gangway/gangway.hpp>

#include <cstdio>

int main() {
    constexpr gangway::amounts<2> node{8, 64};
    constexpr gangway::amounts<2> task{2, 12};
    auto const tasks = gangway::tasks_that_fit(task, node);
    auto const end = gangway::instant{0.0} + gangway::hours{2};
    std::printf("%lld tasks of the job fit on the node and end at %.0f s\n", static_cast<long long>(tasks), end.value());
    return tasks == 4 && end.value() == 7200.0 ? 0 : 1;
}
