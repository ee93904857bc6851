#pragma once

#include "compute_node/fields/node_slices.h"

namespace farfield::compute {

/// Position of a program in the time of its field.
struct FieldTime {
    double start = 0.0;  ///< the field's time in frame 0, on the clock of its slices
    bool loop = true;    ///< after the last slice the first follows; otherwise the last one holds
    bool operator==(const FieldTime&) const = default;
};

/// Turns a program's time into its field's. The time of a steady field goes on for ever.
class ParticleClock {
public:
    ParticleClock(const NodeSlices& slices, const FieldTime& time);

    /// The field's time. elapsed: time since frame 0, negative before it. Lies between the first and the last
    /// slice of an unsteady field; where that loops, the last slice's time is the first one's.
    [[nodiscard]] double at(double elapsed) const;

private:
    FieldTime time_;
    bool steady_;
    double first_, last_;
};

}  // namespace farfield::compute
