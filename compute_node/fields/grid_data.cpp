#include "compute_node/fields/grid_data.h"

#include <algorithm>
#include <cstddef>

namespace farfield::compute {

namespace {

template <class T>
void reverse_axis(std::vector<T>& values, glm::uvec3 dims, int axis, std::size_t components)
{
    std::size_t inner = components;  // values that move together
    for (int a = 0; a < axis; ++a) inner *= dims[a];
    const std::size_t count = dims[axis], block = inner * count;
    for (std::size_t begin = 0; begin < values.size(); begin += block)
        for (std::size_t i = 0; i < count / 2; ++i)
            std::swap_ranges(values.begin() + begin + i * inner, values.begin() + begin + (i + 1) * inner,
                             values.begin() + begin + (count - 1 - i) * inner);
}

}  // namespace

std::uint64_t node_count(const GridData& data)
{
    if (const auto* mesh = std::get_if<UnstructuredGeometry>(&data.geometry)) return mesh->points.size();
    std::uint64_t count = 0;
    for (const glm::uvec3& dims : data.dims) count += std::uint64_t{dims.x} * dims.y * dims.z;
    return count;
}

void make_ascending(GridData& data)
{
    auto& coordinates = std::get<RectilinearGeometry>(data.geometry).coordinates;
    for (int axis = 0; axis < 3; ++axis) {
        if (coordinates[axis].front() <= coordinates[axis].back()) continue;
        std::reverse(coordinates[axis].begin(), coordinates[axis].end());
        for (NodeValues& array : data.arrays)
            reverse_axis(array.values, data.dims.front(), axis, array.components);
        reverse_axis(data.blanked, data.dims.front(), axis, 1);
    }
}

}  // namespace farfield::compute
