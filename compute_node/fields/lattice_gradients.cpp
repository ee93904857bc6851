#include "compute_node/fields/velocity_gradients.h"
#include "compute_node/grids/geo.h"
#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>
#include <glm/mat2x2.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace farfield::compute {

namespace {

/// A mapping with tangents that span less than this part of the box of their lengths is singular.
constexpr double singular_volume = 1e-9;
/// Points of curvilinear grids are binary32: nodes nearer than this part of their coordinates are one point,
/// and what lies between them is rounding.
constexpr double point_rounding = 1e-6;

/// The one or two neighbours, on a grid line through a node, from which the derivative there is taken.
struct Stencil {
    std::array<int, 2> offsets{};
    int count = 0;
};

/// The stencil of a node. has(offset): true when there is a valid node at that offset along the line.
template <class Has>
Stencil stencil(const Has& has)
{
    if (has(-1) && has(1)) return {{-1, 1}, 2};
    for (const int side : {1, -1})
        if (has(side) && has(2 * side)) return {{side, 2 * side}, 2};
    for (const int side : {1, -1})
        if (has(side)) return {{side, 0}, 1};
    return {};
}

/// Weights of the differences at distances a and b in the slope at 0 of the parabola through them and 0.
struct Weights {
    Weights(double a, double b) : first{b / (a * (b - a))}, second{-a / (b * (b - a))} {}
    explicit Weights(double a) : first{1.0 / a}, second{0.0} {}
    double first, second;
};

/// Gradients in one block of nodes.
class LatticeGradients {
public:
    LatticeGradients(const GridData& data, const NodeValues& velocity, const std::array<bool, 3>& flat,
                     glm::ivec3 dims, std::size_t first)
        : data_{data},
          velocity_{velocity},
          flat_{flat},
          dims_{dims},
          first_{first},
          winds_{data.geographic && std::holds_alternative<CurvilinearGeometry>(data.geometry)}
    {}

    [[nodiscard]] std::size_t node(glm::ivec3 at) const { return first_ + node_index(dims_, at); }
    [[nodiscard]] glm::dvec3 velocity(glm::ivec3 at) const
    {
        return velocity_at(data_, velocity_, flat_, node(at));
    }
    [[nodiscard]] bool is_valid(glm::ivec3 at) const
    {
        for (int axis = 0; axis < 3; ++axis)
            if (at[axis] < 0 || at[axis] >= dims_[axis]) return false;
        return !std::isnan(velocity(at).x);
    }

    /// The gradient at a valid node; none where an axis has no valid node beside it.
    [[nodiscard]] std::optional<glm::dmat3> at(glm::ivec3 at) const
    {
        if (const auto at_pole = gradient_at_pole(at)) return at_pole;
        const std::optional<Derivatives> here = derivatives(at);
        if (!here) return std::nullopt;
        return here->is_singular ? mean_about(at) : gradient(at, *here);
    }

private:
    /// Derivatives along lines i, j and k by length: by index, one-sided differences can vanish where cells
    /// grow fast.
    struct Derivatives {
        glm::dmat3 position{0.0};
        glm::dmat3 velocity{0.0};
        bool is_singular = false;
    };

    /// Position of a node; on curvilinear grids relative to their origin, which cancels, or in degrees.
    [[nodiscard]] glm::dvec3 position(glm::ivec3 at) const
    {
        if (const auto* grid = std::get_if<UniformGeometry>(&data_.geometry))
            return grid->origin + grid->spacing * glm::dvec3{at};
        if (const auto* grid = std::get_if<RectilinearGeometry>(&data_.geometry))
            return {grid->coordinates[0][at.x], grid->coordinates[1][at.y], grid->coordinates[2][at.z]};
        const auto& grid = std::get<CurvilinearGeometry>(data_.geometry);
        const glm::dvec3 relative{grid.points[node(at)]};
        return data_.geographic ? grid.origin + relative : relative;
    }

    /// The vector from one position to another; in metres on the sphere.
    [[nodiscard]] glm::dvec3 way(glm::dvec3 from, glm::dvec3 to) const
    {
        if (winds_) return chord_between(from, to);
        return data_.geographic ? metres_between(from, to) : to - from;
    }

