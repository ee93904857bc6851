#pragma once

#include "compute_node/lines/line_tracer.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

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
                                     Workforce workforce = 1)
{
    std::vector<TracedLine> lines;
    const LineTracer tracer{std::move(field), settings, workforce};
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

inline TracedLine trace_one(FieldSource field, const LineSettings& settings, glm::vec3 seed)
{
    return trace(std::move(field), settings, seeds_at({seed})).front();
}

}  // namespace farfield::compute::testing
