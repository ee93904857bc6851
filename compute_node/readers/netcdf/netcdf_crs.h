#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"

namespace farfield::compute {

/// The variable whose attributes describe the grid's reference system: CF conventions 1.11, section 5.6.
struct NetcdfMapping {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* variable = nullptr;
    double metres = 1.0;  ///< metres in the file's unit of the axes, which its false easting has too

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

/// The projection of a plane in metres, as PROJ writes it, without further parts of a reference system; empty
/// where a parameter is missing, or it is none of CF's appendix F that have axes in metres.
[[nodiscard]] std::string projection_of(const NetcdfMapping& mapping);

/// A field with its attribute `grid_mapping`, the name of the grid's reference system. Borrows its files.
struct MappedField {
    const std::vector<std::unique_ptr<NetcdfFile>>* files = nullptr;
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* variable = nullptr;
    double metres = 1.0;  ///< metres in the file's unit of the axes
};

/// The field of the velocity's first component.
[[nodiscard]] MappedField mapped_field(const NetcdfNodes& nodes);

/// A sentence on the mapping that a field names, if it is not applied, and why; empty where it is, or nothing
/// depends on it.
[[nodiscard]] std::string remark_on_mapping(const MappedField& field, const GridData& data);

/// The grid mapping of a field; none where it names none.
[[nodiscard]] std::optional<NetcdfMapping> find_mapping(const MappedField& field);

/// The reference system of the positions, where only that is undescribed: the WKT that the mapping has as
/// `crs_wkt` (CF) or `spatial_ref` (GDAL), else, for planes in metres and grids with a pole of their own, its
/// parameters as PROJ takes them (GridData::crs_wkt), or its code of EPSG as Delft3D FM writes it; empty
/// where the mapping has none.
[[nodiscard]] std::string system_of_mapping(const MappedField& field, const GridData& data);

}  // namespace farfield::compute
