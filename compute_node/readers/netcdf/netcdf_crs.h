#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"

namespace farfield::compute {

/// The variable with attributes that say how the grid lies: CF conventions 1.11, section 5.6.
struct NetcdfMapping {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* variable = nullptr;
    double metres = 1.0;  ///< in the unit of the axes as the file has them, that of its false easting

    [[nodiscard]] double false_easting() const { return metres * number("false_easting").value_or(0.0); }
    [[nodiscard]] double false_northing() const { return metres * number("false_northing").value_or(0.0); }
    [[nodiscard]] std::string name() const { return file->text(*variable, "grid_mapping_name"); }
    [[nodiscard]] std::optional<double> number(const char* attribute) const
    {
        return file->number(*variable, attribute);
    }
    [[nodiscard]] std::vector<double> numbers(const char* attribute) const
    {
        return file->numbers(*variable, attribute);
    }
};

/// Projection of a plane in metres on its body, as PROJ writes it, without what a reference system needs
/// more; empty where a parameter is missing, or it is none of CF's appendix F that have axes in metres.
[[nodiscard]] std::string projection_of(const NetcdfMapping& mapping);

/// A sentence on the mapping that the velocity names and that is not applied, and why; empty where it is, or
/// nothing depends on it.
[[nodiscard]] std::string remark_on_mapping(const NetcdfNodes& nodes, const GridData& data);

/// Of the velocity; nothing where it names none.
[[nodiscard]] std::optional<NetcdfMapping> find_mapping(const NetcdfNodes& nodes);

/// The reference system of the positions, where they are described except for it: the WKT that the mapping
/// has as `crs_wkt` (CF) or `spatial_ref` (GDAL), else of planes in metres and of grids with a pole of their
/// own its parameters as PROJ takes them (datasets/reference_system.h); empty where it has none.
[[nodiscard]] std::string system_of_mapping(const NetcdfNodes& nodes, const GridData& data);

}  // namespace farfield::compute
