#include "compute_node/readers/netcdf_nodes.h"

#include <algorithm>

namespace farfield::compute {

glm::uvec3 dims_of(const NetcdfAxes& axes)
{
    return {axes.xyz[0].length, axes.xyz[1].length, axes.xyz[2].length};
}

std::vector<float> read_nodes(const NetcdfFile& file, const NetcdfVariable& variable, const NetcdfAxes& axes,
                              std::size_t time_step)
{
    const std::size_t rank = variable.dimensions.size();
    std::vector<std::size_t> start(rank, 0), count(rank, 1), stride(rank, 1);
    if (axes.time_dimension >= 0 && axes.time_steps > 0)
        start[axes.time_dimension] = std::min(time_step, axes.time_steps - 1);
    for (const NetcdfAxis& axis : axes.xyz)
        if (axis.dimension >= 0) count[axis.dimension] = axis.length;
    for (std::size_t d = rank; d-- > 1;) stride[d - 1] = stride[d] * count[d];
    const auto stride_of = [&](int axis) {
        return axes.xyz[axis].dimension < 0 ? 0 : stride[axes.xyz[axis].dimension];
    };
    const std::size_t step_x = stride_of(0), step_y = stride_of(1), step_z = stride_of(2);
    const std::vector<float> in_file = file.values(variable, start, count);
    const glm::uvec3 dims = dims_of(axes);
    std::vector<float> out;
    out.reserve(in_file.size());
    for (std::size_t k = 0; k < dims.z; ++k)
        for (std::size_t j = 0; j < dims.y; ++j)
            for (std::size_t i = 0; i < dims.x; ++i)
                out.push_back(in_file[i * step_x + j * step_y + k * step_z]);
    return out;
}

bool lies_on_plane(const NetcdfFile& file, const NetcdfVariable& variable, const NetcdfNodes& nodes)
{
    const auto has = [&](const NetcdfAxis& axis) {
        return std::any_of(variable.dimensions.begin(), variable.dimensions.end(),
                           [&](const auto& d) { return d.name == axis.name && d.length == axis.length; });
    };
    if (!variable.numeric || !has(nodes.axes.xyz[0]) || !has(nodes.axes.xyz[1])) return false;
    const std::size_t others = variable.dimensions.size() - 2;
    if (others == 0) return true;
    return others == 1 && find_axes(file, variable).time_dimension >= 0;
}

NetcdfComponent find_on_plane(const NetcdfNodes& nodes, const std::string& name)
{
    for (const auto& file : *nodes.files) {
        const NetcdfVariable* found = file->find(name);
        if (found != nullptr && lies_on_plane(*file, *found, nodes)) return {file.get(), found};
    }
    return {};
}

std::vector<float> read_plane(const NetcdfComponent& found, std::size_t time_step)
{
    return read_nodes(*found.file, *found.variable, find_axes(*found.file, *found.variable), time_step);
}

}  // namespace farfield::compute