    [[nodiscard]] std::optional<Derivatives> derivatives(glm::ivec3 at) const
    {
        Derivatives all;
        for (int axis = 0; axis < 3; ++axis) {
            if (dims_[axis] == 1) continue;
            glm::ivec3 step{0};
            step[axis] = 1;
            const Stencil along = stencil([&](int offset) { return is_valid(at + offset * step); });
            if (along.count == 0) return std::nullopt;
            differentiate(at, step, along, all.position[axis], all.velocity[axis]);
        }
        for (int axis = 0; axis < 3; ++axis)
            if (dims_[axis] == 1) all.position[axis] = across(all.position, axis);
        const double box =
            glm::length(all.position[0]) * glm::length(all.position[1]) * glm::length(all.position[2]);
        all.is_singular = !(std::abs(glm::determinant(all.position)) > singular_volume * box);
        return all;
    }

    /// Differentiates along one axis; leaves both derivatives 0 where two of the nodes are one point.
    void differentiate(glm::ivec3 at, glm::ivec3 step, const Stencil& along, glm::dvec3& position_by_length,
                       glm::dvec3& velocity_by_length) const
    {
        const glm::dvec3 here = position(at);
        const glm::ivec3 first = at + along.offsets[0] * step, second = at + along.offsets[1] * step;
        const double a = (along.offsets[0] < 0 ? -1.0 : 1.0) * glm::length(way(here, position(first)));
        if (std::abs(a) <= rounding(here)) return;
        Weights weights{a};
        if (along.count == 2) {
            const bool is_beyond = along.offsets[1] == 2 * along.offsets[0];
            const double farther = glm::length(way(is_beyond ? position(first) : here, position(second)));
            if (farther <= rounding(here)) return;
            const double b = !is_beyond ? farther : a > 0.0 ? a + farther : a - farther;
            weights = Weights{a, b};
        }
        position_by_length =
            weights.first * way(here, position(first)) + weights.second * way(here, position(second));
        velocity_by_length = weights.first * (velocity_seen(first, at) - velocity(at)) +
                             weights.second * (velocity_seen(second, at) - velocity(at));
    }

    /// The velocity of a node along the axes of another.
    [[nodiscard]] glm::dvec3 velocity_seen(glm::ivec3 of, glm::ivec3 from) const
    {
        return winds_ ? carried_along_great_circle(velocity(of), position(of), position(from)) : velocity(of);
    }

    /// The distance up to which two nodes count as one point: rounding of binary32 positions.
    [[nodiscard]] double rounding(glm::dvec3 position) const
    {
        const bool is_rounded =
            std::holds_alternative<CurvilinearGeometry>(data_.geometry) && !data_.geographic;
        return is_rounded ? point_rounding * glm::length(position) : 0.0;
    }

    /// The direction of an axis with one layer, along which nothing changes.
    [[nodiscard]] glm::dvec3 across(const glm::dmat3& tangents, int axis) const
    {
        if (std::holds_alternative<CurvilinearGeometry>(data_.geometry)) {
            const glm::dvec3 normal = glm::cross(tangents[(axis + 1) % 3], tangents[(axis + 2) % 3]);
            const double length = glm::length(normal);
            return length > 0.0 ? normal / length : normal;
        }
        glm::dvec3 unit{0.0};
        unit[axis] = 1.0;
        return unit;
    }

    [[nodiscard]] glm::dmat3 gradient(glm::ivec3 at, const Derivatives& here) const
    {
        glm::dmat3 gradient = here.velocity * glm::inverse(here.position);
        if (data_.geographic && !winds_) {
            const glm::dvec3 v = velocity(at);
            const double turning = tangent_of_latitude(position(at).y) / earth_radius_metres;
            gradient[0][0] -= v.y * turning;
            gradient[0][1] += v.x * turning;
        }
        if (data_.geographic) gradient[2] = glm::dvec3{0.0};
        return gradient;
    }

