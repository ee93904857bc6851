#include "compute_node/support/formats/file_kinds.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace farfield {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view tecplot = "a Tecplot file of a flow",
                           fluent = "a Fluent file of a mesh and its flow",
                           plot3d = "a PLOT3D file of a grid or flow", stl = "an STL file of a surface",
                           openfoam = "an OpenFOAM file of a flow", xdmf = "an XDMF file of a flow",
                           las = "an LAS file of points", su2 = "an SU2 file of a mesh",
                           dyna_mesh = "an LS-DYNA file of a mesh", star = "a STAR-CD file of a mesh",
                           gmv = "a GMV file of a flow", segy = "a SEG-Y file of seismic traces",
                           netcdf = "a NetCDF file", eclipse = "an Eclipse file of a reservoir",
                           opendx = "an OpenDX file of a field", mike = "a MIKE file (DFS) of a flow",
                           adcirc_results = "an ADCIRC file of results as text",
                           shape = "a CAD file of a shape", zarr = "a Zarr store of arrays",
                           amrex = "an AMReX file of grids refined in places",
                           enzo = "an Enzo file of grids refined in places",
                           su2_restart = "an SU2 restart of a flow", sms = "an SMS file of a mesh",
                           sms_values = "an SMS file of values on a mesh",
                           ansys = "an Ansys Mechanical file of a mesh or results",
                           mitgcm = "an MITgcm file (mds) of a flow", grads = "a GrADS description of a flow",
                           web_page = "a page of the web",
                           gmt_3 = "a grid of heights in GMT's old format (GMT 3)";

struct Mark {
    std::string_view mark;  ///< in lower case
    FileKind kind;
};

/// The first bytes of known formats.
constexpr std::array beginnings{
    Mark{"#!tdv", {tecplot}},
    Mark{"#!szplt", {tecplot}},
    Mark{"# vtk datafile", {"a VTK file of a flow"}},
    Mark{"(0 \"", {fluent}},
    Mark{"#std ", {"a Nek5000 file of one time step, which a .nek5000 file names"}},
    Mark{"$meshformat", {"a Gmsh file of a mesh"}},
    Mark{"$comments", {"a Gmsh file of a mesh"}},
    Mark{"$nod", {"a Gmsh file of a mesh"}},
    Mark{"iso-10303-21;", {shape}},
    Mark{"# gerris", {"a Gerris file of a flow"}},
    Mark{"deltares, nefis", {"a Delft3D file (NEFIS) of a flow"}},
    Mark{"\xff\xff"
         "oda",
         {"an ODB file of observations"}},
    Mark{"/* xpm */", {"an XPM picture", true}},
    Mark{"ndime", {su2}},
    Mark{"*heading", {"an Abaqus file of a mesh"}},
    Mark{"*keyword", {dyna_mesh}},
    Mark{"hyperclaw-v1", {amrex}},
    Mark{"navierstokes-v1", {amrex}},
    Mark{"\xec\x2b\x08", {su2_restart}},  // 535532
    Mark{"\"pointid\"", {su2_restart}},
    Mark{"mesh2d", {sms}},
    Mark{"dataset\n", {sms_values}},
    Mark{"dataset\r\n", {sms_values}},
    Mark{"/com,ansys", {ansys}},
    Mark{"/prep7", {ansys}},
    Mark{" bdv", {"an OpenVDB file of a volume"}},
    Mark{"gmvinput", {gmv}},
    Mark{"meshversionformatted", {"a Medit file of a mesh"}},
    Mark{"# created by comsol", {"a COMSOL file of a mesh"}},
    Mark{"solid ", {stl}},
    Mark{"ply\n", {"a PLY file of points"}},
    Mark{"ply\r\n", {"a PLY file of points"}},
    Mark{"# .pcd", {"a PCD file of points"}},
    Mark{"lasf", {las}},
    Mark{"astm-e57", {"an E57 file of points"}},
    Mark{"grib", {"a GRIB file of weather", true}},
    Mark{"bufr", {"a BUFR file of observations"}},
    Mark{"\x0e\x03\x13\x01", {"an HDF4 file", true}},
    Mark{"cdf\x01", {netcdf, true}},
    Mark{"cdf\x02", {netcdf, true}},
    Mark{"cdf\x05", {netcdf, true}},
    Mark{"\x89png", {"a PNG picture", true}},
    Mark{"\xff\xd8\xff", {"a JPEG picture", true}},
    Mark{"gif8", {"a GIF picture", true}},
    Mark{"%pdf", {"a PDF document", true}},
    Mark{"\x93numpy", {"a NumPy array"}},
    Mark{"matlab ", {"a MATLAB file"}},
    Mark{"sqlite format 3", {"an SQLite database", true}},
    Mark{"\x1f\x8b", {"a file packed by gzip", true}},
    Mark{"\xfd"
         "7zxz",
         {"a file packed by xz", true}},
    Mark{"bzh", {"a file packed by bzip2", true}},
    Mark{"pk\x03\x04", {"a ZIP archive", true}},
    Mark{"par1", {"a Parquet table", true}},
    Mark{"<!doctype html", {web_page, true}},
    Mark{"<html", {web_page, true}},
    Mark{"dset ", {grads}},
    Mark{" ndims = [", {mitgcm}},
    Mark{"{\"version\": 1, \"refs\"", {"a file of references to arrays (kerchunk)"}}};

