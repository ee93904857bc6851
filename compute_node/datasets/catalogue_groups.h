#pragma once

#include "compute_node/datasets/catalogue_entry.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// True when a name stands for a series, not for one file: its last part has one star, which is followed by
/// the ending of NetCDF or GRIB, that of a numbered file (numbered_files.h), or nothing.
[[nodiscard]] bool names_series(std::string_view name);

/// True for a file that series_of() names, where its format is one of series: NetCDF, GRIB (also without an
/// ending) or, of VTK's patterns, VTK.
[[nodiscard]] bool comes_in_series(const std::filesystem::path& file, const std::string& pattern);

/// The files of a series among those of a folder, all without the folder, by their names alone: where some
/// have a number in place of the pattern's star, all without a letter there; else all that begin and end as
/// the pattern. Those of VTK's numbered files always have a number there.
[[nodiscard]] std::vector<std::string> series_of(const std::vector<std::string>& names,
                                                 const std::string& pattern);

/// Splits "A+B+C" at its plus signs.
[[nodiscard]] std::vector<std::string> parts_of(std::string_view name);

/// The text in a file's name at the place of the pattern's star. Both names come without their folders.
[[nodiscard]] std::string at_star(const std::string& name, const std::string& pattern);

/// Makes one series of each set of NetCDF or GRIB files with names that differ in digits alone, and of at
/// least three of VTK's that differ in the number at the end of their stem: "cavity_*.vtk". named: files that
/// others list with their times, and which therefore form no series. No file is opened.
[[nodiscard]] std::vector<CatalogueEntry> series_among(const std::vector<CatalogueEntry>& files,
                                                       const std::set<std::string>& named = {});

/// Makes a dataset "U+V" of each two NetCDF or GRIB files, or such series, of a folder with names that differ
/// in one letter alone, at the beginning of a word, which is u in one and v in the other: "uwnd_mean.nc" and
/// "vwnd_mean.nc", "10u.grib" and "10v.grib", "Ustorm.cdf" and "Vstorm.cdf"; or which is 1 in one and 2 in
/// the other, behind v, vel or velocity. Where there is one with a w, or 3, in that place, "U+V+W", too. No
/// file is opened.
[[nodiscard]] std::vector<CatalogueEntry> pairs_among(const std::vector<CatalogueEntry>& files);

/// Makes a dataset "GRID+FLOW" of each file of a flow in PLOT3D (solutions, functions) that goes with a grid
/// of its folder by the usual names: "combxyz.bin" and "combq.bin", "a.xyz" and "a.q", "a.f" or "a-oflow.q";
/// of several grids the one with the longest stem. files: those with PLOT3D's endings. No file is opened.
[[nodiscard]] std::vector<CatalogueEntry> plot3d_pairs_among(const std::vector<CatalogueEntry>& files);

/// Adds the mesh's file to the names of what FESOM writes ("u.fesom.1948.nc"), where "fesom.mesh.diag.nc"
/// lies in the same folder; else says that it is lacking. Of SCHISM's files since version 5.9 those of a
/// stack become one: "horizontalVelX_1.nc" with "horizontalVelY_1.nc", "verticalVelocity_1.nc", "out2d_1.nc"
/// (the mesh) and "zCoordinates_1.nc" as far as they lie beside it; others go with the mesh.
void add_meshes(std::vector<CatalogueEntry>& entries);

}  // namespace farfield::compute
