#include "compute_node/lines/line_scalars.h"

#include <glm/vec3.hpp>

#include <cmath>

namespace farfield::compute {

std::optional<LineScalar> line_scalar_named(std::string_view name)
{
    for (const LineScalar scalar : {LineScalar::Age, LineScalar::ArcLength})
        if (to_string(scalar) == name) return scalar;
    return std::nullopt;
}

std::string_view to_string(LineScalar scalar)
{
    return scalar == LineScalar::Age ? "age" : "arc-length";
}

void set_scalar(LineScalar scalar, const LengthMetric& metric, LineBlock& block)
{
    for (const Line& line : block.lines) {
        const std::size_t first = line.first_point;
        double length = 0.0;
        for (std::size_t i = first; i < first + line.points; ++i) {
            glm::vec4& point = block.points[i];
            if (i > first) length += metric.distance(glm::vec3{block.points[i - 1]}, glm::vec3{point});
            if (std::isnan(point.w)) continue;
            // A streakline's points come youngest first, with the times of their release.
            const float age = std::abs(block.elapsed[i] - block.elapsed[first]);
            point.w = scalar == LineScalar::Age ? age : static_cast<float>(length);
        }
    }
}

}  // namespace farfield::compute