/// Words near the beginning of HDF5 files, where the names of their first groups and attributes are.
constexpr std::array hdf5_words{Mark{"cgnsbase_t", {"a CGNS file of a flow"}},
                                Mark{"cgnslibraryversion", {"a CGNS file of a flow"}},
                                Mark{"vtkhdf", {"a VTKHDF file of a flow"}},
                                Mark{"openpmd", {"an openPMD file"}},
                                Mark{"_ncproperties", {netcdf, true}},
                                Mark{"bag_root", {"a BAG file of heights", true}},
                                Mark{"hdfeos", {"an HDF-EOS5 file of a satellite"}},
                                Mark{"hec-ras", {"a HEC-RAS file of a flow"}},
                                Mark{"xmdf", {"an XMDF file of values on a mesh (SMS)"}},
                                Mark{"unknown names", {"a FLASH file of a flow"}},
                                Mark{"grid00000001", {enzo}},
                                Mark{"stream_00", {"a CONVERGE file of a flow"}},
                                Mark{"state_0001", {"a VERA file of a reactor"}},
                                Mark{"step#0", {"an H5Part file of particles"}},
                                Mark{"infos_generales", {"a MED file of a mesh and its flow"}}};

/// Names of files with beginnings that do not distinguish them.
constexpr std::array names{Mark{".cas.h5", {fluent}},
                           Mark{".dat.h5", {"a Fluent file of a flow"}},
                           Mark{".msh.h5", {"a Fluent file of a mesh"}},
                           Mark{".cas", {fluent}},
                           Mark{".tec", {tecplot}},
                           Mark{".plt", {tecplot}},
                           Mark{".szplt", {tecplot}},
                           Mark{".su2", {su2}},
                           Mark{".kea", {"a KEA image", true}},
                           Mark{".he5", {"an HDF-EOS5 file of a satellite"}},
                           Mark{".egrid", {eclipse}},
                           Mark{".grdecl", {eclipse}},
                           Mark{".unrst", {eclipse}},
                           Mark{".dcm", {"a DICOM file of a scan"}},
                           Mark{".ply", {"a PLY file of points"}},
                           Mark{".med", {"a MED file of a mesh and its flow"}},
                           Mark{".mesh", {"a Medit file of a mesh"}},
                           Mark{".meshb", {"a Medit file of a mesh"}},
                           Mark{".ugrid", {"an AFLR3 file of a mesh"}},
                           Mark{".bdf", {"a Nastran file of a mesh"}},
                           Mark{".nas", {"a Nastran file of a mesh"}},
                           Mark{".inp", {"an Abaqus or AVS file of a mesh"}},
                           Mark{".avs", {"an AVS file of a mesh"}},
                           Mark{".h5m", {"a MOAB file of a mesh"}},
                           Mark{".silo", {"a Silo file of a flow"}},
                           Mark{".vdb", {"an OpenVDB file of a volume"}},
                           Mark{".frd", {"a CalculiX file of results"}},
                           Mark{".dx", {opendx}},
                           Mark{".general", {opendx}},
                           Mark{".dfsu", {mike}},
                           Mark{".dfs0", {mike}},
                           Mark{".dfs1", {mike}},
                           Mark{".dfs2", {mike}},
                           Mark{".dfs3", {mike}},
                           Mark{"fort.14", {"an ADCIRC file of a mesh"}},
                           Mark{"fort.63", {adcirc_results}},
                           Mark{"fort.64", {adcirc_results}},
                           Mark{".smv", {"an FDS file that names results"}},
                           Mark{".ccm", {"a STAR-CCM+ file of a flow"}},
                           Mark{".sim", {"a STAR-CCM+ file of a flow"}},
                           Mark{".bp", {"an ADIOS file of arrays"}},
                           Mark{".igs", {shape}},
                           Mark{".iges", {shape}},
                           Mark{"d3plot", {"an LS-DYNA file of results"}},
                           Mark{".k", {dyna_mesh}},
                           Mark{".neu", {"a GAMBIT file of a mesh"}},
                           Mark{".cel", {star}},
                           Mark{".gmv", {gmv}},
                           Mark{".sos", {"an EnSight file that names other cases"}},
                           Mark{".hierarchy", {enzo}},
                           Mark{".xamr", {"a Velodyne file of grids refined in places"}},
                           Mark{".wind", {"a WindBlade file of a flow"}},
                           Mark{".res", {"an Ansys CFX or MFIX file of a flow"}},
                           Mark{".cdb", {ansys}},
                           Mark{".2dm", {sms}},
                           Mark{".xmdf", {"an XMDF file of values on a mesh (SMS)"}},
                           Mark{".ctl", {grads}},
                           Mark{".ncml", {"an NcML description of NetCDF files"}},
                           Mark{".slf", {"a SELAFIN file of TELEMAC's flow"}},
                           Mark{".pht", {"a PHASTA file of a flow"}},
                           Mark{".spcth", {"a SpyPlot file of a flow"}},
                           Mark{".pvsm", {"a state of ParaView"}},
                           Mark{".mrc", {"an MRC file of a volume"}},
                           Mark{".sgy", {segy}},
                           Mark{".segy", {segy}},
                           Mark{".odb", {"an Abaqus file of results"}},
                           Mark{".msh", {"a Gmsh or Fluent file of a mesh"}},
                           Mark{".stl", {stl}},
                           Mark{".obj", {"an OBJ file of a surface"}},
                           Mark{".las", {las}},
                           Mark{".laz", {las}}};

