// Stands in for the readers of HDF5 in a program built without it.
#include "compute_node/readers/fluent/fluent_cff.h"
#include "compute_node/readers/hdf5/hdf5_contents.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

std::optional<std::filesystem::path> fluent_data_beside(const std::filesystem::path& /*file*/)
{
    return std::nullopt;
}

GridData read_fluent_cff(const std::filesystem::path& file,
                         const std::optional<std::filesystem::path>& /*data*/, std::uint64_t /*max_nodes*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without HDF5", file.string()));
}

std::string contents_of_hdf5(const std::filesystem::path& /*file*/)
{
    return "";
}

bool is_netcdf_in_hdf5(const std::filesystem::path& /*file*/)
{
    return false;
}

}  // namespace farfield::compute
