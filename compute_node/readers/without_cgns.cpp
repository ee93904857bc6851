// Stands in for VTK's CGNS reader where VTK was built without it.
#include "compute_node/readers/vtk/cgns_reader.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

std::vector<double> cgns_times(const std::filesystem::path& file)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK's CGNS reader", file.string()));
}

GridData read_cgns(const std::filesystem::path& file, std::uint64_t /*max_nodes*/, std::size_t /*time_step*/,
                   const std::vector<std::string>& /*blocks*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK's CGNS reader", file.string()));
}

}  // namespace farfield::compute
