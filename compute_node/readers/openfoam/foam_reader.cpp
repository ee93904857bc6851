#include "compute_node/readers/openfoam/foam_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/openfoam/foam_assembly.h"
#include "compute_node/readers/openfoam/foam_case.h"

#include <fmt/format.h>

namespace farfield::compute {

namespace fs = std::filesystem;

GridData read_openfoam(const fs::path& name, std::uint64_t max_nodes, std::size_t time_step,
                       const std::optional<std::string>& only_scalar)
{
    const FoamCase found = find_foam_case(name);
    if (time_step >= found.times.size())
        throw_reader_error(
            name, fmt::format("has {} time steps; expected one of number {}", found.times.size(), time_step));
    GridData grid = FoamAssembly{found, time_step, max_nodes}.assemble(only_scalar);
    grid.format = "OpenFOAM";
    grid.position_units = std::string{"m"};  // an assignment of "m" alone makes GCC 12 warn of an overlap
    grid.time_steps = static_cast<std::uint32_t>(found.times.size());
    return grid;
}

std::vector<double> openfoam_times(const fs::path& name)
{
    const FoamCase found = find_foam_case(name);
    std::vector<double> times;
    times.reserve(found.times.size());
    for (const FoamTime& time : found.times) times.push_back(time.seconds);
    return times;
}

}  // namespace farfield::compute
