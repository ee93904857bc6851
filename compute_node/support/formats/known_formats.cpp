#include "compute_node/support/formats/known_formats.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/lower_case.h"
#include "compute_node/support/formats/openfoam_case.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace farfield {

namespace {

using Ending = std::pair<std::string_view, std::string_view>;

/// Endings of flows that are read.
constexpr std::array flow_endings{Ending{".vti", "VTK"},
                                  Ending{".vtr", "VTK"},
                                  Ending{".vts", "VTK"},
                                  Ending{".mha", "VTK"},
                                  Ending{".mhd", "VTK"},
                                  Ending{".nrrd", "VTK"},
                                  Ending{".nii", "VTK"},
                                  Ending{".vtu", "VTK"},
                                  Ending{".vtk", "VTK"},
                                  Ending{".vtp", "VTK"},
                                  Ending{".vtkhdf", "VTKHDF"},
                                  Ending{".pvd", "VTK collection"},
                                  Ending{".series", "VTK collection"},
                                  Ending{".vtm", "VTK collection"},
                                  Ending{".vtmb", "VTK collection"},
                                  Ending{".vtpc", "VTK collection"},
                                  Ending{".vtpd", "VTK collection"},
                                  Ending{".pvtk", "VTK collection"},
                                  Ending{".pvtu", "VTK collection"},
                                  Ending{".pvtp", "VTK collection"},
                                  Ending{".pvti", "VTK collection"},
                                  Ending{".foam", "OpenFOAM"},
                                  Ending{".pvtr", "VTK collection"},
                                  Ending{".pvts", "VTK collection"},
                                  Ending{".nc", "NetCDF"},
                                  Ending{".nc4", "NetCDF"},
                                  Ending{".cdf", "NetCDF"},
                                  Ending{".sww", "NetCDF"},  // ANUGA
                                  Ending{".case", "EnSight"},
                                  Ending{".encas", "EnSight"},
                                  Ending{".ex2", "Exodus"},
                                  Ending{".exo", "Exodus"},
                                  Ending{".exii", "Exodus"},
                                  Ending{".exoii", "Exodus"},
                                  Ending{".e", "Exodus"},
                                  Ending{".nek5000", "Nek5000"},
                                  Ending{".cgns", "CGNS"},
                                  Ending{".xyz", "PLOT3D"},
                                  Ending{".x", "PLOT3D"},
                                  Ending{".g", "PLOT3D"},
                                  Ending{".grd", "PLOT3D"},
                                  Ending{".p3d", "PLOT3D"},
                                  Ending{".q", "PLOT3D"},
                                  Ending{".grib", "GRIB"},
                                  Ending{".grb", "GRIB"},
                                  Ending{".grib1", "GRIB"},
                                  Ending{".grb1", "GRIB"},
                                  Ending{".grib2", "GRIB"},
                                  Ending{".grb2", "GRIB"},
                                  Ending{".gb2", "GRIB"},
                                  Ending{".tec", "Tecplot"},
                                  Ending{".cas", "Fluent"},
                                  Ending{".xmf", "XDMF"},
                                  Ending{".xdmf", "XDMF"},
                                  Ending{".f", "PLOT3D"},
                                  Ending{".sol", "PLOT3D"},
                                  Ending{".fun", "PLOT3D"},
                                  Ending{".bin", "PLOT3D"}};

/// True for NetCDF without an ending: WRF's files have names such as "wrfout_d01_2005-08-28_00:00:00", which
/// also stand for a series; others begin as NetCDF's classic files do.
bool is_netcdf_without_ending(const std::filesystem::path& file)
{
    const std::string name = file.filename().string();
    constexpr std::array of_wrf{"wrfout_d", "wrfrst_d", "wrfinput_d", "wrfxtrm_d"};
    if (std::ranges::any_of(of_wrf, [&](const char* begin) { return name.starts_with(begin); })) return true;
    const std::string beginning = first_bytes_of(file).substr(0, 4);
    return beginning == "CDF\x01" || beginning == "CDF\x02" || beginning == "CDF\x05";
}

/// True for GRIB as weather services name it: begins with "GRIB" and, three bytes later, its edition.
bool is_grib_without_ending(const std::filesystem::path& file)
{
    constexpr std::size_t edition_at = 7;
    const std::string beginning = first_bytes_of(file);
    return beginning.starts_with("GRIB") && beginning.size() > edition_at &&
           (beginning[edition_at] == 1 || beginning[edition_at] == 2);
}

/// Grids of PLOT3D and meshes of Exodus have the same ending; the latter are NetCDF files.
bool is_exodus_mesh(const std::filesystem::path& file)
{
    std::string beginning(4, '\0');
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return false;
    std::ifstream{file, std::ios::binary}.read(beginning.data(), 4);
    return beginning.starts_with("CDF") || beginning == "\x89HDF";
}

/// "processors4/constant", or "processors4_0-1/constant".
bool has_collated_processors(const std::filesystem::path& folder)
{
    namespace fs = std::filesystem;
    std::error_code error;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->path().filename().string().starts_with("processors") &&
            fs::is_directory(it->path() / "constant", ignored))
            return true;
    }
    return false;
}

}  // namespace

