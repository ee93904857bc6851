// Stands in for VTK's writers in a program built without VTK.
#include "compute_node/writers/slice_writer.h"
#include "compute_node/writers/surface_writer.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

void write_surface_vtp(const std::filesystem::path& file, const SurfaceMesh& /*mesh*/,
                       const std::string& /*scalar_name*/, glm::dvec3 /*origin*/)
{
    throw std::runtime_error(fmt::format(
        "cannot write '{}': built without VTK; expected a file named .ply or .stl", file.string()));
}

void write_slice_vti(const std::filesystem::path& file, const SliceValues& /*slice*/)
{
    throw std::runtime_error(fmt::format(
        "cannot write '{}': built without VTK; expected a file named .tif, .png or .csv", file.string()));
}

}  // namespace farfield::compute
