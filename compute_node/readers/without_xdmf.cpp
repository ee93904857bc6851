// Stands in for the readers of XDMF and VTKHDF in a program built without VTK or HDF5.
#include "compute_node/readers/vtkhdf/vtkhdf_reader.h"
#include "compute_node/readers/xdmf/xdmf_reader.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

std::vector<double> xdmf_times(const std::filesystem::path& file)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK or HDF5", file.string()));
}

GridData read_xdmf(const std::filesystem::path& file, std::uint64_t /*max_nodes*/, std::size_t /*time_step*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK or HDF5", file.string()));
}

std::vector<double> vtkhdf_times(const std::filesystem::path& file)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK or HDF5", file.string()));
}

GridData read_vtkhdf(const std::filesystem::path& file, std::uint64_t /*max_nodes*/,
                     std::size_t /*time_step*/, const std::vector<std::string>& /*blocks*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK or HDF5", file.string()));
}

}  // namespace farfield::compute
