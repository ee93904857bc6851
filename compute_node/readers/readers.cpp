#include "compute_node/readers/readers.h"

#include "compute_node/fields/velocity/chosen_velocity.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/companions.h"
#include "compute_node/readers/ensight/ensight_reader.h"
#include "compute_node/readers/first_bytes.h"
#include "compute_node/readers/fluent/fluent_cff.h"
#include "compute_node/readers/grib/grib_reader.h"
#include "compute_node/readers/hdf5/hdf5_contents.h"
#include "compute_node/readers/nek5000/nek5000_reader.h"
#include "compute_node/readers/netcdf/netcdf_reader.h"
#include "compute_node/readers/openfoam/foam_reader.h"
#include "compute_node/readers/plot3d/plot3d_alone.h"
#include "compute_node/readers/plot3d/plot3d_reader.h"
#include "compute_node/readers/tecplot/tecplot_reader.h"
#include "compute_node/readers/ugrid/ugrid_reader.h"
#include "compute_node/readers/vtk/cgns_reader.h"
#include "compute_node/readers/vtk/collections/collection_reader.h"
#include "compute_node/readers/vtk/collections/legacy_blocks.h"
#include "compute_node/readers/vtk/collections/time_value.h"
#include "compute_node/readers/vtk/exodus_reader.h"
#include "compute_node/readers/vtk/fluent_reader.h"
#include "compute_node/readers/vtk/vtk_reader.h"
#include "compute_node/readers/vtkhdf/vtkhdf_reader.h"
#include "compute_node/readers/xdmf/xdmf_reader.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/other_ways.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_unknown_hdf5(const fs::path& file)
{
    const auto xdmf = xdmf_that_lists(file);
    const std::string way =
        xdmf ? fmt::format("open '{}' beside it, which says what its datasets are", xdmf->filename().string())
             : "expected CGNS, Fluent, NetCDF, or an XDMF file (.xmf or .xdmf) beside it that says what its "
               "datasets are";
    throw_reader_error(file, fmt::format("it is an HDF5 file{} of a kind that is not known; {}",
                                         contents_of_hdf5(file), way));
}

[[noreturn]] void throw_unknown(const fs::path& file)
{
    constexpr const char* expected =
        "expected VTK (.vti .vtr .vts .vtu .vtp .vtk .pvd .vtm .pvtu ...), "
        "VTKHDF, MetaImage, NRRD, NIfTI, EnSight, Exodus, CGNS, Nek5000, OpenFOAM, "
        "Tecplot, Fluent, XDMF, NetCDF, GRIB, or "
        "PLOT3D as GRID+SOLUTION";
    if (const std::string way = other_way(file); !way.empty()) throw_reader_error(file, way);
    const std::string ending = ending_of(file);
    const FileKind kind = kind_of_file(file);
    if (kind.name == "an HDF5 file") throw_unknown_hdf5(file);
    if (kind.name == "a VTK file of a flow")
        throw std::runtime_error(fmt::format(
            "cannot read '{}': it is {}; expected the ending that says its kind: .vtk of the older form, "
            ".vti .vtr .vts .vtu .vtp .vtm of XML",
            file.string(), kind.name));
    if (!kind.name.empty())
        throw std::runtime_error(
            fmt::format("cannot read '{}': {}; {}", file.string(), not_read(kind.name), expected));
    if (is_flow_ending(file))
        throw std::runtime_error(
            fmt::format("cannot read '{}': {} files are not read yet; {}", file.string(), ending, expected));
    throw std::runtime_error(
        fmt::format("cannot read '{}': unknown ending '{}'; {}", file.string(), ending, expected));
}

/// The format of a file by its ending, else by the first bytes of formats that often have none or any.
std::string_view format_by_content(const fs::path& file)
{
    if (holds_legacy_blocks(file)) return "VTK collection";
    const std::string_view named = format_of(file), kind = kind_of_file(file).name;
    const bool is_other = named == "PLOT3D" && !kind.empty();  // its endings are those of other formats, too
    if (!named.empty() && !is_other) return named;
    for (const std::string_view format : {"GRIB", "Tecplot", "XDMF", "VTKHDF", "PLOT3D", "NetCDF"})
        if (kind.find(format) != std::string_view::npos) return format;
    if (kind == "an HDF5 file" && is_netcdf_in_hdf5(file)) return "NetCDF";
    return kind.starts_with("a Fluent file of a mesh") ? "Fluent" : named;
}