bool is_openfoam_case(const std::filesystem::path& folder)
{
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) return false;
    return std::ranges::any_of(
               std::array{"constant/polyMesh", "system/controlDict", "processor0/constant"},
               [&](const char* part) { return std::filesystem::exists(folder / part, error); }) ||
           has_collated_processors(folder);
}

void check_readable(const std::filesystem::path& file)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (error == std::errc::too_many_symbolic_link_levels || error == std::errc::filename_too_long)
        throw std::runtime_error(
            fmt::format("cannot read '{}': {}", file.string(), lower_case(error.message())));
    if (!std::filesystem::exists(status))
        throw std::runtime_error(fmt::format("cannot read '{}': no such file", file.string()));
    const bool is_folder = std::filesystem::is_directory(status);
    if (const std::string_view kind = is_folder ? kind_of_file(file).name : ""; !kind.empty())
        throw std::runtime_error(fmt::format("cannot read '{}': {}", file.string(), not_read(kind)));
    if (!std::filesystem::is_regular_file(status))
        throw std::runtime_error(fmt::format("cannot read '{}': expected a file, found {}", file.string(),
                                             model::kind_other_than_file(file)));
    if (std::filesystem::file_size(file, error) == 0)
        throw std::runtime_error(fmt::format("cannot read '{}': the file is empty", file.string()));
    std::ifstream in{file, std::ios::binary};
    if (!in) throw std::runtime_error(fmt::format("cannot read '{}': permission denied", file.string()));
    constexpr std::string_view pointer = "version https://git-lfs.github.com/spec";
    std::string begin(pointer.size(), '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    if (begin == pointer)
        throw std::runtime_error(fmt::format(
            "cannot read '{}': it is a pointer of Git LFS in place of the file; 'git lfs pull' gets that",
            file.string()));
}

bool comes_in_slices(std::string_view format)
{
    return format == "NetCDF" || format == "GRIB";
}

std::string ending_of(const std::filesystem::path& file)
{
    return lower_case(file.extension().string());
}

std::string_view format_of(const std::filesystem::path& file)
{
    const std::string ending = ending_of(file);
    if (ending == ".gz" && lower_case(file.filename().string()).ends_with(".nii.gz")) return "VTK";
    if (ending == ".g" && is_exodus_mesh(file)) return "Exodus";
    if (file.filename() == "controlDict" || is_openfoam_case(file)) return "OpenFOAM";
    if (ending.empty() && is_netcdf_without_ending(file)) return "NetCDF";
    if (ending.empty() && is_grib_without_ending(file)) return "GRIB";
    if (ending == ".h5" && lower_case(file.filename().string()).ends_with(".cas.h5")) return "Fluent";
    const bool is_hdf5 = ending == ".h5" || ending == ".hdf" || ending == ".hdf5";
    if (is_hdf5 && kind_of_file(file).name.find("VTKHDF") != std::string_view::npos) return "VTKHDF";
    const bool may_be_tecplot = ending == ".dat" || ending == ".plt";
    if (may_be_tecplot && kind_of_file(file).name.find("Tecplot") != std::string_view::npos) return "Tecplot";
    const auto* found = std::find_if(flow_endings.begin(), flow_endings.end(),
                                     [&](const auto& e) { return e.first == ending; });
    return found == flow_endings.end() ? "" : found->second;
}

bool is_flow_ending(const std::filesystem::path& file)
{
    return !format_of(file).empty();
}

std::string other_than_heights(const std::filesystem::path& file)
{
    const FileKind kind = kind_of_file(file);
    if (!kind.name.empty() && !kind.may_hold_heights) return std::string{kind.name};
    const std::string_view format = format_of(file);
    // PLOT3D's endings are those of rasters, too, NetCDF and GRIB may hold anything, and XDMF begins as such.
    const bool may_be_raster =
        format.empty() || format == "PLOT3D" || format == "XDMF" || comes_in_slices(format);
    return may_be_raster ? "" : fmt::format("a flow in {}", format);
}

}  // namespace farfield
