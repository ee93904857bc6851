#include "compute_node/fields/file_heading.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/companions.h"
#include "compute_node/readers/ensight/ensight_reader.h"
#include "compute_node/readers/fluent/fluent_cff.h"
#include "compute_node/readers/grib/grib_reader.h"
#include "compute_node/readers/nek5000/nek5000_reader.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "compute_node/readers/openfoam/foam_case.h"
#include "compute_node/readers/openfoam/foam_reader.h"
#include "compute_node/readers/plot3d/plot3d_alone.h"
#include "compute_node/readers/plot3d/plot3d_reader.h"
#include "compute_node/readers/refused_formats.h"
#include "compute_node/readers/su2/su2_reader.h"
#include "compute_node/readers/tecplot/tecplot_reader.h"
#include "compute_node/readers/ugrid/ugrid_reader.h"
#include "compute_node/readers/vtk/cgns_reader.h"
#include "compute_node/readers/vtk/collections/collection_reader.h"
#include "compute_node/readers/vtk/collections/time_value.h"
#include "compute_node/readers/vtk/exodus_reader.h"
#include "compute_node/readers/vtk/fluent_reader.h"
#include "compute_node/readers/vtk/vtk_reader.h"
#include "compute_node/readers/vtkhdf/vtkhdf_reader.h"
#include "compute_node/readers/vtu_size.h"
#include "compute_node/readers/xdmf/xdmf_reader.h"
#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/formats/openfoam_case.h"
#include "compute_node/support/formats/text_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <system_error>