/// The first bytes, in lower case: more of those files whose names and comments are long.
std::string beginning_of(const fs::path& file)
{
    constexpr std::size_t enough = 4096, enough_of_names = 1U << 16U;
    std::string bytes(enough, '\0');
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return {};
    std::ifstream in{file, std::ios::binary};
    const auto read_to = [&](std::size_t most) {
        const std::size_t there = most == enough ? 0 : bytes.size();
        bytes.resize(most);
        in.read(bytes.data() + there, static_cast<std::streamsize>(most - there));
        bytes.resize(there + static_cast<std::size_t>(in.gcount()));
    };
    read_to(enough);
    const std::string_view text = without_utf8_mark(bytes);
    const bool has_names = text.starts_with('#') || text.starts_with("CDF") || text.starts_with("\x89HDF");
    if (has_names && bytes.size() == enough) read_to(enough_of_names);
    return lower_case(std::string{without_utf8_mark(bytes)});
}

std::string_view without_space(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

/// Tecplot's text begins with a word and, but for a zone, what that is; comments may come before it.
bool is_tecplot_text(std::string_view text)
{
    text = without_space(text);
    while (text.starts_with('#')) text = without_space(text.substr(std::min(text.find('\n'), text.size())));
    return std::ranges::any_of(std::array{"title", "variables", "filetype"}, [&](std::string_view word) {
        return text.starts_with(word) && without_space(text.substr(word.size())).starts_with('=');
    });
}

/// Whole numbers at the beginning of a text, as many as there are up to a limit.
std::vector<std::uint64_t> leading_counts(std::string_view text, std::size_t most)
{
    std::vector<std::uint64_t> counts;
    while (counts.size() < most) {
        text = without_space(text);
        constexpr std::size_t longest = 9;
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        const bool ends =
            digits == text.size() || std::isspace(static_cast<unsigned char>(text[digits])) != 0;
        if (digits == 0 || digits > longest || !ends) break;
        counts.push_back(std::stoull(std::string{text.substr(0, digits)}));
        text.remove_prefix(digits);
    }
    return counts;
}

/// The number of blocks alone on the first line, then their sizes: no line of a table is like that.
bool is_plot3d_text(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find('\n'));
    constexpr std::size_t most_blocks = 100;
    const auto blocks = leading_counts(first, 2);
    if (blocks.size() != 1 || without_space(first).find_first_of(".-eE") != std::string_view::npos)
        return false;
    if (blocks.front() == 0 || blocks.front() > most_blocks) return false;
    const auto counts = leading_counts(text, 1 + 4 * blocks.front());
    return counts.size() > 2 * blocks.front() && std::ranges::find(counts, 0U) == counts.end();
}

