// expect: deleted
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

struct record {
    int id;
    gang<1> shape;
    instant submitted;
};
struct machine {
    int id;
    amounts<1> capacity;
    amounts<1> free;
};
auto const model = adapt<record>(
    job_fields{.id = &record::id, .shape = &record::shape, .submitted = &record::submitted}, std::vector<machine>{},
    node_fields{.id = &machine::id, .capacity = &machine::capacity, .free = &machine::free},
    [] { return std::vector<running_gang<record const*, std::vector<grant<machine const*>>>>{}; });
