#include "compute_node/datasets/field_nodes.h"

#include "compute_node/datasets/dataset_info.h"
#include "compute_node/fields/derived_scalars.h"
#include "compute_node/fields/length_metric.h"
#include "compute_node/fields/vector_scalars.h"
#include "compute_node/grids/geo.h"
#include "compute_node/support/large_pages.h"
#include "compute_node/support/parallel_ranges.h"

#include <glm/geometric.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

const NodeValues& vector_named(const std::string& source, const GridData& data, const std::string& name)
{
    if (const NodeValues* found = array_named(data, name, 3)) return *found;
    std::vector<std::string> known;
    for (const NodeValues& array : data.arrays)
        if (array.components == 3) known.push_back(array.name);
    throw std::runtime_error(
        fmt::format("'{}' has no vector array '{}'; it has {}", source, name,
                    known.empty() ? "none" : fmt::format("'{}'", fmt::join(known, "', '"))));
}

bool is_finite(glm::vec3 v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The values of a scalar other than the speed: those of an array, or computed into `made`.
const NodeValues& scalar_named(const DatasetInfo& info, const std::string& source, const GridData& data,
                               const Grid& grid, const FieldChoice& choice, const std::array<bool, 3>& flat,
                               NodeValues& made)
{
    if (const auto derived = derived_scalar_named(choice.scalar, data); derived && !choice.vector.empty())
        return made = derived_values(*derived, data, grid, vector_named(source, data, choice.vector), flat);
    if (const auto part = vector_scalar_named(choice.scalar, data)) return made = values_of(*part);
    if (const NodeValues* found = array_named(data, choice.scalar, 1)) return *found;
    throw unknown_scalar(source, choice.scalar, info);
}

bool is_blanked_at(const GridData& data, std::size_t node)
{
    return !data.blanked.empty() && data.blanked[node] != 0;
}

Nodes nodes_of_scalar(const GridData& data, const NodeValues& scalars)
{
    auto nodes = in_large_pages<Node>(node_count(data));
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const float scalar = scalars.values[n];
        nodes[n] = is_blanked_at(data, n)  ? blanked_node()
                   : std::isfinite(scalar) ? Node{0.0F, 0.0F, 0.0F, scalar}
                                           : Node{no_number};
    }
    return nodes;
}

/// Interleaves vectors and scalars; without scalars, vectors and their speed.
Nodes interleave(const GridData& data, const NodeValues& vectors, const NodeValues* scalars,
                 const std::array<bool, 3>& flat)
{
    const float z = LengthMetric{data.geographic, data.z_units}.z;
    auto nodes = in_large_pages<Node>(node_count(data));
    const auto node_at = [&](std::size_t n) {
        if (is_blanked_at(data, n)) return blanked_node();
        glm::vec3 v{vectors.values[3 * n], vectors.values[3 * n + 1], vectors.values[3 * n + 2]};
        if (!is_finite(v)) return Node{no_number};
        for (int axis = 0; axis < 3; ++axis)
            if (flat[axis]) v[axis] = 0.0F;
        const float scalar =
            scalars != nullptr ? scalars->values[n] : glm::length(glm::vec3{v.x, v.y, z * v.z});
        if (!std::isfinite(scalar)) return Node{no_number};
        if (data.geographic) v = degrees_per_second(v);
        return Node{v, scalar};
    };
    for_ranges(nodes.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n) nodes[n] = node_at(n);
    });
    return nodes;
}

}  // namespace

void check_choice(const DatasetInfo& info, const std::string& source, const GridData& data,
                  const FieldChoice& choice)
{
    if (!choice.vector.empty()) (void)vector_named(source, data, choice.vector);
    if (is_speed(choice) || vector_scalar_named(choice.scalar, data) ||
        array_named(data, choice.scalar, 1) != nullptr)
        return;
    if (choice.vector.empty() || !derived_scalar_named(choice.scalar, data))
        throw unknown_scalar(source, choice.scalar, info);
}

std::string missing_array(const GridData& data, const FieldChoice& choice)
{
    const bool has_vector = array_named(data, choice.vector, 3) != nullptr;
    if (!choice.scalar_alone && !has_vector) return choice.vector;
    const bool has_scalar = is_speed(choice) || vector_scalar_named(choice.scalar, data) ||
                            array_named(data, choice.scalar, 1) != nullptr ||
                            (has_vector && derived_scalar_named(choice.scalar, data));
    return has_scalar ? std::string{} : choice.scalar;
}

Nodes nodes_from(const DatasetInfo& info, const std::string& source, const GridData& data, const Grid& grid,
                 const FieldChoice& choice, const std::array<bool, 3>& flat)
{
    if (is_speed(choice)) return interleave(data, vector_named(source, data, choice.vector), nullptr, flat);
    NodeValues made;
    const NodeValues& scalars = scalar_named(info, source, data, grid, choice, flat, made);
    if (choice.scalar_alone) return nodes_of_scalar(data, scalars);
    return interleave(data, vector_named(source, data, choice.vector), &scalars, flat);
}

}  // namespace farfield::compute
