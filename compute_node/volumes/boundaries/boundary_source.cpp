#include "compute_node/volumes/boundaries/boundary_source.h"

#include "compute_node/grids/origin.h"
#include "compute_node/volumes/scalar_values.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace farfield::compute {

namespace {

constexpr float standing_part = 1e-6F;  // part of the greatest speed

std::vector<float> blanked_nodes(const GridData& data)
{
    return laid_out_values<float>({data.blanked.begin(), data.blanked.end()}, data.dims);
}

}  // namespace

BoundarySource boundary_source(const GridData& data, const Grid& grid, const VolumeGrid& volume)
{
    BoundarySource source{data, grid, volume, {}, {}};
    const std::string scalar = default_scalar_of(data);
    std::array<bool, 3> flat{};
    const Bounds bounds = bounds_of(data);
    for (int axis = 0; axis < 3; ++axis)
        flat[static_cast<std::size_t>(axis)] = bounds.lo[axis] == bounds.hi[axis];
    std::vector<float> values = scalar_values(data, grid, scalar, flat).values;
    source.states.resize(values.size(), NodeState::Valid);
    for (std::size_t n = 0; n < values.size(); ++n)
        if (std::isnan(values[n])) source.states[n] = NodeState::Invalid;
    if (!data.blanked.empty()) {
        const std::vector<float> blanked = blanked_nodes(data);
        for (std::size_t n = 0; n < values.size(); ++n)
            if (blanked[n] != 0.0F)
                source.states[n] = blanked[n] == unplaced_node ? NodeState::Unplaced : NodeState::Blanked;
    }
    if (scalar != "speed") return source;
    float greatest = 0.0F;
    for (const float speed : values) greatest = speed > greatest ? speed : greatest;
    source.standing = standing_part * greatest;
    source.speeds = std::move(values);
    return source;
}

}  // namespace farfield::compute