/// MOVIE.BYU: numbers of parts, points, polygons and corners, then the polygons of each part.
bool is_byu_text(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find('\n'));
    const auto counts = leading_counts(first, 5);
    const auto parts = leading_counts(text.substr(std::min(first.size(), text.size())), 2);
    return counts.size() == 4 && parts.size() == 2 && parts[0] == 1 && counts[0] < counts[1] &&
           3 * counts[2] <= counts[3] && parts[1] <= counts[2];
}

/// True for a file whose size follows from its number of triangles.
bool is_binary_stl(const fs::path& file, const std::string& bytes)
{
    constexpr std::size_t header_bytes = 80, triangle_bytes = 50;
    std::uint32_t triangles = 0;
    if (bytes.size() < header_bytes + sizeof triangles) return false;
    // The bytes are in lower case: the number is read again.
    std::ifstream in{file, std::ios::binary};
    in.seekg(header_bytes);
    in.read(reinterpret_cast<char*>(&triangles), sizeof triangles);
    std::error_code error;
    return triangles > 0 && fs::file_size(file, error) ==
                                header_bytes + sizeof triangles + std::uint64_t{triangles} * triangle_bytes;
}

/// TELEMAC's: a record of 80 characters, then one of two numbers. Records have their lengths about them.
bool is_selafin(std::string_view bytes)
{
    constexpr std::size_t record = 84;
    // 80, in lower case, and 8
    constexpr std::string_view big{"\0\0\0p\0\0\0\x08", 8}, little{"p\0\0\0\x08\0\0\0", 8};
    if (bytes.starts_with(big.substr(0, 4)) &&
        bytes.substr(0, record).find("serafin") != std::string_view::npos)
        return true;
    return std::ranges::any_of(std::array{big, little}, [&](std::string_view lengths) {
        return bytes.starts_with(lengths.substr(0, 4)) && bytes.size() > record + lengths.size() &&
               bytes.substr(record, lengths.size()) == lengths;
    });
}

/// The header of a file in NetCDF's classic format, or the first names of one in HDF5.
FileKind kind_of_netcdf(std::string_view bytes)
{
    const auto has = [&](std::string_view word) { return bytes.find(word) != std::string_view::npos; };
    if (has("xysize") && has("x_range") && has("y_range")) return {gmt_3};
    if (has("tuflowfv") || (has("numcells2d") && has("numvert2d"))) return {"a TUFLOW FV file of a flow"};
    return {};
}

/// A GRIB message behind the heading of a bulletin, as weather services send it.
bool is_grib_in_bulletin(std::string_view bytes)
{
    constexpr std::size_t longest_heading = 256, edition_at = 7;
    const std::size_t at = bytes.substr(0, longest_heading).find("grib");
    if (at == std::string_view::npos || at + edition_at >= bytes.size()) return false;
    const char edition = bytes[at + edition_at];
    return at > 0 && (edition == 1 || edition == 2);
}

/// Results of Ansys Mechanical and CFX: names that texts have, too.
bool is_of_ansys(const std::string& name, std::string_view bytes)
{
    const bool may_be = name.ends_with(".rst") || name.ends_with(".rth") || name.ends_with(".def");
    return may_be && bytes.find('\0') != std::string_view::npos;
}

