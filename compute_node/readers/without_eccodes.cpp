// Stands in for the GRIB reader in a program built without ecCodes.
#include "compute_node/readers/grib/grib_reader.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

FileHeading grib_heading(const std::vector<std::filesystem::path>& files, const std::string& /*velocity*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without ecCodes", files.front().string()));
}

GridData read_grib(const std::vector<std::filesystem::path>& files, std::uint64_t /*max_nodes*/,
                   std::size_t /*time_step*/, const std::optional<std::string>& /*only_scalar*/,
                   const std::string& /*velocity*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without ecCodes", files.front().string()));
}

std::vector<std::filesystem::path> grib_folders()
{
    return {};
}

}  // namespace farfield::compute