/// Reads a Fluent case: in HDF5, with its data beside it or named; or of the older format.
GridData read_fluent(const std::vector<fs::path>& files, std::uint64_t max_nodes)
{
    const bool has_data = files.size() > 1;
    if (ending_of(files.front()) == ".h5" || has_data)
        return read_fluent_cff(files.front(),
                               has_data ? std::optional{files[1]} : fluent_data_beside(files[0]), max_nodes);
    return read_fluent_case(files.front(), max_nodes);
}

/// True for a file of a format whose ending PLOT3D may have, too.
bool is_other_than_plot3d(const fs::path& file)
{
    const std::string_view kind = kind_of_file(file).name;
    return !kind.empty() && kind.find("PLOT3D") == std::string_view::npos;
}

[[noreturn]] void throw_plot3d_alone(const fs::path& file)
{
    const std::string what = plot3d_alone(file);
    if (!what.empty())
        throw std::runtime_error(fmt::format("cannot read '{}': it is {}", file.string(), what));
    throw std::runtime_error(fmt::format(
        "cannot read '{}': expected a whole PLOT3D grid and its solution, GRID+SOLUTION, found {}",
        file.string(), found_in(file)));
}

/// Throws where a file's name tells that it is another one: a case of OpenFOAM is a folder, or named by a
/// file that may be empty.
void check_named(const fs::path& file)
{
    if (format_of(file) == "OpenFOAM") return;
    check_readable(file);
    if (!kind_without_flow(file).empty()) throw_unknown(file);
    check_first_bytes(file);
}

/// Largest number of files: components, meshes, positions and masks of models may be in a file each.
std::size_t max_files_of(std::string_view format)
{
    constexpr std::size_t of_models = 8;
    return comes_in_slices(format) ? of_models : 2;
}

/// Formats of which some blocks, parts, zones or regions can be read without the others.
bool comes_in_blocks(std::string_view format, std::size_t files)
{
    const bool is_plot3d = files == 2 && format != "NetCDF" && format != "GRIB" && format != "Fluent";
    return is_plot3d || format == "VTK collection" || format == "EnSight" || format == "Exodus" ||
           format == "CGNS" || format == "OpenFOAM" || format == "VTKHDF" || format == "Tecplot";
}

/// Times of an index's steps; of a single step without a time, that in the file's own head.
std::vector<double> times_of_collection(const fs::path& file)
{
    std::vector<double> times = collection_times(file);
    if (times.size() == 1 && times.front() == 0.0) times.front() = time_value_of(file).value_or(0.0);
    return times;
}

/// Reads files of all formats but NetCDF, which has its own way to a velocity.
GridData read_arrays(const std::vector<fs::path>& files, std::string_view format, std::uint64_t max_nodes,
                     std::size_t time_step, const std::optional<std::string>& only_scalar,
                     const std::vector<std::string>& blocks)
{
    const bool one_alone = format == "VTK" || format == "EnSight" || format == "Exodus" || format == "CGNS" ||
                           format == "Nek5000" || format == "VTK collection" || format == "OpenFOAM" ||
                           format == "Tecplot" || format == "XDMF" || format == "VTKHDF";
    if (format == "Fluent") return read_fluent(files, max_nodes);
    if (files.size() == 2 && !one_alone) return read_plot3d(files[0], files[1], max_nodes, blocks);
    if (files.size() == 2)
        throw std::runtime_error(fmt::format(
            "cannot read '{}' with a second file: only PLOT3D, NetCDF, GRIB and Fluent come in two",
            files.front().string()));
    if (format == "VTK") return read_vtk(files.front(), max_nodes);
    if (format == "VTK collection") return read_collection(files.front(), max_nodes, time_step, blocks);
    if (format == "OpenFOAM") return read_openfoam(files.front(), max_nodes, time_step, only_scalar, blocks);
    if (format == "EnSight") return read_ensight(files.front(), max_nodes, time_step, blocks);
    if (format == "Exodus") return read_exodus(files.front(), max_nodes, time_step, blocks);
    if (format == "CGNS") return read_cgns(files.front(), max_nodes, time_step, blocks);
    if (format == "Nek5000") return read_nek5000(files.front(), max_nodes, time_step);
    if (format == "VTKHDF") return read_vtkhdf(files.front(), max_nodes, time_step, blocks);
    if (format == "XDMF") return read_xdmf(files.front(), max_nodes, time_step);
    if (format == "Tecplot") return read_tecplot(files.front(), max_nodes, time_step, blocks);
    if (format == "PLOT3D" && !is_other_than_plot3d(files.front())) throw_plot3d_alone(files.front());
    throw_unknown(files.front());
}

}  // namespace

