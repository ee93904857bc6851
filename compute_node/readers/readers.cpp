#include "compute_node/readers/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> endings{{{".vti", "VTK"},
                                                                                 {".vtr", "VTK"},
                                                                                 {".vts", "VTK"},
                                                                                 {".vtk", "VTK"},
                                                                                 {".nc", "NetCDF"},
                                                                                 {".nc4", "NetCDF"},
                                                                                 {".cdf", "NetCDF"},
                                                                                 {".xyz", "PLOT3D"},
                                                                                 {".x", "PLOT3D"},
                                                                                 {".g", "PLOT3D"},
                                                                                 {".grd", "PLOT3D"},
                                                                                 {".p3d", "PLOT3D"},
                                                                                 {".q", "PLOT3D"},
                                                                                 {".sol", "PLOT3D"},
                                                                                 {".fun", "PLOT3D"},
                                                                                 {".bin", "PLOT3D"}}};

constexpr std::array unstructured{".vtu", ".vtp", ".pvtu", ".ex2", ".exo", ".case", ".cgns", ".nek5000"};

void check_readable(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
        throw std::runtime_error(fmt::format("cannot read '{}': no such file", file.string()));
    if (!fs::is_regular_file(status))
        throw std::runtime_error(
            fmt::format("cannot read '{}': expected a file, found a folder or device", file.string()));
    if (fs::file_size(file, error) == 0)
        throw std::runtime_error(fmt::format("cannot read '{}': the file is empty", file.string()));
    if (!std::ifstream{file})
        throw std::runtime_error(fmt::format("cannot read '{}': permission denied", file.string()));
}

[[noreturn]] void throw_unknown(const fs::path& file)
{
    const std::string ending = ending_of(file);
    if (std::find(unstructured.begin(), unstructured.end(), ending) != unstructured.end())
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} files are not read yet; expected a structured grid "
                        "in .vti .vtr .vts .vtk, PLOT3D or NetCDF",
                        file.string(), ending));
    throw std::runtime_error(
        fmt::format("cannot read '{}': unknown ending '{}'; expected .vti .vtr .vts .vtk .nc, or "
                    "PLOT3D as GRID+SOLUTION",
                    file.string(), ending));
}

}  // namespace

std::string ending_of(const fs::path& file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

std::string_view format_of(const fs::path& file)
{
    const std::string ending = ending_of(file);
    const auto* found =
        std::find_if(endings.begin(), endings.end(), [&](const auto& e) { return e.first == ending; });
    return found == endings.end() ? "" : found->second;
}

GridData read_files(const std::vector<fs::path>& files, std::uint64_t max_nodes)
{
    for (const fs::path& file : files) check_readable(file);
    if (files.empty() || files.size() > 2)
        throw std::runtime_error(fmt::format("a dataset is one file or two, found {}", files.size()));
    const std::string_view format = format_of(files.front());
    if (format == "NetCDF") return read_netcdf(files, max_nodes);
    if (files.size() == 2 && format != "VTK") return read_plot3d(files[0], files[1], max_nodes);
    if (files.size() == 2)
        throw std::runtime_error(
            fmt::format("cannot read '{}' with a second file: only PLOT3D and NetCDF come in two",
                        files.front().string()));
    if (format == "VTK") return read_vtk(files.front(), max_nodes);
    if (format == "PLOT3D")
        throw std::runtime_error(
            fmt::format("cannot read '{}' alone: PLOT3D needs a grid and a solution, GRID+SOLUTION",
                        files.front().string()));
    throw_unknown(files.front());
}

void check_node_limit(const fs::path& file, std::uint64_t nodes, std::uint64_t max_nodes)
{
    if (nodes > max_nodes)
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} nodes exceed max_nodes = {}", file.string(), nodes, max_nodes));
}

}  // namespace farfield::compute
