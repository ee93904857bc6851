#pragma once

#include "compute_node/datasets/catalogue_entry.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// Whether a name that is no file's stands for a series: one star, in its last part, which the ending of
/// NetCDF or GRIB, that of a numbered file (numbered_files.h), or nothing, follows.
[[nodiscard]] bool names_series(std::string_view name);

/// A series for each set of NetCDF or GRIB files with names that differ in digits alone, and of at least
/// three of VTK's that differ in the number at the end of their stem: "cavity_*.vtk". named: those by other
/// files, which say when they are. No file is opened.
[[nodiscard]] std::vector<CatalogueEntry> series_among(const std::vector<CatalogueEntry>& files,
                                                       const std::set<std::string>& named = {});

/// A dataset "U+V" for each two NetCDF or GRIB files of a folder with names that differ in one letter alone,
/// at the beginning of a word, which is u in one and v in the other: "uwnd_mean.nc" and "vwnd_mean.nc",
/// "10u.grib" and "10v.grib", "Ustorm.cdf" and "Vstorm.cdf". No file is opened.
[[nodiscard]] std::vector<CatalogueEntry> pairs_among(const std::vector<CatalogueEntry>& files);

}  // namespace farfield::compute