/// "netcdf name {", as ncdump writes it.
bool is_cdl(std::string_view bytes)
{
    const std::string_view first = bytes.substr(0, bytes.find('\n'));
    return first.starts_with("netcdf ") && first.find('{') != std::string_view::npos;
}

/// True for JSON as "grib2json" writes winds for maps in a browser.
bool is_json_of_grib(std::string_view bytes)
{
    return without_space(bytes).starts_with('[') &&
           bytes.find("\"parametercategory\"") != std::string_view::npos;
}

FileKind kind_of_hdf5(std::string_view bytes)
{
    const auto has = [&](std::string_view word) { return bytes.find(word) != std::string_view::npos; };
    for (const Mark& mark : hdf5_words)
        if (has(mark.mark)) return mark.kind;
    if (has("settings") && has("meshes")) return {fluent};
    if (has("settings") && has("results")) return {"a Fluent file of a flow"};
    return {};
}

/// Kind of a VTK file by the type in its first tag: files that are no flow, and grids that are not read.
FileKind kind_of_vtk(std::string_view bytes)
{
    const auto is_of = [&](std::string_view type) {
        return bytes.find(type) < bytes.find('>', bytes.find("<vtkfile"));
    };
    if (is_of("hypertreegrid")) return {"a VTK file of a tree of cells (HyperTreeGrid)"};
    if (is_of("overlappingamr") || is_of("hierarchicalbox")) return {"a VTK file of grids refined in places"};
    if (is_of("\"table\"")) return {"a VTK file of a table"};
    return {"a VTK file of a flow"};
}

/// Kind of a file by its beginning. bytes: of the beginning.
FileKind kind_by_beginning(const fs::path& file, const std::string& bytes)
{
    const bool may_be_netcdf = bytes.starts_with("cdf") || bytes.starts_with("\x89hdf");
    if (const FileKind kind = may_be_netcdf ? kind_of_netcdf(bytes) : FileKind{}; !kind.name.empty())
        return kind;
    for (const Mark& mark : beginnings)
        if (bytes.starts_with(mark.mark)) return mark.kind;
    if (bytes.starts_with("\x89hdf")) return kind_of_hdf5(bytes);
    if (bytes.find("foamfile\n") != std::string::npos) return {openfoam};
    if (bytes.find("<xdmf") != std::string::npos) return {xdmf};
    if (bytes.find("<vtkfile") != std::string::npos) return kind_of_vtk(bytes);
    if (is_grib_in_bulletin(bytes)) return {"a GRIB file of weather", true};
    if (is_selafin(bytes)) return {"a SELAFIN file of TELEMAC's flow"};
    if (is_cdl(bytes)) return {"a NetCDF file as text (CDL)"};
    if (is_json_of_grib(bytes)) return {"a JSON file made of GRIB"};
    if (is_tecplot_text(bytes)) return {tecplot};
    if (is_plot3d_text(bytes)) return {plot3d};
    if (is_byu_text(bytes)) return {"a MOVIE.BYU file of a surface"};
    return is_binary_stl(file, bytes) ? FileKind{stl} : FileKind{};
}

/// True for a Zarr store of either version: the root of its tree or an array in it.
bool is_zarr(const fs::path& folder)
{
    std::error_code error;
    return fs::is_directory(folder, error) &&
           std::ranges::any_of(std::array{".zgroup", ".zarray", "zarr.json"},
                               [&](const char* name) { return fs::exists(folder / name, error); });
}

/// A folder of AMReX: its head and its coarsest level.
bool is_amrex(const fs::path& folder)
{
    std::error_code error;
    return fs::is_directory(folder / "Level_0", error) && fs::is_regular_file(folder / "Header", error);
}

/// True for a file of values with its description beside it.
bool is_mitgcm_data(const fs::path& file)
{
    std::error_code error;
    return file.extension() == ".data" &&
           fs::is_regular_file(fs::path{file}.replace_extension(".meta"), error);
}

/// Enzo's folder: a file with its name, and the hierarchy of its grids.
bool is_enzo(const fs::path& folder)
{
    std::error_code error;
    const std::string name = folder.filename().string();
    return !name.empty() && fs::is_regular_file(folder / (name + ".hierarchy"), error);
}

