#pragma once

#include "compute_node/lines/line_tracer.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <vector>

namespace farfield::compute::testing {

/// A line by itself.
struct TracedLine {
    std::vector<glm::vec4> points;  ///< x y z s
    std::vector<float> elapsed;
    std::uint32_t steps = 0;
    Termination reason = Termination::Cancelled;

    [[nodiscard]] glm::dvec3 end() const { return glm::dvec3{points.back()}; }
};

inline LineSeeds seeds_at(std::initializer_list<glm::vec3> positions, float time = 0.0F)
{
    LineSeeds seeds;
    for (const glm::vec3& p : positions) seeds.add({p, time});
    return seeds;
}

inline std::vector<TracedLine> trace(FieldSource field, const LineSettings& settings, const LineSeeds& seeds,
                                     Resources resources = 1)
{
    std::vector<TracedLine> lines;
    const LineTracer tracer{std::move(field), settings, resources};
    tracer.trace(seeds, [&](const LineBlock& block, const TraceProgress&) {
        for (const Line& line : block.lines) {
            const auto first = static_cast<std::ptrdiff_t>(line.first_point);
            const auto end = first + static_cast<std::ptrdiff_t>(line.points);
            lines.push_back({{block.points.begin() + first, block.points.begin() + end},
                             {block.elapsed.begin() + first, block.elapsed.begin() + end},
                             line.steps,
                             line.reason});
        }
    });
    return lines;
}

inline LineSettings steps_of(double step, std::uint32_t steps, StepUnit unit = StepUnit::Time)
{
    LineSettings settings;
    settings.step = step;
    settings.max_steps = steps;
    settings.step_unit = unit;
    return settings;
}

inline TracedLine trace_one(FieldSource field, const LineSettings& settings, glm::vec3 seed)
{
    return trace(std::move(field), settings, seeds_at({seed})).front();
}

/// Equal bit for bit, NaN included.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline bool same_line(const TracedLine& a, const TracedLine& b)
{
    return same_bits(a.points, b.points) && same_bits(a.elapsed, b.elapsed) && a.steps == b.steps &&
           a.reason == b.reason;
}

/// How many lines differ; a million more where there are not as many.
inline std::size_t differing(const std::vector<TracedLine>& a, const std::vector<TracedLine>& b)
{
    std::size_t count = a.size() == b.size() ? 0 : 1'000'000;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += same_line(a[i], b[i]) ? 0 : 1;
    return count;
}

}  // namespace farfield::compute::testing
