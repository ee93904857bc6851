#pragma once

#include <cstdint>
#include <string>

namespace farfield::compute {

struct CatalogueEntry {
    /// Path below its data folder (of a case of OpenFOAM its folder's), "GRID+SOLUTION" for a PLOT3D pair,
    /// "U+V" for two NetCDF or GRIB files that hold a component each, "FOLDER/FIRST*LAST" for files that
    /// begin and end so, a series of slices, or "analytic:NAME".
    std::string name;
    std::string format;
    std::uint64_t bytes = 0;  ///< of its files, without those that they name; 0 for built-ins
};

}  // namespace farfield::compute
