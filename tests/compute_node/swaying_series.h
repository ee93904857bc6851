#pragma once

#include "compute_node/datasets/series_field.h"
#include "tests/compute_node/sampled_field.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace farfield::compute::testing {

inline constexpr int nodes_along = 9;

/// A rotation with an axis that sways and a strength that pulses; a corner is invalid in every third slice.
inline GridData swaying(GridForm form, int slice)
{
    const double a = 0.7 * slice;
    const auto flow = [a, slice](glm::dvec3 p) {
        if (slice % 3 == 2 && p.x > 1.2 && p.y > 1.2)
            return glm::dvec3{std::numeric_limits<double>::quiet_NaN()};
        const double pulse = 1.0 + 0.5 * std::sin(2.0 * a);
        return pulse * glm::dvec3{-p.y + 0.3 * std::sin(a), p.x + 0.2 * p.z, 0.4 * std::cos(a + p.x)};
    };
    return data_on(form, nodes_along, flow, [a](glm::dvec3 p) { return a + p.x; });
}

/// Slices at times that are not equally far apart.
inline std::vector<TimeSlice> swaying_slices(GridForm form, int count)
{
    std::vector<TimeSlice> slices;
    double seconds = 10.0;
    for (int i = 0; i < count; ++i) {
        slices.push_back({seconds, "slice " + std::to_string(i),
                          [form, i](const std::stop_token&) { return swaying(form, i); }});
        seconds += i % 2 == 0 ? 0.3 : 0.2;
    }
    return slices;
}

inline std::uint64_t bytes_of(std::uint64_t slices)
{
    return slices * nodes_along * nodes_along * nodes_along * sizeof(Node);
}

/// Through a window that takes what so many slices do.
inline FieldSource sliced(std::vector<TimeSlice> slices, std::uint64_t fitting,
                          const FieldChoice& choice = {})
{
    const TimeSeries series{"swaying", std::move(slices)};
    const auto window =
        std::make_shared<SliceWindow>(slices_within(series, bytes_of(fitting), SliceWindow::least_slices));
    return {std::make_shared<const SeriesField>(std::make_shared<const TimeSeries>(series), choice), window};
}

}  // namespace farfield::compute::testing
