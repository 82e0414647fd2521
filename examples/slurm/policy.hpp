// slurm - the policy from text: the same words, and the same objects, as in a replay.
#pragma once

#include "profiles.hpp"

#include <gangway/runtime/compose.hpp>

#include <stdexcept>
#include <string>

namespace slurm {

inline constexpr char const* usual_policy = "efficiency+aging(6h);protected(36h);best-fit";

using any_policy = gangway::runtime::any_policy<cluster, job_profiles>;

/// Throws `std::runtime_error` that says what is wrong with the text. Expects: the profiles outlive the policy.
[[nodiscard]] inline any_policy compose(std::string const& text, job_profiles const& profiles) {
    auto made = gangway::runtime::compose<cluster, job_profiles>(text, {.profiles = &profiles});
    if (!made) throw std::runtime_error{made.error};
    return std::move(*made.policy);
}

} // namespace slurm