    /// The gradient at a pole of a grid of longitudes and latitudes, where all nodes of the row are one
    /// place: that of the plane through the pole that fits the velocities of the next row best. None
    /// elsewhere, and where the row is no full turn or has a node without a value.
    [[nodiscard]] std::optional<glm::dmat3> gradient_at_pole(glm::ivec3 at) const
    {
        constexpr double near = 90.0 - 1e-6, whole = 360.0, half_a_step = 0.5;
        const double latitude = position(at).y, side = latitude > 0.0 ? 1.0 : -1.0;
        const bool is_row = data_.geographic && !winds_ && dims_.x > 3 && dims_.y > 1;
        if (!is_row || std::abs(latitude) < near) return std::nullopt;
        const int next = at.y > 0 ? at.y - 1 : at.y + 1;
        const double step = position({1, next, at.z}).x - position({0, next, at.z}).x;
        const int count = static_cast<int>(std::lround(whole / std::abs(step)));
        if (count > dims_.x || std::abs(count * std::abs(step) - whole) > half_a_step * std::abs(step))
            return std::nullopt;
        // Columns: derivatives along the meridians of 0 and 90 degrees, of the components along these.
        glm::dmat2 in_plane{0.0};
        for (int i = 0; i < count; ++i) {
            const glm::ivec3 ring{i, next, at.z};
            if (!is_valid(ring)) return std::nullopt;
            const glm::dvec2 wind = axes_at(position(ring).x, side) * glm::dvec2{velocity(ring)};
            in_plane += glm::outerProduct(wind, direction_of(position(ring).x));
        }
        const double radius =
            earth_radius_metres * glm::radians(90.0 - std::abs(position({0, next, at.z}).y));
        const glm::dmat2 axes = axes_at(position(at).x, side);
        const glm::dmat2 local = glm::transpose(axes) * in_plane * axes * (2.0 / (count * radius));
        return glm::dmat3{glm::dvec3{local[0], 0.0}, glm::dvec3{local[1], 0.0}, glm::dvec3{0.0}};
    }
    /// The direction from a pole along a meridian, in the plane through it.
    [[nodiscard]] static glm::dvec2 direction_of(double longitude)
    {
        return {std::cos(glm::radians(longitude)), std::sin(glm::radians(longitude))};
    }
    /// East and north, beside a pole, in the same plane. side: 1 for the north pole, -1 for the south pole.
    [[nodiscard]] static glm::dmat2 axes_at(double longitude, double side)
    {
        const glm::dvec2 out = direction_of(longitude);
        return {glm::dvec2{-out.y, out.x}, -side * out};
    }

    /// The mean gradient of those of the six neighbours that are regular; 0 without any.
    [[nodiscard]] glm::dmat3 mean_about(glm::ivec3 at) const
    {
        glm::dmat3 sum{0.0};
        int count = 0;
        for (int side = 0; side < 6; ++side) {
            glm::ivec3 beside = at;
            beside[side / 2] += side % 2 == 0 ? -1 : 1;
            if (!is_valid(beside)) continue;
            const std::optional<Derivatives> there = derivatives(beside);
            if (!there || there->is_singular) continue;
            sum += gradient(beside, *there);
            ++count;
        }
        return count > 0 ? sum / static_cast<double>(count) : sum;
    }

    const GridData& data_;
    const NodeValues& velocity_;
    const std::array<bool, 3>& flat_;
    glm::ivec3 dims_;
    std::size_t first_;
    bool winds_;  ///< true: on curvilinear grids over the Earth, where axes turn from node to node
};

}  // namespace

void visit_lattice_gradients(const GridData& data, const NodeValues& velocity,
                             const std::array<bool, 3>& flat, const GradientVisitor& visit)
{
    std::size_t first = 0;
    for (const glm::ivec3 dims : data.dims) {
        const LatticeGradients block{data, velocity, flat, dims, first};
        const std::int64_t rows = static_cast<std::int64_t>(dims.y) * dims.z;
        parallel_sum(rows, 0, [&](std::int64_t row) {
            glm::ivec3 at{0, static_cast<int>(row % dims.y), static_cast<int>(row / dims.y)};
            for (; at.x < dims.x; ++at.x) {
                if (!block.is_valid(at)) continue;
                if (const auto gradient = block.at(at)) visit(block.node(at), block.velocity(at), *gradient);
            }
            return 0;
        });
        first += static_cast<std::size_t>(dims.x) * dims.y * dims.z;
    }
}

}  // namespace farfield::compute
