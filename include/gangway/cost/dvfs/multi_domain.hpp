// L5 - the power of a device with several clock domains, from the use of its components and voltages nobody can read.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "../../config.hpp"
#include "voltage.hpp"

namespace gangway::cost {

/// P = sum over domains d of leakage_d V_d + V_d^2 f_d (idle_d + sum over its components of busy_i u_i).
///
/// Units: V_d is relative to the voltage at the domain's nominal clock; `leakage` in watts, `idle` and `busy` in joules
/// a cycle there; u_i is the use of a component in [0, 1] (issue slots, bytes of a cache, bytes of DRAM) over its peak.
/// Semantics: trained once on small kernels that use one component each, it foretells kernels it has not seen from
/// their use at one clock. It is wrong where a component that draws much is not among them.
/// Source: Guerreiro, Ilic, Roma, Tomas, "GPGPU Power Modeling for Multi-Domain Voltage-Frequency Scaling", HPCA 2018.
struct multi_domain_power {
    std::vector<std::size_t> domain_of; ///< of each component
    Eigen::VectorXd leakage;            ///< watts at V = 1, by domain
    Eigen::VectorXd idle;               ///< joules of a cycle without use at V = 1, by domain
    Eigen::VectorXd busy;               ///< of each component
    std::vector<voltage_table> volts;   ///< by domain

    /// Watts of each part: leakage and idle cycles of every domain together, then each component. Sums to the whole.
    ///
    /// Units: clocks in hertz, one for each domain. Expects: clocks not above those of the tables.
    [[nodiscard]] Eigen::VectorXd parts(Eigen::VectorXd const& clocks, Eigen::VectorXd const& use) const {
        GANGWAY_EXPECTS(clocks.size() == leakage.size() && use.size() == busy.size(),
                        "a clock a domain, a use a component");
        Eigen::VectorXd out = Eigen::VectorXd::Zero(1 + busy.size());
        Eigen::VectorXd switching(clocks.size());
        for (Eigen::Index d = 0; d < clocks.size(); ++d) {
            double const v = volts[static_cast<std::size_t>(d)](frequency{clocks[d]});
            switching[d] = v * v * clocks[d];
            out[0] += leakage[d] * v + idle[d] * switching[d];
        }
        for (Eigen::Index i = 0; i < busy.size(); ++i)
            out[1 + i] =
                busy[i] * use[i] * switching[static_cast<Eigen::Index>(domain_of[static_cast<std::size_t>(i)])];
        return out;
    }
    /// Watts in all; as `parts`.
    [[nodiscard]] power operator()(Eigen::VectorXd const& clocks, Eigen::VectorXd const& use) const {
        return power{parts(clocks, use).sum()};
    }
};

} // namespace gangway::cost