namespace farfield {

namespace {

namespace fs = std::filesystem;
using compute::FileHeading;
using compute::GridData;
using Paths = Format::Paths;

/// Readers of one file, of which a time, and blocks, are chosen.
template <GridData (*read)(const fs::path&, std::uint64_t, std::size_t, const std::vector<std::string>&)>
GridData read_blocks(const Paths& files, const ReadChoice& choice)
{
    return read(files.front(), choice.max_nodes, choice.time_step, choice.blocks);
}

template <GridData (*read)(const fs::path&, std::uint64_t, std::size_t)>
GridData read_step(const Paths& files, const ReadChoice& choice)
{
    return read(files.front(), choice.max_nodes, choice.time_step);
}

template <std::vector<double> (*times)(const fs::path&)>
FileHeading heading_of_times(const Paths& files, const std::string& /*velocity*/)
{
    return {times(files.front())};
}

/// Memory for meshes: the reader's arrays, the nodes, and what a search needs of each cell.
std::optional<std::uint64_t> memory_of_mesh(const fs::path& file)
{
    constexpr std::uint64_t per_byte = 10;
    return per_byte * compute::bytes_with_companions(file);
}

/// Memory where numbers take a byte of the file or less.
std::optional<std::uint64_t> memory_of_packed(const fs::path& file)
{
    constexpr std::uint64_t per_byte = 12;
    return per_byte * compute::bytes_with_companions(file);
}

std::optional<std::uint64_t> memory_of_vtk(const fs::path& file)
{
    if (ending_of(file) == ".vtu") {
        const auto size = compute::vtu_size(file);
        return size ? compute::memory_of(*size) : memory_of_mesh(file);
    }
    return compute::holds_legacy_mesh(file) ? memory_of_mesh(file) : std::nullopt;
}

/// Grids in XML of which the reader knows the type in the first tag.
bool is_vtk_xml(const FileBegin& begin)
{
    return is_xml_of(begin, "<vtkfile") && !is_refused_vtk(begin);
}

FileHeading heading_of_vtk(const Paths& files, const std::string& /*velocity*/)
{
    return {{compute::time_value_of(files.front()).value_or(0.0)}};
}

/// Times of an index's steps; of a single step without a time, that in the file's own head.
FileHeading heading_of_collection(const Paths& files, const std::string& /*velocity*/)
{
    std::vector<double> times = compute::collection_times(files.front());
    if (times.size() == 1 && times.front() == 0.0)
        times.front() = compute::time_value_of(files.front()).value_or(0.0);
    return {std::move(times)};
}

/// True for "out.e-s002" (MOOSE's after its mesh has changed) and "out.e.4.0" (a part of four).
bool has_number_of_exodus(const std::string& name)
{
    static const std::regex numbered{R"(.*\.(e|ex2|exo)((-s\d+)(\.\d+\.\d+)?|\.\d+\.\d+))",
                                     std::regex::icase};
    return std::regex_match(name, numbered);
}

/// Grids of PLOT3D and meshes of Exodus have the same ending; the latter are NetCDF files.
bool is_exodus_mesh(const fs::path& file)
{
    const bool may_be = ending_of(file) == ".g" || has_number_of_exodus(file.filename().string());
    const std::string beginning = may_be ? first_bytes_of(file) : "";
    return beginning.starts_with("CDF") || beginning.starts_with("\x89HDF");
}

bool is_foam_case(const fs::path& file)
{
    return file.filename() == "controlDict" || is_openfoam_case(file);
}

/// WRF's files have names such as "wrfout_d01_2005-08-28_00:00:00", which also stand for a series.
bool is_of_wrf(const fs::path& file)
{
    constexpr std::array begins{"wrfout_d", "wrfrst_d", "wrfinput_d", "wrfxtrm_d"};
    const std::string name = file.filename().string();
    return ending_of(file).empty() &&
           std::ranges::any_of(begins, [&](const char* begin) { return name.starts_with(begin); });
}

GridData read_netcdf_files(const Paths& files, const ReadChoice& choice)
{
    const auto read = compute::holds_netcdf_mesh(files) ? compute::read_netcdf_mesh : compute::read_netcdf;
    return read(files, choice.max_nodes, choice.time_step, choice.only_scalar, choice.velocity);
}

FileHeading heading_of_netcdf(const Paths& files, const std::string& velocity)
{
    return compute::holds_netcdf_mesh(files) ? compute::netcdf_mesh_heading(files, velocity)
                                             : compute::netcdf_heading(files, velocity);
}

/// A GRIB message, or one behind the heading of a bulletin, as weather services send it.
bool is_grib(const FileBegin& begin)
{
    constexpr std::size_t longest_heading = 256, edition_at = 7;
    const std::size_t at = begin.bytes.substr(0, longest_heading).find("grib");
    if (at == std::string::npos || at + edition_at >= begin.bytes.size()) return false;
    const char edition = begin.bytes[at + edition_at];
    return edition == 1 || edition == 2;
}

GridData read_grib_files(const Paths& files, const ReadChoice& choice)
{
    return compute::read_grib(files, choice.max_nodes, choice.time_step, choice.only_scalar, choice.velocity);
}

GridData read_foam(const Paths& files, const ReadChoice& choice)
{
    return compute::read_openfoam(files.front(), choice.max_nodes, choice.time_step, choice.only_scalar,
                                  choice.blocks);
}

/// Reads a Fluent case: in HDF5, with its data beside it or named; or of the older format.
GridData read_fluent(const Paths& files, const ReadChoice& choice)
{
    const fs::path& file = files.front();
    if (ending_of(file) != ".h5" && files.size() == 1)
        return compute::read_fluent_case(file, choice.max_nodes);
    const auto data = files.size() > 1 ? std::optional{files[1]} : compute::fluent_data_beside(file);
    return compute::read_fluent_cff(file, data, choice.max_nodes);
}

[[noreturn]] void throw_plot3d_alone(const fs::path& file)
{
    const std::string what = compute::plot3d_alone(file);
    if (!what.empty()) compute::throw_reader_error(file, "it is " + what);
    compute::throw_reader_error(file, "expected a whole PLOT3D grid and its solution, GRID+SOLUTION, found " +
                                          found_in(file));
}

GridData read_plot3d_pair(const Paths& files, const ReadChoice& choice)
{
    if (files.size() < 2) throw_plot3d_alone(files.front());
    return compute::read_plot3d(files[0], files[1], choice.max_nodes, choice.blocks);
}

/// Formats that are read. Their order is that in which messages name them.
std::vector<Format> read_formats()
{
    return {
        {.name = "VTK",
         .kind = "a VTK file of a flow",
         .beginnings = {"# vtk datafile"},
         .recognise = is_vtk_xml,
         .endings = {".vti", ".vtr", ".vts", ".vtu", ".vtp", ".vtk", ".mha", ".mhd", ".nrrd", ".nhdr", ".nii",
                     ".nii.gz"},
         .numbered = {".vti", ".vtr", ".vts", ".vtu", ".vtp", ".vtk"},
         .shown = "VTK (.vti .vtr .vts .vtu .vtp .vtk), MetaImage, NRRD, NIfTI",
         .misnamed = ".vtk of the older form, .vti .vtr .vts .vtu .vtp .vtm of XML",
         .times_at = TimesAt::None,
         .memory = memory_of_vtk,
         .heading = heading_of_vtk,
         .read = [](const Paths& files,
                    const ReadChoice& choice) { return compute::read_vtk(files.front(), choice.max_nodes); }},
        {.name = "VTK collection",
         .kind = "an index of VTK files",
         .endings = {".pvd", ".series", ".vtm", ".vtmb", ".vtpc", ".vtpd", ".pvtk", ".pvtu", ".pvtp", ".pvti",
                     ".pvtr", ".pvts"},
         .numbered = {".vtm", ".pvti", ".pvtr", ".pvts", ".pvtu", ".pvtp"},
         .shown = "indices of VTK files (.pvd .vtm .pvtu ...)",
         .has_blocks = true,
         .companions = compute::pieces_of_first_step,
         .pieces = compute::pieces_of_all_steps,
         .memory = memory_of_mesh,
         .heading = heading_of_collection,
         .read = read_blocks<compute::read_collection>},
        {.name = "VTKHDF",
         .kind = "a VTKHDF file of a flow",
         .hdf5_words = {"vtkhdf"},
         .endings = {".vtkhdf"},
         .shared = {".h5", ".hdf", ".hdf5"},
         .is_by_content = true,
         .has_blocks = true,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::vtkhdf_times>,
         .read = read_blocks<compute::read_vtkhdf>},
        {.name = "EnSight",
         .kind = "an EnSight case",
         .endings = {".case", ".encas"},
         .has_blocks = true,
         .companions = compute::files_named_in_case,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::ensight_times>,
         .read = read_blocks<compute::read_ensight>},
        {.name = "Exodus",
         .kind = "an Exodus file of a flow",
         .endings = {".ex2", ".exo", ".exii", ".exoii", ".e"},
         .owns = is_exodus_mesh,
         .has_blocks = true,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::exodus_times>,
         .read = read_blocks<compute::read_exodus>},
        {.name = "CGNS",
         .kind = "a CGNS file of a flow",
         .hdf5_words = {"cgnsbase_t", "cgnslibraryversion"},
         .endings = {".cgns"},
         .is_by_content = true,
         .has_blocks = true,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::cgns_times>,
         .read = read_blocks<compute::read_cgns>},
        {.name = "Nek5000",
         .kind = "a Nek5000 file that names its time steps",
         .endings = {".nek5000"},
         .companions = compute::first_nek_file,
         .pieces = compute::nek_files,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::nek5000_times>,
         .read = read_step<compute::read_nek5000>},
        {.name = "OpenFOAM",
         .kind = "an OpenFOAM file of a flow",
         .recognise = [](const FileBegin& begin) { return begin.has("foamfile\n"); },
         .endings = {".foam"},
         .owns = is_foam_case,
         .may_be_of_a_folder = true,
         .grouping = Grouping::Folder,
         .has_blocks = true,
         .companions = compute::foam_case_files,
         .memory = memory_of_mesh,
         .heading = [](const Paths& files,
                       const std::string& /*velocity*/) { return compute::openfoam_heading(files.front()); },
         .read = read_foam},
        {.name = "Tecplot",
         .kind = "a Tecplot file of a flow",
         .beginnings = {"#!tdv", "#!szplt"},
         .recognise = is_tecplot_text,
         .names = {".tec", ".plt", ".szplt"},
         .endings = {".tec"},
         .shared = {".dat", ".plt", ".vec"},  // .vec: PIV by TSI Insight and OpenPIV
         .is_by_content = true,
         .times_at = TimesAt::Throughout,
         .has_blocks = true,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::tecplot_times>,
         .read = read_blocks<compute::read_tecplot>},
        {.name = "SU2",
         .kind = "an SU2 mesh",
         .beginnings = {"ndime"},
         .names = {".su2"},
         .endings = {".su2"},
         .is_by_content = true,
         .times_at = TimesAt::None,
         .most_files = 2,
         .companions = compute::su2_solution_beside,
         .memory = memory_of_mesh,
         .read = compute::read_su2},
        {.name = "XDMF",
         .kind = "an XDMF file of a flow",
         .recognise = [](const FileBegin& begin) { return is_xml_of(begin, "<xdmf"); },
         .endings = {".xmf", ".xdmf"},
         .has_names_of_rasters = true,
         .is_by_content = true,
         .companions = compute::files_named_in_xdmf,
         .memory = memory_of_mesh,
         .heading = heading_of_times<compute::xdmf_times>,
         .read = read_step<compute::read_xdmf>},
        {.name = "NetCDF",
         .kind = "a NetCDF file",
         .beginnings = {"cdf\x01", "cdf\x02", "cdf\x05"},
         .hdf5_words = {"_ncproperties"},
         .endings = {".nc", ".nc4", ".cdf", ".netcdf", ".sww"},  // .sww: ANUGA
         .shared = {""},
         .owns = is_of_wrf,
         .may_hold_heights = true,
         .has_names_of_rasters = true,
         .is_by_content = true,
         .grouping = Grouping::Slices,
         .most_files = 8,
         .chooses_velocity = true,
         .heading = heading_of_netcdf,
         .read = read_netcdf_files},
        {.name = "GRIB",
         .kind = "a GRIB file of weather",
         .recognise = is_grib,
         .endings = {".grib", ".grb", ".grib1", ".grb1", ".grib2", ".grb2", ".gb2"},
         .shared = {""},
         .may_hold_heights = true,
         .has_names_of_rasters = true,
         .is_by_content = true,
         .grouping = Grouping::Slices,
         .times_at = TimesAt::Throughout,
         .most_files = 8,
         .chooses_velocity = true,
         .memory = memory_of_packed,
         .heading = compute::grib_heading,
         .read = read_grib_files},
        {.name = "Fluent",
         .kind = "a Fluent file of a mesh and its flow",
         .beginnings = {"(0 \""},
         .hdf5_words = {"settings&meshes"},
         .names = {".cas.h5", ".cas"},
         .endings = {".cas.h5", ".cas"},
         .is_by_content = true,
         .times_at = TimesAt::None,
         .most_files = 2,
         .companions = compute::fluent_data,
         .memory = memory_of_mesh,
         .read = read_fluent},
        {.name = "PLOT3D",
         .kind = "a PLOT3D file of a grid or flow",
         .recognise = is_plot3d_text,
         .endings = {".xyz", ".x", ".g", ".grd", ".p3d", ".q", ".f", ".sol", ".fun", ".bin"},
         .has_names_of_rasters = true,
         .shown = "PLOT3D as GRID+SOLUTION",
         .is_by_content = true,
         .grouping = Grouping::Pair,
         .times_at = TimesAt::None,
         .most_files = 2,
         .has_blocks = true,
         .read = read_plot3d_pair},
    };
}

}  // namespace

std::span<const Format> all_formats()
{
    static const std::vector<Format> rows = [] {
        std::vector<Format> all = read_formats();
        std::ranges::move(refused_formats(), std::back_inserter(all));
        return all;
    }();
    return rows;
}

}  // namespace farfield
