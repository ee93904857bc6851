#pragma once

#include <span>
#include <string>
#include <string_view>

namespace farfield::compute {

/// Formats by the headings of the table in docs/fields.md.
namespace format {
inline constexpr std::string_view netcdf = "NetCDF CF", mesh = "NetCDF with a mesh", grib = "GRIB",
                                  vtk = "VTK", vtkhdf = "VTKHDF", openfoam = "OpenFOAM", ensight = "EnSight",
                                  exodus = "Exodus II", cgns = "CGNS", xdmf = "XDMF", tecplot = "Tecplot",
                                  plot3d = "PLOT3D", fluent = "Fluent", nek5000 = "Nek5000", scans = "Scans",
                                  terrain = "Rasters of heights";
}  // namespace format

/// Kinds of what a statement changes.
enum class Subject { Times, Units, Numbers, Fills, Visibility, Places, Levels };

/// Treatment of a statement: it is followed; or named in a remark, with the assumption made in its place;
/// or the file (or the part of it that is meant) is refused by its name.
enum class Use { Applied, Remarked, Refused };

/// Words of a file that change its numbers, times or places.
struct Statement {
    std::string_view format;
    Subject subject;
    std::string_view names;  ///< as files spell them, with ", " between
    Use use;
    std::string_view how =
        {};  ///< how it is applied, which assumption the remark names, or why it is refused
};

/// All that readers know, by format. docs/fields.md shows them as a table.
[[nodiscard]] std::span<const Statement> statements();

/// The table of docs/fields.md, in Markdown.
[[nodiscard]] std::string table_of_statements();

}  // namespace farfield::compute
