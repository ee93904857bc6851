#include "compute_node/readers/readers.h"

#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

using Ending = std::pair<std::string_view, std::string_view>;

constexpr std::array endings{
    Ending{".vti", "VTK"},         Ending{".vtr", "VTK"},    Ending{".vts", "VTK"},
    Ending{".vtu", "VTK"},         Ending{".vtk", "VTK"},    Ending{".nc", "NetCDF"},
    Ending{".nc4", "NetCDF"},      Ending{".cdf", "NetCDF"}, Ending{".case", "EnSight"},
    Ending{".ex2", "Exodus"},      Ending{".exo", "Exodus"}, Ending{".e", "Exodus"},
    Ending{".nek5000", "Nek5000"}, Ending{".cgns", "CGNS"},  Ending{".xyz", "PLOT3D"},
    Ending{".x", "PLOT3D"},        Ending{".g", "PLOT3D"},   Ending{".grd", "PLOT3D"},
    Ending{".p3d", "PLOT3D"},      Ending{".q", "PLOT3D"},   Ending{".sol", "PLOT3D"},
    Ending{".fun", "PLOT3D"},      Ending{".bin", "PLOT3D"}};

/// What people will try: known for what it is, but not read.
constexpr std::array not_read_yet{".vtp", ".pvtu", ".vtm", ".pvd", ".foam", ".series"};

[[noreturn]] void throw_unknown(const fs::path& file)
{
    const std::string ending = ending_of(file);
    if (is_flow_ending(file))
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} files are not read yet; expected .vti .vtr .vts .vtu .vtk, "
                        "EnSight, Exodus, CGNS, Nek5000, PLOT3D or NetCDF",
                        file.string(), ending));
    throw std::runtime_error(
        fmt::format("cannot read '{}': unknown ending '{}'; expected .vti .vtr .vts .vtu .vtk .nc "
                    ".case .ex2 .cgns .nek5000, or PLOT3D as GRID+SOLUTION",
                    file.string(), ending));
}

/// All but NetCDF, which has its own way to a velocity.
GridData read_arrays(const std::vector<fs::path>& files, std::string_view format, std::uint64_t max_nodes,
                     std::size_t time_step)
{
    const bool one_alone = format == "VTK" || format == "EnSight" || format == "Exodus" || format == "CGNS" ||
                           format == "Nek5000";
    if (files.size() == 2 && !one_alone) return read_plot3d(files[0], files[1], max_nodes);
    if (files.size() == 2)
        throw std::runtime_error(
            fmt::format("cannot read '{}' with a second file: only PLOT3D and NetCDF come in two",
                        files.front().string()));
    if (format == "VTK") return read_vtk(files.front(), max_nodes);
    if (format == "EnSight") return read_ensight(files.front(), max_nodes, time_step);
    if (format == "Exodus") return read_exodus(files.front(), max_nodes, time_step);
    if (format == "CGNS") return read_cgns(files.front(), max_nodes, time_step);
    if (format == "Nek5000") return read_nek5000(files.front(), max_nodes, time_step);
    if (format == "PLOT3D")
        throw std::runtime_error(
            fmt::format("cannot read '{}' alone: PLOT3D needs a grid and a solution, GRID+SOLUTION",
                        files.front().string()));
    throw_unknown(files.front());
}

}  // namespace

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

std::string ending_of(const fs::path& file)
{
    return lower_case(file.extension().string());
}

namespace {

/// Grids of PLOT3D and meshes of Exodus have the same ending; the latter are NetCDF files.
bool is_exodus_mesh(const fs::path& file)
{
    std::string beginning(4, '\0');
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return false;
    std::ifstream{file, std::ios::binary}.read(beginning.data(), 4);
    return beginning.starts_with("CDF") || beginning == "\x89HDF";
}

}  // namespace

std::string_view format_of(const fs::path& file)
{
    const std::string ending = ending_of(file);
    if (ending == ".g" && is_exodus_mesh(file)) return "Exodus";
    const auto* found =
        std::find_if(endings.begin(), endings.end(), [&](const auto& e) { return e.first == ending; });
    return found == endings.end() ? "" : found->second;
}

bool is_flow_ending(const fs::path& file)
{
    const bool known =
        std::find(not_read_yet.begin(), not_read_yet.end(), ending_of(file)) != not_read_yet.end();
    return known || !format_of(file).empty();
}

GridData read_files(const std::vector<fs::path>& files, std::uint64_t max_nodes, std::size_t time_step,
                    const std::optional<std::string>& only_scalar, const std::string& velocity)
{
    for (const fs::path& file : files) check_readable(file);
    if (files.empty() || files.size() > 2)
        throw std::runtime_error(fmt::format("a dataset is one file or two, found {}", files.size()));
    const std::string_view format = format_of(files.front());
    if (format == "NetCDF") return read_netcdf(files, max_nodes, time_step, only_scalar, velocity);
    GridData data = read_arrays(files, format, max_nodes, time_step);
    choose_velocity(data, files.front().string(), velocity);
    return data;
}

std::vector<double> times_of(const std::vector<fs::path>& files, const std::string& velocity)
{
    for (const fs::path& file : files) check_readable(file);
    const std::string_view format = files.empty() ? "" : format_of(files.front());
    if (format == "NetCDF") return netcdf_times(files, velocity);
    if (format == "EnSight") return ensight_times(files.front());
    if (format == "Exodus") return exodus_times(files.front());
    if (format == "CGNS") return cgns_times(files.front());
    if (format == "Nek5000") return nek5000_times(files.front());
    return {0.0};
}

void check_node_limit(const fs::path& file, std::uint64_t nodes, std::uint64_t max_nodes)
{
    if (nodes > max_nodes)
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} nodes exceed max_nodes = {}", file.string(), nodes, max_nodes));
}

}  // namespace farfield::compute
