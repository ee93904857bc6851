#include "compute_node/readers/common/statements.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace farfield::compute {

namespace {

using enum Subject;
using enum Use;

/// Rows of a format stand together, in the order of subjects.
constexpr std::array all{
    Statement{format::netcdf, Times, "units", Applied,
              "UDUNITS' spellings; dates with -, /, . or nothing between their parts, months in words, T, Z, "
              "zones, without the day or the month"},
    Statement{format::netcdf, Times, "a date that leaves its month open (01/02/1990), or is none", Remarked,
              "the first step, steady"},
    Statement{format::netcdf, Times, "since initialization, since 0.0", Remarked, "steps have no dates"},
    Statement{format::netcdf, Times, "words behind a date (PST)", Remarked, "UTC"},
    Statement{format::netcdf, Times, "calendar", Applied,
              "those of CF 1.11 in any case, and `360`, `365`, `366` and the like"},
    Statement{format::netcdf, Times, "calendar none", Remarked, "steps have no dates"},
    Statement{format::netcdf, Times, "other calendars, month_lengths", Remarked, "the standard one"},
    Statement{format::netcdf, Times, "day as %Y%m%d.%f, month as %Y%m.%f", Applied, "as CDO writes them"},
    Statement{format::netcdf, Times, "Times, xtime", Applied, "dates in words, of WRF and MPAS"},
    Statement{format::netcdf, Times, "times in binary32 that it rounds by a second or more", Remarked,
              "Itime and Itime2, or Times, count where they are the same but for that"},
    Statement{format::netcdf, Times, "years before 1", Applied,
              "1 follows on -1 in the standard and Julian calendars, on 0 in the others"},
    Statement{format::netcdf, Times, "year 0 of the standard and Julian calendars", Remarked,
              "the one before 1"},
    Statement{format::netcdf, Times, "other times of a component, of scalars or of a surface", Applied,
              "steps go together by their times, between their own where they lie there, with a remark"},
    Statement{format::netcdf, Times, "a third component or scalar without values at some of the times",
              Remarked, "left out; a second one is refused"},
    Statement{format::netcdf, Times, "a third component without time", Remarked, "the same at all steps"},
    Statement{format::netcdf, Times, "no units", Remarked, "seconds"},
    Statement{format::netcdf, Times, "units that are not understood, times that do not ascend", Remarked,
              "the first step, steady"},
    Statement{
        format::netcdf, Units, "units", Applied,
        "of lengths and speeds, all that UDUNITS knows, au, pc and ly, which become m and m/s; Mm is not "
        "mm"},
    Statement{format::netcdf, Units, "units of pressure, and of it over any time", Applied,
              "the velocity along pressures; along lengths it is left out"},
    Statement{format::netcdf, Units, "radians, degrees_west, degrees_south, colatitudes", Remarked,
              "they become degrees east and north"},
    Statement{format::netcdf, Units, "1 of longitudes and latitudes", Remarked, "degrees"},
    Statement{format::netcdf, Units, "1 of x and y", Remarked, "numbers as they are, of no length"},
    Statement{format::netcdf, Units, "ms-1, cms-1, kmh-1, M/S, KNOTS", Remarked, "m/s, cm/s, km/h, knots"},
    Statement{format::netcdf, Units, "unknown or no units of a velocity over degrees or lengths", Remarked,
              "m/s"},
    Statement{format::netcdf, Units, "unknown or no units of places, below a velocity with a unit", Remarked,
              "1 of the velocity's unit moves by 1 of theirs in a second"},
    Statement{format::netcdf, Numbers, "scale_factor, add_offset", Applied, "also as text"},
    Statement{format::netcdf, Numbers, "_Unsigned", Applied, "true, and of unsigned types false"},
    Statement{format::netcdf, Numbers,
              "other spellings of these and of the attributes of fills (Scale_Factor, validmin)", Remarked,
              "they are taken for the conventions'"},
    Statement{format::netcdf, Numbers, "a comma for the point (0,01)", Remarked,
              "it is taken for that where a list cannot be meant"},
    Statement{format::netcdf, Numbers, "scale, slope, offset, intercept, factor, gain", Remarked,
              "they are not applied: no convention has them"},
    Statement{format::netcdf, Numbers,
              "an attribute of these that is no number, or several in place of one; a scale of 0 or NaN",
              Remarked, "it is not applied"},
    Statement{format::netcdf, Numbers, "a third component on other levels, or in another kind of unit",
              Remarked, "the velocity is that of the other two, and named so"},
    Statement{format::netcdf, Numbers, "a scalar, third component or mask that the library cannot read",
              Remarked, "left out"},
    Statement{format::netcdf, Numbers, "a first time step without a value", Remarked,
              "the first with values is shown; of every format"},
    Statement{format::netcdf, Fills, "_FillValue, missing_value", Applied,
              "in the type of the variable, also as text; unpacked where no packed number can be meant"},
    Statement{format::netcdf, Fills, "missing, nodata, undef and the like", Remarked,
              "they are taken for _FillValue"},
    Statement{format::netcdf, Fills, "a fill that none of the values can be", Remarked, "it is not there"},
    Statement{format::netcdf, Fills, "no _FillValue", Applied, "the default of the type; none of bytes"},
    Statement{
        format::netcdf, Fills,
        "values that nothing declares: rows of nines from 999 on, powers of ten from 1e8 and of two from "
        "2^30 on, 32767, -32768, 9.97e36, 1.27e30, the greatest of binary32; ten times as large as all "
        "else (10^4 times between 1e8 and 1e15), or negative where all else is not; so large -99 to -99.99, "
        "at several nodes or where all else is not negative",
        Remarked, "they stand for none"},
    Statement{format::netcdf, Fills,
              "1e10 and the like where all else is 0, or 1e12 and more; -32768 where values fill the range "
              "of words",
              Remarked, "they count"},
    Statement{format::netcdf, Fills, "valid_min, valid_max, valid_range", Applied,
              "packed, or unpacked where they have the type of the scale; also as text; not to places"},
    Statement{format::netcdf, Fills, "a valid_range with its ends in the wrong order", Remarked,
              "it is not applied"},
    Statement{format::netcdf, Visibility, "masks of land, by name, flag_values or standard_name", Applied,
              "not of winds, with a remark"},
    Statement{format::netcdf, Places, "coordinates, axis, standard_name, units, names of dimensions",
              Applied},
    Statement{format::netcdf, Places, "coordinates that are not there", Refused,
              "nothing says where nodes are"},
    Statement{format::netcdf, Places, "no coordinates at all", Remarked, "nodes are numbered from 0"},
    Statement{format::netcdf, Places, "long_name, name of the only lengths or degrees along a dimension",
              Remarked, "its coordinates; of several none, and nodes are numbered"},
    Statement{format::netcdf, Places, "long_name, names of coordinates on y and x", Applied,
              "lengths or degrees along x and y, where no standard_name or unit says it"},
    Statement{format::netcdf, Places, "other coordinates of v than of u, or of the third component", Remarked,
              "half a cell: faces, averaged to centres; else at the places of u"},
    Statement{format::netcdf, Places, "longitudes of more than a turn", Remarked, "the first turn"},
    Statement{
        format::netcdf, Places,
        "fills, NaN, one place of several nodes and degrees that are none on the Earth among longitudes and "
        "latitudes",
        Remarked, "these nodes are blanked"},
    Statement{format::netcdf, Places, "axes of degrees beside other longitudes and latitudes of the nodes",
              Remarked, "the axes do not count"},
    Statement{format::netcdf, Places, "places of the nodes that change with time", Remarked,
              "each step has its own"},
    Statement{format::netcdf, Places, "places along a dimension more (faces of a cubed sphere)", Remarked,
              "the first face"},
    Statement{format::netcdf, Places, "mesh, location, dimensions nSCHISM_..., without the mesh", Refused,
              "it is in another file"},
    Statement{format::netcdf, Places, "grid_mapping, crs_wkt, spatial_ref", Applied,
              "all projections of CF 1.11 but `geostationary`"},
    Statement{format::netcdf, Places, "grid_mapping without a parameter, or of another name", Remarked,
              "positions on the Earth are not known"},
    Statement{format::netcdf, Places, "angle, ANGLE, SINALPHA, COSALPHA", Applied, "components are turned"},
    Statement{format::netcdf, Places, "featureType of trajectories, series and profiles", Refused,
              "no grid or mesh"},
    Statement{format::netcdf, Levels, "positive, units of length and pressure", Applied,
              "a unit of pressure alone makes a coordinate vertical"},
    Statement{format::netcdf, Levels, "formula_terms, standard names of CF's appendix D", Applied,
              "heights or pressures where all terms are there"},
    Statement{format::netcdf, Levels,
              "heights of the nodes named in coordinates or by standard name, at half levels, too", Applied},
    Statement{format::netcdf, Levels, "PH, PHB; P, PB", Applied, "WRF's geopotential, else its pressure"},
    Statement{format::netcdf, Levels, "a formula without a term, no heights", Remarked,
              "levels are numbered"},

    Statement{format::mesh, Times, "units, calendar", Applied, "as of NetCDF CF"},
    Statement{format::mesh, Units, "units", Applied, "as of NetCDF CF"},
    Statement{format::mesh, Numbers, "scale_factor, add_offset, _Unsigned", Applied},
    Statement{format::mesh, Numbers, "a vertical component on the levels about the layers", Remarked,
              "its means at the layers' middles"},
    Statement{format::mesh, Numbers, "a vertical component at the nodes where others are in cells, or steady",
              Applied},
    Statement{format::mesh, Numbers, "a vertical component at other times or on other layers", Remarked,
              "it is left out"},
    Statement{format::mesh, Fills, "_FillValue, missing_value, valid_range", Applied, "as of NetCDF CF"},
    Statement{format::mesh, Places, "face_node_connectivity, nv, faces, elements", Applied},
    Statement{format::mesh, Places, "face_dimension, node_coordinates in any order", Applied},
    Statement{format::mesh, Places, "volumes with xllcorner, yllcorner", Applied, "of ANUGA"},
    Statement{format::mesh, Places, "degrees that are none on the Earth", Remarked,
              "cells with such corners are left out"},
    Statement{format::mesh, Places, "location: edge", Remarked, "left out"},
    Statement{format::mesh, Places, "start_index", Applied},
    Statement{format::mesh, Places, "no start_index", Applied,
              "1 where the largest corner is the number of nodes, else 0"},
    Statement{format::mesh, Places, "bounds, grid_corner_lon, grid_corner_lat", Applied, "cells by corners"},
    Statement{format::mesh, Levels,
              "zcor, zval, zCoordinates, zMid, zgrid, z_mc, z_ifc; siglay with h and zeta", Applied},
    Statement{format::mesh, Levels, "formula_terms, heights named in coordinates", Applied,
              "as of NetCDF CF"},
    Statement{format::mesh, Levels, "no heights of layers", Remarked, "layers are numbered"},

    Statement{format::grib, Times, "dataDate, dataTime, stepRange", Applied, "the time that is forecast"},
    Statement{format::grib, Units, "parameters of ecCodes", Applied},
    Statement{format::grib, Numbers, "packing", Applied, "by ecCodes"},
    Statement{format::grib, Fills, "bitmapPresent, missingValue", Applied},
    Statement{format::grib, Places, "gridType, scanning modes", Applied, "turned rows too"},
    Statement{format::grib, Places, "uvRelativeToGrid", Applied, "components are turned"},
    Statement{format::grib, Places, "gridType of spherical harmonics, HEALPix, ICON", Refused,
              "cdo converts it"},
    Statement{format::grib, Places, "a first latitude that is none of the Gaussian grid", Remarked,
              "the grid of the number"},
    Statement{format::grib, Levels, "typeOfLevel", Applied, "pressures in hPa, heights and depths in m"},
    Statement{format::grib, Levels, "pv with sp or lnsp", Applied, "pressures of hybrid levels"},
    Statement{format::grib, Levels, "hybrid levels without them, other kinds", Remarked,
              "levels are numbered"},
    Statement{format::grib, Numbers, "members of an ensemble", Remarked, "the first"},

    Statement{format::vtk, Times, "TimeValue, TIME", Applied, "of a series of files"},
    Statement{format::vtk, Times, "timestep, time", Applied, "of .pvd and .series"},
    Statement{format::vtk, Times, "TimeValues", Remarked, "the first of a file"},
    Statement{format::vtk, Times, "numbers in names", Remarked, "seconds"},
    Statement{format::vtk, Numbers, "1.0-105, 1D-3 of text", Applied},
    Statement{format::vtk, Numbers, "what is no number (****) in text", Refused},
    Statement{format::vtk, Fills, "NaN", Applied},
    Statement{format::vtk, Visibility, "vtkGhostType", Applied, "visible cells alone count in means"},
    Statement{format::vtk, Visibility, "iblank", Remarked, "0 is hidden"},
    Statement{format::vtk, Places, "Origin, Spacing, WholeExtent, Extent", Applied},
    Statement{format::vtk, Places, "cells that are neither linear nor quadratic", Remarked,
              "by their corners, or left out"},

    Statement{format::vtkhdf, Times, "Steps, Values", Applied},
    Statement{format::vtkhdf, Fills, "NaN", Applied},
    Statement{format::vtkhdf, Visibility, "vtkGhostType", Applied},
    Statement{format::vtkhdf, Places, "Origin, Spacing, WholeExtent, Points", Applied},
    Statement{format::vtkhdf, Places, "PolyData, OverlappingAMR, HyperTreeGrid", Refused},

    Statement{format::openfoam, Times, "names of folders", Applied, "seconds"},
    Statement{format::openfoam, Units, "dimensions", Applied, "powers, symbols and names"},
    Statement{format::openfoam, Units, "dimensions of other words", Remarked, "no unit"},
    Statement{format::openfoam, Numbers, "1.0-105, 1D-3 of text", Applied},
    Statement{format::openfoam, Numbers, "arch, format", Applied, "order of bytes and sizes of numbers"},
    Statement{format::openfoam, Numbers, "internalField uniform, nonuniform, $name, ${name}, #include",
              Applied},
    Statement{format::openfoam, Numbers, "a key twice, #inputMode, #remove", Applied,
              "the later counts, but with `protect`"},
    Statement{format::openfoam, Numbers, "other directives (#calc, #codeStream, #if)", Remarked,
              "the field or the time is left out"},
    Statement{format::openfoam, Numbers, "a U that is cut or of a wrong length", Remarked,
              "its time is left out"},
    Statement{format::openfoam, Numbers, "boundaryField", Remarked, "values of patches do not count"},
    Statement{format::openfoam, Places, "points, faces, owner, neighbour", Applied, "of each time"},

    Statement{format::ensight, Times, "time values, filename numbers, time sets, file sets", Applied,
              "of each set the step up to the time"},
    Statement{format::ensight, Times, "more time values or filename numbers than steps", Remarked,
              "the last are left out"},
    Statement{format::ensight, Times, "a filename number that is not whole", Refused},
    Statement{format::ensight, Times, "a step of which the geometry or the velocity has no file", Remarked,
              "its time is left out"},
    Statement{format::ensight, Numbers, "1.0-105, 1D-3", Applied, "with or without blanks between them"},
    Statement{format::ensight, Numbers, "what is no number (****)", Refused},
    Statement{format::ensight, Numbers, "complex", Remarked, "its real and its imaginary part"},
    Statement{
        format::ensight, Numbers,
        "variables that are missing or damaged, have values of parts or kinds of cells that the geometry "
        "lacks, or none of some of a part's kinds; tensors, measured",
        Remarked, "left out"},
    Statement{format::ensight, Fills, "undef, partial", Applied},
    Statement{format::ensight, Fills, "a part without the vector", Remarked, "it is left out"},
    Statement{format::ensight, Visibility, "iblanked", Applied},
    Statement{format::ensight, Places, "coordinates, block", Applied},
    Statement{format::ensight, Places, "parts without a volume beside others, and what is on them alone",
              Remarked, "they are left out"},
    Statement{format::ensight, Places,
              "rigid_body, match, boundary, sections MATERIAL, SCRIPTS, BLOCK_CONTINUATION", Remarked,
              "they do not count"},
    Statement{format::ensight, Places, "change_coords_only", Refused},

    Statement{format::exodus, Times, "time_whole", Applied},
    Statement{format::exodus, Places, "coord, connect", Applied},
    Statement{format::exodus, Places, "displacements (DISPLX ...)", Applied, "points move by them"},

    Statement{format::cgns, Times, "TimeValues, FlowSolutionPointers", Applied},
    Statement{format::cgns, Units, "DimensionalUnits", Remarked,
              "coordinates, velocities, momentum and density become m, m/s, kg/(m^2 s) and kg/m^3"},
    Statement{format::cgns, Units, "DimensionalExponents", Applied,
              "they decide what is a velocity, momentum or density; without them its name does"},
    Statement{format::cgns, Units, "UserDefined", Remarked, "numbers are those of the file"},
    Statement{format::cgns, Units, "a unit of length for some coordinates, none for others", Refused},
    Statement{format::cgns, Numbers, "NormalizedByDimensional with DataConversion", Remarked,
              "numbers become raw data"},
    Statement{format::cgns, Numbers,
              "NormalizedByDimensional or DataConversion alone, NormalizedByUnknownDimensional, "
              "NondimensionalParameter, DimensionlessConstant",
              Remarked, "numbers are those of the file, without units of length"},
    Statement{format::cgns, Numbers, "different units or DataConversions of an array in one zone", Remarked,
              "left out; a velocity, momentum, density or coordinate is refused"},
    Statement{format::cgns, Numbers, "arrays of a wrong length, GridLocation of faces", Remarked, "left out"},
    Statement{format::cgns, Numbers, "Rind", Applied, "rind planes do not count"},
    Statement{format::cgns, Numbers, "GridLocation", Applied, "values of cells are averaged to the nodes"},
    Statement{format::cgns, Visibility, "OversetHoles_t", Applied},
    Statement{format::cgns, Places, "CoordinateX, CoordinateY, CoordinateZ", Applied},
    Statement{format::cgns, Places, "CoordinateR, CoordinateTheta", Remarked,
              "positions and vectors become Cartesian"},
    Statement{format::cgns, Places, "other coordinates", Refused},

    Statement{format::xdmf, Times, "Time", Applied, "`Value`, `List`, `HyperSlab`"},
    Statement{format::xdmf, Times, "Time that is a Range, or no number", Remarked,
              "its begin; the first step, steady"},
    Statement{format::xdmf, Numbers, "Endian, Precision, NumberType, Seek", Applied},
    Statement{format::xdmf, Numbers, "1.0-105, 1D-3 of text", Applied},
    Statement{format::xdmf, Numbers, "Compression, what is no number (****)", Refused},
    Statement{format::xdmf, Numbers, "Dimensions of another shape than the dataset has", Remarked,
              "in the dataset's order"},
    Statement{format::xdmf, Numbers, "grids and steps without cells or attributes, grids of points or lines",
              Remarked, "left out"},
    Statement{format::xdmf, Numbers, "Center of edges, faces and grids", Remarked, "left out"},
    Statement{format::xdmf, Numbers, "HyperSlab, Coordinates, JOIN", Applied},
    Statement{format::xdmf, Numbers, "other functions", Refused},
    Statement{format::xdmf, Places, "TopologyType, GeometryType, BaseOffset, Order, NodesPerElement",
              Applied},

    Statement{format::tecplot, Times, "SOLUTIONTIME, STRANDID", Applied},
    Statement{format::tecplot, Units, "units in brackets behind names", Applied},
    Statement{format::tecplot, Numbers, "1.0-105, 1D-3, 3*0.5", Applied},
    Statement{format::tecplot, Numbers, "what is no number (****)", Refused},
    Statement{format::tecplot, Numbers, "VARLOCATION, VARSHARELIST, CONNECTIVITYSHAREZONE, D", Applied},
    Statement{format::tecplot, Visibility, "a variable IBLANK", Remarked, "0 is hidden"},
    Statement{format::tecplot, Places, "ZONETYPE", Applied},
    Statement{format::tecplot, Places, "FEPOLYGON, FEPOLYHEDRON", Refused},

    Statement{format::plot3d, Visibility, "IBLANK", Applied, "0 is blanked"},
    Statement{format::plot3d, Numbers, "order of bytes, record marks, precision, blocks", Applied,
              "the layout that explains the file's size and numbers"},
    Statement{format::plot3d, Numbers, "1.0-105, 1D-3, 3*0.5 of text", Applied},
    Statement{format::plot3d, Numbers, "names of functions (.nam, fun.nam)", Applied},

    Statement{format::fluent, Numbers, "further phases", Remarked, "the first"},
    Statement{format::fluent, Places, "nodes, faces, c0, c1", Applied},

    Statement{format::nek5000, Times, "time of each field file", Applied},
    Statement{format::nek5000, Numbers, "order of bytes, size of words", Applied},
    Statement{format::nek5000, Places, "a step without positions", Applied, "those of the first step"},

    Statement{format::scans, Numbers, "scl_slope, scl_inter", Applied, "of NIfTI"},
    Statement{format::scans, Units, "xyzt_units, DistanceUnits, units, space units", Applied,
              "lengths become mm"},
    Statement{format::scans, Units, "no unit of lengths, or an unknown one", Remarked, "mm"},
    Statement{format::scans, Places, "spacings; offsets but NIfTI's", Applied},
    Statement{format::scans, Places, "directions of axes", Remarked, "axes are the file's"},
    Statement{format::scans, Times, "volumes", Remarked, "the first"},

    Statement{format::terrain, Units, "unit of the band", Applied, "lengths become metres"},
    Statement{format::terrain, Units, "no unit", Remarked, "metres"},
    Statement{format::terrain, Units, "any other unit", Refused, "`--unit` names it"},
    Statement{format::terrain, Numbers, "scale and offset of the band", Applied},
    Statement{format::terrain, Fills, "no-data value, masks, NaN", Applied},
    Statement{format::terrain, Fills, "-32768, -32767, 32767, 32768 of signed rasters", Remarked, "voids"},
    Statement{format::terrain, Places, "reference system, geotransform", Applied},
};

constexpr std::string_view word_of(Subject subject)
{
    return std::array<std::string_view, 7>{"times",      "units",  "numbers", "fills",
                                           "visibility", "places", "levels"}[static_cast<std::size_t>(
        subject)];
}

constexpr std::string_view word_of(Use use)
{
    return std::array<std::string_view, 3>{"applied", "remarked", "refused"}[static_cast<std::size_t>(use)];
}

}  // namespace

std::span<const Statement> statements()
{
    return all;
}

std::string table_of_statements()
{
    std::string table = "| format | subject | statements | | how |\n| --- | --- | --- | --- | --- |\n";
    for (const Statement& row : all)
        table += fmt::format("| {} | {} | {} | {} | {} |\n", row.format, word_of(row.subject), row.names,
                             word_of(row.use), row.how);
    return table;
}

}  // namespace farfield::compute