/// Way to convert a file into one that is read, for the end of a sentence.
std::string_view way_to_what_is_read(std::string_view kind)
{
    const auto has = [&](std::string_view word) { return kind.find(word) != std::string_view::npos; };
    if (has("GMT's old")) return "; grdconvert makes a new one of it: grdconvert OLD.grd NEW.nc=nf";
    if (has("TUFLOW")) return "; the Python package tfv extracts it on a grid, which xarray writes as NetCDF";
    if (has("HEC-RAS")) return "; the Python package rashdf gives its values, which xarray writes as NetCDF";
    if (has("SMS")) return "; QGIS opens it as a mesh and exports it on a grid";
    if (has("SU2 restart")) return "; SU2_SOL writes it as .vtu (OUTPUT_FILES= PARAVIEW)";
    if (has("CFX")) return "; cfx5export and CFD-Post write it as CGNS or EnSight";
    if (has("Ansys Mechanical")) return "; the Python package ansys-mapdl-reader saves it as .vtk";
    if (has("SELAFIN")) return "; PPUTILS (sel2vtk.py) and ParaView write it as VTK";
    if (has("MIKE")) return "; the Python package mikeio reads it, and xarray writes it as NetCDF";
    if (has("AMReX") || has("Enzo") || has("FLASH")) return "; yt writes it on one grid, ParaView as .vtm";
    if (has("MITgcm")) return "; the Python package xmitgcm reads it, and xarray writes it as NetCDF";
    if (has("GrADS")) return "; cdo import_binary writes it as NetCDF";
    if (has("kerchunk")) return "; xarray opens it, and writes it as NetCDF";
    if (has("OpenVDB")) return "; ParaView writes it as .vti";
    if (has("packed by") || has("archive")) return "; unpack it first";
    if (has("of a mesh")) return "; meshio and ParaView write it as .vtu";
    if (has("HDF4") || has("HDF-EOS")) return "; gdal_translate writes its arrays as NetCDF";
    if (has("reservoir") || has("Silo") || has("CONVERGE") || has("LS-DYNA file of results"))
        return "; ParaView writes it as .vtm or .vtu";
    if (has("CDL")) return "; ncgen makes a NetCDF file of it";
    if (has("Zarr")) return "; xarray writes it as NetCDF";
    if (has("NEFIS")) return "; Delft3D writes NetCDF, too";
    if (has("made of GRIB")) return "; the GRIB file that it was made of is";
    return "";
}

}  // namespace

std::string_view kind_without_flow(const fs::path& file)
{
    constexpr std::array others{"picture",         "document",  "database", "archive",        "packed by xz",
                                "packed by bzip2", "GMT's old", "TUFLOW",   "page of the web"};
    const std::string_view kind = kind_by_beginning(file, beginning_of(file)).name;
    const bool is_other = std::ranges::any_of(
        others, [kind](std::string_view other) { return kind.find(other) != std::string_view::npos; });
    return is_other ? kind : std::string_view{};
}

std::string found_in(const fs::path& file)
{
    const std::string_view kind = kind_by_beginning(file, beginning_of(file)).name;
    return kind.empty() ? fmt::format("a file that begins with {}", shown_bytes(first_bytes_of(file)))
                        : std::string{kind};
}

std::string not_read(std::string_view kind)
{
    return fmt::format("it is {}, which is not read{}", kind, way_to_what_is_read(kind));
}

FileKind kind_of_file(const fs::path& file)
{
    if (is_zarr(file)) return {zarr};
    if (is_amrex(file)) return {amrex};
    if (is_enzo(file)) return {enzo};
    if (is_mitgcm_data(file)) return {mitgcm};
    const std::string bytes = beginning_of(file);
    if (const FileKind kind = kind_by_beginning(file, bytes); !kind.name.empty()) return kind;
    const std::string name = lower_case(file.filename().string());
    if (is_of_ansys(name, bytes)) return {name.ends_with(".def") ? "an Ansys CFX file of a mesh" : ansys};
    for (const Mark& mark : names)
        if (name.ends_with(mark.mark)) return mark.kind;
    return bytes.starts_with("\x89hdf") ? FileKind{"an HDF5 file", true} : FileKind{};
}

}  // namespace farfield
