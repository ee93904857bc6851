#pragma once

#include <cstdint>
#include <string>

namespace farfield::compute {

struct CatalogueEntry {
    /// Path below its data folder (of a case of OpenFOAM its folder's), "GRID+SOLUTION" for a PLOT3D pair,
    /// "U+V" or "U+V+W" for NetCDF or GRIB files that hold a component each, "FOLDER/FIRST*LAST" for files
    /// that begin and end so, a series of slices, "U*END+V*END" for both at once, or "analytic:NAME".
    std::string name;
    std::string format;
    std::uint64_t bytes = 0;  ///< sum of its files, without those that they name in turn; 0 for built-ins
    std::string lacks = {};   ///< the name of a file that it needs beside it, and that is not there
};

}  // namespace farfield::compute
