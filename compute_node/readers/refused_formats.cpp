#include "compute_node/readers/refused_formats.h"

#include "compute_node/support/formats/text_marks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace farfield {

namespace {

namespace fs = std::filesystem;

/// True where the first tag of a VTK file in XML has a word.
bool has_vtk_type(const FileBegin& begin, std::string_view type)
{
    const std::size_t tag = begin.bytes.find("<vtkfile");
    return is_xml_of(begin, "<vtkfile") && begin.bytes.find(type) < begin.bytes.find('>', tag);
}

bool is_vtk_tree(const FileBegin& begin)
{
    return has_vtk_type(begin, "hypertreegrid");
}

bool is_vtk_refined(const FileBegin& begin)
{
    return has_vtk_type(begin, "overlappingamr") || has_vtk_type(begin, "hierarchicalbox");
}

bool is_vtk_table(const FileBegin& begin)
{
    return has_vtk_type(begin, "\"table\"");
}

/// MOVIE.BYU: numbers of parts, points, polygons and corners, then the polygons of each part.
bool is_byu_text(const FileBegin& begin)
{
    const std::string_view text = begin.bytes;
    const std::string_view first = text.substr(0, text.find('\n'));
    const auto counts = leading_counts(first, 5);
    const auto parts = leading_counts(text.substr(std::min(first.size(), text.size())), 2);
    return counts.size() == 4 && parts.size() == 2 && parts[0] == 1 && counts[0] < counts[1] &&
           3 * counts[2] <= counts[3] && parts[1] <= counts[2];
}

/// Binary STL: the number of triangles gives the size of the file.
bool is_binary_stl(const FileBegin& begin)
{
    constexpr std::size_t header_bytes = 80, triangle_bytes = 50;
    std::uint32_t triangles = 0;
    if (begin.bytes.size() < header_bytes + sizeof triangles) return false;
    // The bytes are in lower case: the number is read again.
    std::ifstream in{begin.path, std::ios::binary};
    in.seekg(header_bytes);
    in.read(reinterpret_cast<char*>(&triangles), sizeof triangles);
    std::error_code error;
    return triangles > 0 && fs::file_size(begin.path, error) ==
                                header_bytes + sizeof triangles + std::uint64_t{triangles} * triangle_bytes;
}

/// TELEMAC's: a record of 80 characters, then one of two numbers. Records have their lengths about them.
bool is_selafin(const FileBegin& begin)
{
    const std::string_view bytes = begin.bytes;
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

/// Results of Ansys Mechanical: names that texts have, too.
bool is_of_ansys(const FileBegin& begin)
{
    return (begin.name.ends_with(".rst") || begin.name.ends_with(".rth")) &&
           begin.has(std::string_view{"\0", 1});
}

/// A mesh of Ansys CFX, as above.
bool is_of_cfx(const FileBegin& begin)
{
    return begin.name.ends_with(".def") && begin.has(std::string_view{"\0", 1});
}

/// "netcdf name {", as ncdump writes it.
bool is_cdl(const FileBegin& begin)
{
    const std::string_view bytes = begin.bytes;
    const std::string_view first = bytes.substr(0, bytes.find('\n'));
    return first.starts_with("netcdf ") && first.find('{') != std::string_view::npos;
}

/// True for JSON as "grib2json" writes winds for maps in a browser.
bool is_json_of_grib(const FileBegin& begin)
{
    return without_space(begin.bytes).starts_with('[') && begin.has("\"parametercategory\"");
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

}  // namespace

bool is_refused_vtk(const FileBegin& begin)
{
    return is_vtk_tree(begin) || is_vtk_refined(begin) || is_vtk_table(begin);
}

std::vector<Format> refused_formats()
{
    return {
        {.kind = "a Nek5000 file of one time step, which a .nek5000 file names", .beginnings = {"#std "}},
        {.kind = "a Gmsh file of a mesh",
         .beginnings = {"$meshformat", "$comments", "$nod"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a CAD file of a shape", .beginnings = {"iso-10303-21;"}, .names = {".igs", ".iges"}},
        {.kind = "a Gerris file of a flow", .beginnings = {"# gerris"}},
        {.kind = "a Delft3D file (NEFIS) of a flow",
         .beginnings = {"deltares, nefis"},
         .way = "Delft3D writes NetCDF, too"},
        {.kind = "an ODB file of observations",
         .beginnings = {"\xff\xff"
                        "oda"}},
        {.kind = "an XPM picture",
         .beginnings = {"/* xpm */"},
         .may_hold_heights = true,
         .holds_no_flow = true},
        {.kind = "an Abaqus file of a mesh",
         .beginnings = {"*heading"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an LS-DYNA file of a mesh",
         .beginnings = {"*keyword"},
         .names = {".k"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an AMReX file of grids refined in places",
         .beginnings = {"hyperclaw-v1", "navierstokes-v1"},
         .owns = is_amrex,
         .way = "yt writes it on one grid, ParaView as .vtm"},
        {.kind = "an SU2 restart of a flow",
         .beginnings = {"\xec\x2b\x08"},
         .way = "SU2_SOL writes it as .vtu (OUTPUT_FILES= PARAVIEW)"},
        {.kind = "an SU2 solution without its mesh",
         .beginnings = {"\"pointid\""},
         .way = "name it with that, MESH.su2+SOLUTION.csv"},
        {.kind = "an SMS file of a mesh",
         .beginnings = {"mesh2d"},
         .names = {".2dm"},
         .way = "QGIS opens it as a mesh and exports it on a grid"},
        {.kind = "an SMS file of values on a mesh",
         .beginnings = {"dataset\n", "dataset\r\n"},
         .way = "QGIS opens it as a mesh and exports it on a grid"},
        {.kind = "an Ansys Mechanical file of a mesh or results",
         .beginnings = {"/com,ansys", "/prep7"},
         .recognise = is_of_ansys,
         .names = {".cdb"},
         .way = "the Python package ansys-mapdl-reader saves it as .vtk"},
        {.kind = "an OpenVDB file of a volume",
         .beginnings = {" bdv"},
         .names = {".vdb"},
         .way = "ParaView writes it as .vti"},
        {.kind = "a GMV file of a flow", .beginnings = {"gmvinput"}, .names = {".gmv"}},
        {.kind = "a Medit file of a mesh",
         .beginnings = {"meshversionformatted"},
         .names = {".mesh", ".meshb"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a COMSOL file of a mesh",
         .beginnings = {"# created by comsol"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an STL file of a surface",
         .beginnings = {"solid "},
         .recognise = is_binary_stl,
         .names = {".stl"}},
        {.kind = "a PLY file of points", .beginnings = {"ply\n", "ply\r\n"}, .names = {".ply"}},
        {.kind = "a PCD file of points", .beginnings = {"# .pcd"}},
        {.kind = "an LAS file of points", .beginnings = {"lasf"}, .names = {".las", ".laz"}},
        {.kind = "an E57 file of points", .beginnings = {"astm-e57"}},
        {.kind = "a BUFR file of observations", .beginnings = {"bufr"}},
        {.kind = "an HDF4 file",
         .beginnings = {"\x0e\x03\x13\x01"},
         .may_hold_heights = true,
         .way = "gdal_translate writes its arrays as NetCDF"},
        {.kind = "a PNG picture", .beginnings = {"\x89png"}, .may_hold_heights = true, .holds_no_flow = true},
        {.kind = "a JPEG picture",
         .beginnings = {"\xff\xd8\xff"},
         .may_hold_heights = true,
         .holds_no_flow = true},
        {.kind = "a GIF picture", .beginnings = {"gif8"}, .may_hold_heights = true, .holds_no_flow = true},
        {.kind = "a PDF document", .beginnings = {"%pdf"}, .may_hold_heights = true, .holds_no_flow = true},
        {.kind = "a NumPy array", .beginnings = {"\x93numpy"}},
        {.kind = "a MATLAB file", .beginnings = {"matlab "}},
        {.kind = "an SQLite database",
         .beginnings = {"sqlite format 3"},
         .may_hold_heights = true,
         .holds_no_flow = true},
        {.kind = "a file packed by gzip",
         .beginnings = {"\x1f\x8b"},
         .may_hold_heights = true,
         .may_be_of_a_folder = true,
         .way = "unpack it first"},
        {.kind = "a file packed by xz",
         .beginnings = {"\xfd"
                        "7zxz"},
         .may_hold_heights = true,
         .holds_no_flow = true,
         .way = "unpack it first"},
        {.kind = "a file packed by bzip2",
         .beginnings = {"bzh"},
         .may_hold_heights = true,
         .holds_no_flow = true,
         .way = "unpack it first"},
        {.kind = "a ZIP archive",
         .beginnings = {"pk\x03\x04"},
         .may_hold_heights = true,
         .holds_no_flow = true,
         .way = "unpack it first"},
        {.kind = "a Parquet table", .beginnings = {"par1"}, .may_hold_heights = true},
        {.kind = "a page of the web",
         .beginnings = {"<!doctype html", "<html"},
         .may_hold_heights = true,
         .holds_no_flow = true},
        {.kind = "a GrADS description of a flow",
         .beginnings = {"dset "},
         .names = {".ctl"},
         .way = "cdo import_binary writes it as NetCDF"},
        {.kind = "an MITgcm file (mds) of a flow",
         .beginnings = {" ndims = ["},
         .owns = is_mitgcm_data,
         .way = "the Python package xmitgcm reads it, and xarray writes it as NetCDF"},
        {.kind = "a file of references to arrays (kerchunk)",
         .beginnings = {"{\"version\": 1, \"refs\""},
         .way = "xarray opens it, and writes it as NetCDF"},
        {.kind = "an openPMD file", .hdf5_words = {"openpmd"}},
        {.kind = "a BAG file of heights", .hdf5_words = {"bag_root"}, .may_hold_heights = true},
        {.kind = "an HDF-EOS5 file of a satellite",
         .hdf5_words = {"hdfeos"},
         .names = {".he5"},
         .way = "gdal_translate writes its arrays as NetCDF"},
        {.kind = "a HEC-RAS file of a flow",
         .hdf5_words = {"hec-ras"},
         .way = "the Python package rashdf gives its values, which xarray writes as NetCDF"},
        {.kind = "an XMDF file of values on a mesh (SMS)",
         .hdf5_words = {"xmdf"},
         .names = {".xmdf"},
         .way = "QGIS opens it as a mesh and exports it on a grid"},
        {.kind = "a FLASH file of a flow",
         .hdf5_words = {"unknown names"},
         .way = "yt writes it on one grid, ParaView as .vtm"},
        {.kind = "an Enzo file of grids refined in places",
         .hdf5_words = {"grid00000001"},
         .names = {".hierarchy"},
         .owns = is_enzo,
         .way = "yt writes it on one grid, ParaView as .vtm"},
        {.kind = "a CONVERGE file of a flow",
         .hdf5_words = {"stream_00"},
         .way = "ParaView writes it as .vtm or .vtu"},
        {.kind = "a VERA file of a reactor", .hdf5_words = {"state_0001"}},
        {.kind = "an H5Part file of particles", .hdf5_words = {"step#0"}},
        {.kind = "a MED file of a mesh and its flow",
         .hdf5_words = {"infos_generales"},
         .names = {".med"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a Fluent file of a flow without its mesh",
         .hdf5_words = {"settings&results"},
         .names = {".dat.h5"},
         .way = "name it with its case, CASE.cas.h5+FLOW.dat.h5"},
        {.kind = "an EnSight file of a mesh without its case",
         .beginnings = {"c binary", "fortran binary"},
         .way = "name the .case that names it"},
        {.kind = "a Fluent file of a mesh",
         .names = {".msh.h5"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a KEA image", .names = {".kea"}, .may_hold_heights = true},
        {.kind = "an Eclipse file of a reservoir",
         .names = {".egrid", ".grdecl", ".unrst"},
         .way = "ParaView writes it as .vtm or .vtu"},
        {.kind = "a DICOM file of a scan", .names = {".dcm"}},
        {.kind = "an AFLR3 file of a mesh",
         .names = {".ugrid"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a Nastran file of a mesh",
         .names = {".bdf", ".nas"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an Abaqus or AVS file of a mesh",
         .names = {".inp"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an AVS file of a mesh", .names = {".avs"}, .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a MOAB file of a mesh", .names = {".h5m"}, .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a Silo file of a flow", .names = {".silo"}, .way = "ParaView writes it as .vtm or .vtu"},
        {.kind = "a CalculiX file of results", .names = {".frd"}},
        {.kind = "an OpenDX file of a field", .names = {".dx", ".general"}},
        {.kind = "a MIKE file (DFS) of a flow",
         .names = {".dfsu", ".dfs0", ".dfs1", ".dfs2", ".dfs3"},
         .way = "the Python package mikeio reads it, and xarray writes it as NetCDF"},
        {.kind = "an ADCIRC file of a mesh",
         .names = {"fort.14"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an ADCIRC file of results as text",
         .names = {"fort.63", "fort.64"},
         .way = "ADCIRC's adcirc2netcdf writes it as NetCDF, and ADCIRC itself does where NOUTGE and NOUTGV "
                "are 5"},
        {.kind = "an FDS file that names results", .names = {".smv"}},
        {.kind = "a STAR-CCM+ file of a flow", .names = {".ccm", ".sim"}},
        {.kind = "an ADIOS file of arrays", .names = {".bp"}},
        {.kind = "an LS-DYNA file of results",
         .names = {"d3plot"},
         .way = "ParaView writes it as .vtm or .vtu"},
        {.kind = "a GAMBIT file of a mesh", .names = {".neu"}, .way = "meshio and ParaView write it as .vtu"},
        {.kind = "a STAR-CD file of a mesh",
         .names = {".cel"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an EnSight file that names other cases", .names = {".sos"}},
        {.kind = "a Velodyne file of grids refined in places", .names = {".xamr"}},
        {.kind = "a WindBlade file of a flow", .names = {".wind"}},
        {.kind = "an Ansys CFX or MFIX file of a flow",
         .names = {".res"},
         .way = "cfx5export and CFD-Post write it as CGNS or EnSight"},
        {.kind = "an NcML description of NetCDF files", .names = {".ncml"}},
        {.kind = "a SELAFIN file of TELEMAC's flow",
         .recognise = is_selafin,
         .names = {".slf"},
         .way = "PPUTILS (sel2vtk.py) and ParaView write it as VTK"},
        {.kind = "a PHASTA file of a flow", .names = {".pht"}},
        {.kind = "a SpyPlot file of a flow", .names = {".spcth"}},
        {.kind = "a state of ParaView", .names = {".pvsm"}},
        {.kind = "an MRC file of a volume", .names = {".mrc"}},
        {.kind = "a SEG-Y file of seismic traces", .names = {".sgy", ".segy"}},
        {.kind = "an Abaqus file of results", .names = {".odb"}},
        {.kind = "a Gmsh or Fluent file of a mesh",
         .names = {".msh"},
         .way = "meshio and ParaView write it as .vtu"},
        {.kind = "an OBJ file of a surface", .names = {".obj"}},
        {.kind = "a grid of heights in GMT's old format (GMT 3)",
         .netcdf_words = {"xysize&x_range&y_range"},
         .holds_no_flow = true,
         .way = "grdconvert makes a new one of it: grdconvert OLD.grd NEW.nc=nf"},
        {.kind = "a TUFLOW FV file of a flow",
         .netcdf_words = {"tuflowfv", "numcells2d&numvert2d"},
         .holds_no_flow = true,
         .way = "the Python package tfv extracts it on a grid, which xarray writes as NetCDF"},
        {.kind = "a Zarr store of arrays", .owns = is_zarr, .way = "xarray writes it as NetCDF"},
        {.kind = "a NetCDF file as text (CDL)",
         .recognise = is_cdl,
         .way = "ncgen makes a NetCDF file of it"},
        {.kind = "a JSON file made of GRIB",
         .recognise = is_json_of_grib,
         .way = "the GRIB file that it was made of is"},
        {.kind = "a MOVIE.BYU file of a surface", .recognise = is_byu_text},
        {.kind = "an Ansys CFX file of a mesh",
         .recognise = is_of_cfx,
         .way = "cfx5export and CFD-Post write it as CGNS or EnSight"},
        {.kind = "a VTK file of a tree of cells (HyperTreeGrid)", .recognise = is_vtk_tree},
        {.kind = "a VTK file of grids refined in places", .recognise = is_vtk_refined},
        {.kind = "a VTK file of a table", .recognise = is_vtk_table},
        {.kind = "an HDF5 file", .may_hold_heights = true, .is_container = true},
    };
}

}  // namespace farfield
