#pragma once

#include "compute_node/fields/node_slices.h"

namespace farfield::compute {

/// Where a program lies in the time of its field.
struct FieldTime {
    double start = 0.0;  ///< the field's time in frame 0, on the clock of its slices
    bool loop = true;    ///< from the last slice on to the first; otherwise the last one holds
    bool operator==(const FieldTime&) const = default;
};

/// Turns a program's time into its field's. The time of a steady field goes on for ever.
class ParticleClock {
public:
    ParticleClock(const NodeSlices& slices, const FieldTime& time);

    /// elapsed: since frame 0, negative before it. Between the first and the last slice of an unsteady field;
    /// where it loops, the last slice's time is the first one's.
    [[nodiscard]] double at(double elapsed) const;

private:
    FieldTime time_;
    bool steady_;
    double first_, last_;
};

}  // namespace farfield::compute
