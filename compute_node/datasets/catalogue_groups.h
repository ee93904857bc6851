#pragma once

#include "compute_node/datasets/catalogue_entry.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// Whether a name that is no file's stands for a series: one star, in its last part, which the ending of
/// NetCDF or GRIB, that of a numbered file (numbered_files.h), or nothing, follows.
[[nodiscard]] bool names_series(std::string_view name);

/// True for a file of a series. pattern: the series' name without the folder.
[[nodiscard]] bool is_in_series(const std::filesystem::path& file, const std::string& pattern);

/// The parts of "A+B+C".
[[nodiscard]] std::vector<std::string> parts_of(std::string_view name);

/// What stands in place of a pattern's star in the name of one of its files, without their folders.
[[nodiscard]] std::string at_star(const std::string& name, const std::string& pattern);

/// A series for each set of NetCDF or GRIB files with names that differ in digits alone, and of at least
/// three of VTK's that differ in the number at the end of their stem: "cavity_*.vtk". named: those by other
/// files, which say when they are. No file is opened.
[[nodiscard]] std::vector<CatalogueEntry> series_among(const std::vector<CatalogueEntry>& files,
                                                       const std::set<std::string>& named = {});

/// A dataset "U+V" for each two NetCDF or GRIB files, or series of such, of a folder with names that differ
/// in one letter alone, at the beginning of a word, which is u in one and v in the other: "uwnd_mean.nc" and
/// "vwnd_mean.nc", "10u.grib" and "10v.grib", "Ustorm.cdf" and "Vstorm.cdf"; or which is 1 in one and 2 in
/// the other, behind v, vel or velocity. Where there is one with a w, or 3, in that place, "U+V+W", too. No
/// file is opened.
[[nodiscard]] std::vector<CatalogueEntry> pairs_among(const std::vector<CatalogueEntry>& files);

/// A dataset "GRID+FLOW" for each file of a flow in PLOT3D (solutions, functions) that goes with a grid of
/// its folder by the usual names: "combxyz.bin" and "combq.bin", "a.xyz" and "a.q", "a.f" or "a-oflow.q"; of
/// several grids that with the longest stem counts. files: those with PLOT3D's endings. No file is opened.
[[nodiscard]] std::vector<CatalogueEntry> plot3d_pairs_among(const std::vector<CatalogueEntry>& files);

/// Adds the file of the mesh to the names of what FESOM writes ("u.fesom.1948.nc"), where it lies in the same
/// folder, "fesom.mesh.diag.nc"; else says that it is lacking. Of SCHISM's files since 5.9 those of a stack
/// become one: "horizontalVelX_1.nc" with "horizontalVelY_1.nc", "verticalVelocity_1.nc", "out2d_1.nc" (the
/// mesh) and "zCoordinates_1.nc" as far as they lie beside it; others go with the mesh.
void add_meshes(std::vector<CatalogueEntry>& entries);

}  // namespace farfield::compute
