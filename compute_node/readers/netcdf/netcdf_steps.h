#pragma once

#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Steps of a variable that go with those of a velocity by their times: in the same order where both share
/// their dimension of time or no times are known of one, else those of the same time, or the two about it.
/// Borrows the nodes.
class NetcdfSteps {
public:
    NetcdfSteps(const NetcdfNodes& nodes, const NetcdfComponent& component);

    /// Between which of its steps a variable is wanted, and how far on the way to the second.
    struct Place {
        std::size_t before = 0, after = 0;
        float part = 0.0F;
    };
    /// Nothing where it has no values at the time of a step of the velocity. A variable of one step alone, or
    /// without time, has the same at all.
    [[nodiscard]] std::optional<Place> at(std::size_t time_step) const;

    [[nodiscard]] bool has_time() const { return axes_.time_dimension >= 0; }
    /// Why it is no component of the velocity at all of its steps, for a sentence: "has no values at 2 of 3
    /// times of 'u'"; empty where it is. One step is none of others.
    [[nodiscard]] std::string lack() const;
    /// True where values between steps are wanted at any of the velocity's.
    [[nodiscard]] bool is_between() const;
    /// True where its steps go in the velocity's order though no times say so.
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
    std::vector<double> wanted_, own_;  ///< times, where steps go by them; else empty
    bool goes_by_order_ = true, is_apart_ = false;
};

}  // namespace farfield::compute
