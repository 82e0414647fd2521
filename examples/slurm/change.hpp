// slurm - one change to one job: what is to be written, and how it reads in the log.
#pragma once

#include "records.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace slurm {

enum class action {
    comment, ///< the comment, and the nice value that it kept
    rank,    ///< a priority
    unrank,  ///< back to the priority that Slurm computes
    release, ///< a held gang may start, on these nodes
    hold     ///< a released gang is held again, and asks for no node by name
};

/// Only what differs from the record; the record itself is not needed to write it.
struct change {
    action what = action::comment;
    std::uint32_t job = 0;
    std::string name;
    std::uint32_t priority = 0;         ///< of a rank
    std::int64_t nice = 0;              ///< of an unrank, or what a comment that goes had kept; 0 for none
    std::string nodes;                  ///< of a release
    std::optional<std::string> comment; ///< admin_comment as a whole

    [[nodiscard]] std::string text() const {
        std::string out = "job " + std::to_string(job) + " (" + name + "): ";
        switch (what) {
        case action::comment: out += nice != 0 ? "nice " + std::to_string(nice) + "; " : ""; break;
        case action::rank: out += "priority " + std::to_string(priority); break;
        case action::unrank: out += "priority as Slurm computes it"; break;
        case action::release: out += "release to " + nodes; break;
        case action::hold: out += "hold again"; break;
        }
        if (comment) out += (what == action::comment ? "says \"" : "; says \"") + *comment + "\"";
        return out;
    }
};

} // namespace slurm
