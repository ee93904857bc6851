#pragma once

#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The steps of a variable that match those of a velocity by time: in the same order where both share their
/// dimension of time or one has no known times, else steps of the same time, or the two steps about it.
/// Borrows the nodes.
class NetcdfSteps {
public:
    NetcdfSteps(const NetcdfNodes& nodes, const NetcdfComponent& component);

    /// The two steps between which a variable is wanted, and the fraction of the way to the second.
    struct Place {
        std::size_t before = 0, after = 0;
        float part = 0.0F;
    };
    /// The place of a velocity's step; none where the variable has no values then. A variable of one step
    /// alone, or without time, has the same values at all times.
    [[nodiscard]] std::optional<Place> at(std::size_t time_step) const;

    [[nodiscard]] bool has_time() const { return axes_.time_dimension >= 0; }
    /// The reason why the variable lacks values at steps of the velocity, in a clause: "has no values at 2 of
    /// 3 times of 'u'"; empty where it has all. A single step does not serve for others.
    [[nodiscard]] std::string lack() const;
    /// True where a step of the velocity needs values between steps of the variable.
    [[nodiscard]] bool is_between() const;
    /// True where the order of steps matches the velocity's by assumption, as no times tell it.
    [[nodiscard]] bool is_assumed() const { return is_apart_ && wanted_.empty() && axes_.time_steps > 1; }

    [[nodiscard]] const NetcdfAxes& axes() const { return axes_; }
    /// Values at its own nodes, at a step of the velocity; throws std::runtime_error where it has none.
    [[nodiscard]] std::vector<float> read(std::size_t time_step) const;

private:
    void read_times();
    [[nodiscard]] std::optional<Place> by_time(double time) const;

    const NetcdfNodes* nodes_;
    NetcdfComponent component_;
    NetcdfAxes axes_;
    std::vector<double> wanted_, own_;  ///< times, where steps match by time; else empty
    bool goes_by_order_ = true, is_apart_ = false;
};

}  // namespace farfield::compute