GridData read_files(const std::vector<fs::path>& files, std::uint64_t max_nodes, std::size_t time_step,
                    const std::optional<std::string>& only_scalar, const std::string& velocity,
                    const std::vector<std::string>& blocks)
{
    for (const fs::path& file : files) check_named(file);
    if (files.empty()) throw std::runtime_error("a dataset is one file or several, found none");
    const std::string_view format = format_by_content(files.front());
    if (files.size() > max_files_of(format))
        throw_reader_error(files.front(), fmt::format("expected at most {} files that go together, found {}",
                                                      max_files_of(format), files.size()));
    if (!blocks.empty() && !comes_in_blocks(format, files.size()))
        throw_reader_error(files.front(),
                           fmt::format("it has no block '{}': it is not made of blocks", blocks.front()));
    if (format == "NetCDF" && holds_netcdf_mesh(files))
        return read_netcdf_mesh(files, max_nodes, time_step, only_scalar, velocity);
    if (format == "NetCDF") return read_netcdf(files, max_nodes, time_step, only_scalar, velocity);
    if (format == "GRIB") return read_grib(files, max_nodes, time_step, only_scalar, velocity);
    GridData data = read_arrays(files, format, max_nodes, time_step, only_scalar, blocks);
    if (!is_empty(data)) choose_velocity(data, files.front().string(), velocity);
    return data;
}

FileHeading heading_of(const std::vector<fs::path>& files, const std::string& velocity)
{
    for (const fs::path& file : files) check_named(file);
    const std::string_view format = files.empty() ? "" : format_by_content(files.front());
    if (format == "NetCDF" && holds_netcdf_mesh(files)) return netcdf_mesh_heading(files, velocity);
    if (format == "NetCDF") return netcdf_heading(files, velocity);
    if (format == "GRIB") return grib_heading(files, velocity);
    if (format == "OpenFOAM") return openfoam_heading(files.front());
    if (format == "VTK") return {{time_value_of(files.front()).value_or(0.0)}};
    if (format == "VTK collection") return {times_of_collection(files.front())};
    if (format == "EnSight") return {ensight_times(files.front())};
    if (format == "Exodus") return {exodus_times(files.front())};
    if (format == "CGNS") return {cgns_times(files.front())};
    if (format == "Nek5000") return {nek5000_times(files.front())};
    if (format == "VTKHDF") return {vtkhdf_times(files.front())};
    if (format == "XDMF") return {xdmf_times(files.front())};
    if (format == "Tecplot") return {tecplot_times(files.front())};
    return {{0.0}};
}

std::vector<double> times_of_steps(const std::vector<fs::path>& files)
{
    std::vector<double> times;
    for (const fs::path& file : files) {
        const std::vector<double> of_file = heading_of({file}, {}).times;
        if (of_file.size() != 1)
            throw_reader_error(file, fmt::format("expected one time step, found {}", of_file.size()));
        times.push_back(of_file.front());
    }
    return times;
}

std::vector<fs::path> folders_of_libraries()
{
    std::vector<fs::path> folders = grib_folders();
    for (fs::path& folder : folders_of_units()) folders.push_back(std::move(folder));
    return folders;
}

}  // namespace farfield::compute
