#pragma once

#include <span>
#include <string>
#include <string_view>

namespace farfield::compute {

/// Names of formats, which are the headings of the table in docs/fields.md.
namespace format {
inline constexpr std::string_view netcdf = "NetCDF CF", mesh = "NetCDF with a mesh", grib = "GRIB",
                                  vtk = "VTK", vtkhdf = "VTKHDF", openfoam = "OpenFOAM", ensight = "EnSight",
                                  exodus = "Exodus II", cgns = "CGNS", xdmf = "XDMF", tecplot = "Tecplot",
                                  plot3d = "PLOT3D", su2 = "SU2", fluent = "Fluent", nek5000 = "Nek5000",
                                  scans = "Scans", terrain = "Rasters of heights";
}  // namespace format

/// The kind of thing that a statement changes.
enum class Subject { Times, Units, Numbers, Fills, Visibility, Places, Levels };

/// The treatment of a statement: it is applied; or a remark names it, with the assumption made instead; or
/// the file (or the part it concerns) is refused, and the statement named.
enum class Use { Applied, Remarked, Refused };

/// Words of a file that change its numbers, times or places.
struct Statement {
    std::string_view format;
    Subject subject;
    std::string_view names;  ///< spelt as in files, separated by ", "
    Use use;
    std::string_view how =
        {};  ///< the way it is applied, the assumption that the remark names, or the reason to refuse it
};

/// The statements that readers know, by format. docs/fields.md shows them as a table.
[[nodiscard]] std::span<const Statement> statements();

/// The table of docs/fields.md, in Markdown.
[[nodiscard]] std::string table_of_statements();

}  // namespace farfield::compute
