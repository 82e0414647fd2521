// slurm - one table of fields for each kind of record; writing and reading both walk it.
#include "record_json.hpp"

#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace slurm {

namespace {

template <class Visit>
void each_field(job_info_t& r, Visit&& visit) {
    visit("job_id", r.job_id);
    visit("name", r.name);
    visit("partition", r.partition);
    visit("comment", r.comment);
    visit("admin_comment", r.admin_comment);
    visit("job_state", r.job_state);
    visit("state_reason", r.state_reason);
    visit("priority", r.priority);
    visit("nice", r.nice);
    visit("num_nodes", r.num_nodes);
    visit("max_nodes", r.max_nodes);
    visit("num_cpus", r.num_cpus);
    visit("num_tasks", r.num_tasks);
    visit("tres_per_node", r.tres_per_node);
    visit("tres_per_job", r.tres_per_job);
    visit("tres_per_task", r.tres_per_task);
    visit("tres_per_socket", r.tres_per_socket);
    visit("shared", r.shared);
    visit("features", r.features);
    visit("licenses", r.licenses);
    visit("resv_name", r.resv_name);
    visit("dependency", r.dependency);
    visit("array_task_str", r.array_task_str);
    visit("het_job_id", r.het_job_id);
    visit("submit_time", r.submit_time);
    visit("eligible_time", r.eligible_time);
    visit("start_time", r.start_time);
    visit("time_limit", r.time_limit);
    visit("nodes", r.node_inx);
    visit("required_nodes", r.req_node_inx);
    visit("required_node_names", r.req_nodes);
    visit("excluded_nodes", r.exc_node_inx);
}
template <class Visit>
void each_field(node_info_t& r, Visit&& visit) {
    visit("name", r.name);
    visit("node_state", r.node_state);
    visit("gres", r.gres);
    visit("gres_used", r.gres_used);
    visit("cpus", r.cpus_efctv);
}
template <class Visit>
void each_field(partition_info_t& r, Visit&& visit) {
    visit("name", r.name);
    visit("state_up", r.state_up);
    visit("nodes", r.node_inx);
}

std::size_t length_of(int32_t const* list) {
    std::size_t n = 0;
    while (list[n] >= 0) ++n;
    return n;
}

// Null is left out. Pairs of indices end with -1, which is left out too.
struct into_json {
    nlohmann::json& object;

    void operator()(char const* name, char const* text) const {
        if (text != nullptr) object[name] = text;
    }
    void operator()(char const* name, int32_t const* list) const {
        if (list != nullptr) object[name] = std::vector<int32_t>(list, list + length_of(list));
    }
    template <class Number>
        requires std::is_arithmetic_v<Number>
    void operator()(char const* name, Number number) const {
        object[name] = number;
    }
};

template <class Record>
nlohmann::json objects_of(std::span<Record> all) {
    auto out = nlohmann::json::array();
    for (auto& r : all) {
        auto object = nlohmann::json::object();
        each_field(r, into_json{object});
        out.push_back(std::move(object));
    }
    return out;
}

} // namespace

std::string record_line(records const& r) {
    nlohmann::json const document{{"time", r.now},
                                  {"jobs", objects_of(r.jobs)},
                                  {"nodes", objects_of(r.nodes)},
                                  {"partitions", objects_of(r.partitions)}};
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

template <class Record>
void recorded::read(char const* what, std::vector<Record>& into) {
    auto& all = document_.at(what);
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto& object = all[i];
        Record record;
        std::memset(&record, 0, sizeof record);
        char const* field = "";
        try {
            each_field(record, [&](char const* name, auto& value) {
                field = name;
                using type = std::remove_reference_t<decltype(value)>;
                if constexpr (std::is_same_v<type, char*>) {
                    if (object.contains(name)) value = object.at(name).template get_ref<std::string&>().data();
                } else if constexpr (std::is_same_v<type, int32_t*>) {
                    if (!object.contains(name)) return;
                    auto& list = lists_.emplace_back(object.at(name).template get<std::vector<int32_t>>());
                    if (list.size() % 2 != 0) throw std::runtime_error{"not pairs of first and last index"};
                    list.push_back(-1);
                    value = list.data();
                } else {
                    value = object.at(name).template get<type>();
                }
            });
        } catch (std::exception const& e) {
            throw std::runtime_error{std::string{what} + "[" + std::to_string(i) + "], field " + field + ": " +
                                     e.what()};
        }
        into.push_back(record);
    }
}

recorded::recorded(std::string_view line) : document_(nlohmann::json::parse(line)) {
    now_ = document_.at("time").get<std::time_t>();
    read("jobs", jobs_);
    read("nodes", nodes_);
    read("partitions", partitions_);
}

} // namespace slurm
