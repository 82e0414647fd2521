// Quoted by docs/traces.md: the text of a trace becomes jobs and issues.
#include <gangway/trace/detect.hpp>

#include <cstdio>
#include <string>

int jobs_of(std::string const& file_name, std::string const& content) {
    gangway::trace::read_result const t = gangway::trace::read(file_name, content);
    if (!t.usable) {
        for (auto const& issue : t.issues) std::printf("%zu: %s\n", issue.line, issue.what.c_str());
        return 0;
    }
    for (gangway::trace::job const& j : t.jobs)
        std::printf("%s: %lld GPUs, from %g on for %g s\n", j.id.c_str(), static_cast<long long>(j.gpus),
                    j.submitted.value(), j.run.value());
    return static_cast<int>(t.jobs.size());
}

int main() {
    std::string const two = "job_id,submit_s,gpus,run_s\nj1,0,8,3600\nj2,60,1,90\n";
    return jobs_of("mine.csv", two) == 2 && jobs_of("empty.csv", "") == 0 ? 0 : 1;
}
