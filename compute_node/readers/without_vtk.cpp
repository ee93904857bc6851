// Stands in for VTK's readers in a program built without VTK.
#include "compute_node/readers/ensight/ensight_reader.h"
#include "compute_node/readers/vtk/collections/collection_reader.h"
#include "compute_node/readers/vtk/enclosed_nodes.h"
#include "compute_node/readers/vtk/exodus_reader.h"
#include "compute_node/readers/vtk/fluent_reader.h"
#include "compute_node/readers/vtk/vtk_reader.h"

#include <fmt/format.h>

#include <stdexcept>

namespace farfield::compute {

GridData read_vtk(const std::filesystem::path& file, std::uint64_t /*max_nodes*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK", file.string()));
}

std::vector<std::uint8_t> enclosed_nodes(const std::filesystem::path& stl, const UniformGeometry& /*grid*/,
                                         glm::uvec3 /*dims*/)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK", stl.string()));
}

GridData read_ensight(const std::filesystem::path& file, std::uint64_t max_nodes, std::size_t /*time_step*/,
                      const std::vector<std::string>& /*blocks*/)
{
    return read_vtk(file, max_nodes);
}

GridData read_collection(const std::filesystem::path& file, std::uint64_t max_nodes,
                         std::size_t /*time_step*/, const std::vector<std::string>& /*blocks*/)
{
    return read_vtk(file, max_nodes);
}

GridData read_exodus(const std::filesystem::path& file, std::uint64_t max_nodes, std::size_t /*time_step*/,
                     const std::vector<std::string>& /*blocks*/)
{
    return read_vtk(file, max_nodes);
}

std::vector<double> ensight_times(const std::filesystem::path& file)
{
    throw std::runtime_error(fmt::format("cannot read '{}': built without VTK", file.string()));
}

std::vector<double> collection_times(const std::filesystem::path& file)
{
    return ensight_times(file);
}

std::vector<double> exodus_times(const std::filesystem::path& file)
{
    return ensight_times(file);
}

GridData read_fluent_case(const std::filesystem::path& file, std::uint64_t max_nodes)
{
    return read_vtk(file, max_nodes);
}

}  // namespace farfield::compute
