#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

namespace farfield::compute::testing {

/// The text of a .vtu of voxels in a row along x from `first` to `last`, each of one unit, with U in each
/// cell (its number along x, 0, 0) and p = x + 10 y at points. ghosts: of the cells, where there are any.
inline std::string voxel_row(int first, int last, const std::string& ghosts = {})
{
    const int cells = last - first;
    std::string points, corners, ends, types, u, p;
    for (int x = first; x <= last; ++x)
        for (int corner = 0; corner < 4; ++corner) {
            points += fmt::format("{} {} {}\n", x, corner & 1, corner >> 1);
            p += fmt::format("{} ", x + 10 * (corner & 1));
        }
    for (int cell = 0; cell < cells; ++cell) {
        const int n = 4 * cell;
        corners +=
            fmt::format("{} {} {} {} {} {} {} {}\n", n, n + 4, n + 1, n + 5, n + 2, n + 6, n + 3, n + 7);
        ends += fmt::format("{} ", 8 * (cell + 1));
        types += "11 ";
        u += fmt::format("{} 0 0\n", first + cell);
    }
    std::string ghost_array;
    if (!ghosts.empty())
        ghost_array = "<DataArray type='UInt8' Name='vtkGhostType' format='ascii'>" + ghosts + "</DataArray>";
    return fmt::format(
        "<VTKFile type='UnstructuredGrid' version='1.0' byte_order='LittleEndian'><UnstructuredGrid>"
        "<Piece NumberOfPoints='{}' NumberOfCells='{}'><PointData><DataArray type='Float32' Name='p' "
        "format='ascii'>{}</DataArray></PointData><CellData><DataArray type='Float32' Name='U' "
        "NumberOfComponents='3' format='ascii'>{}</DataArray>{}</CellData><Points><DataArray type='Float32' "
        "NumberOfComponents='3' format='ascii'>{}</DataArray></Points><Cells><DataArray type='Int64' "
        "Name='connectivity' format='ascii'>{}</DataArray><DataArray type='Int64' Name='offsets' "
        "format='ascii'>{}</DataArray><DataArray type='UInt8' Name='types' "
        "format='ascii'>{}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>\n",
        4 * (cells + 1), cells, p, u, ghost_array, points, corners, ends, types);
}

/// The text of a .vti of an extent, spacing 1, with U = (x, y, z) at points and c = 100 i in cells.
inline std::string image(const std::array<int, 6>& e)
{
    const std::string extent = fmt::format("{}", fmt::join(e, " "));
    std::string u, c;
    for (int z = e[4]; z <= e[5]; ++z)
        for (int y = e[2]; y <= e[3]; ++y)
            for (int x = e[0]; x <= e[1]; ++x) u += fmt::format("{} {} {}\n", x, y, z);
    for (int z = e[4]; z < e[5]; ++z)
        for (int y = e[2]; y < e[3]; ++y)
            for (int x = e[0]; x < e[1]; ++x) c += fmt::format("{} ", 100 * x);
    return fmt::format(
        "<VTKFile type='ImageData' version='1.0' byte_order='LittleEndian'><ImageData WholeExtent='{0}' "
        "Origin='0 0 0' Spacing='1 1 1'><Piece Extent='{0}'><PointData><DataArray type='Float32' Name='U' "
        "NumberOfComponents='3' format='ascii'>{1}</DataArray></PointData><CellData><DataArray "
        "type='Float32' "
        "Name='c' format='ascii'>{2}</DataArray></CellData></Piece></ImageData></VTKFile>\n",
        extent, u, c);
}

/// An index of the pieces: <Piece Source="..."/> each, with what else it says.
inline std::string parallel(const std::string& type, const std::string& attributes, const std::string& pieces)
{
    return fmt::format("<?xml version='1.0'?>\n<VTKFile type='{0}' version='1.0'>\n<{0} GhostLevel='0' {1}>\n"
                       "{2}</{0}></VTKFile>\n",
                       type, attributes, pieces);
}

}  // namespace farfield::compute::testing
