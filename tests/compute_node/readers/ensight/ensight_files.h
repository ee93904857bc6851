#pragma once

#include "compute_node/datasets/dataset.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace farfield::compute::testing {

inline bool has_remark(const DatasetInfo& info, const std::string& words)
{
    return std::ranges::any_of(info.remarks,
                               [&](const std::string& remark) { return contains(remark, words); });
}

/// A unit cube that begins at `from` on the x axis, as a part of an EnSight Gold file in ASCII.
inline void write_cube_part(std::ofstream& out, int part, double from)
{
    out << "part\n" << part << "\ncube\ncoordinates\n8\n";
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 8; ++i) out << (axis == 0 ? from : 0.0) + (i >> axis & 1) << "\n";
    out << "hexa8\n1\n1 2 4 3 5 6 8 7\n";
}

/// A surface that a flow solver would write as a part of its own: one quad at x = 0.
inline void write_wall_part(std::ofstream& out, int part)
{
    out << "part\n" << part << "\nwall\ncoordinates\n4\n";
    for (const char* axis : {"0\n0\n0\n0\n", "0\n1\n1\n0\n", "0\n0\n1\n1\n"}) out << axis;
    out << "quad4\n1\n1 2 3 4\n";
}

/// Velocities (u, 0.5, 0) at the points of three parts.
inline void write_constant(const std::filesystem::path& path, const std::array<int, 3>& points_of_parts,
                           double u)
{
    std::ofstream out{path};
    out << "velocity\n";
    for (int part = 1; part <= 3; ++part) {
        out << "part\n" << part << "\ncoordinates\n";
        for (const double component : {u, 0.5, 0.0})
            for (int i = 0; i < points_of_parts[part - 1]; ++i) out << component << "\n";
    }
}

/// Two cubes side by side and a wall, at two times.
inline void write_case(const test::TemporaryFolder& folder)
{
    std::ofstream{folder / "a.case"} << "FORMAT\ntype: ensight gold\nGEOMETRY\nmodel: a.geo\nVARIABLE\n"
                                     << "vector per node: 1 velocity a.vel**\nTIME\ntime set: 1\n"
                                     << "number of steps: 2\nfilename start number: 0\n"
                                     << "filename increment: 1\ntime values: 0.5 1.5\n";
    std::ofstream geometry{folder / "a.geo"};
    geometry << "two cubes\nand a wall\nnode id off\nelement id off\n";
    write_wall_part(geometry, 1);
    write_cube_part(geometry, 2, 0.0);
    write_cube_part(geometry, 3, 1.0);
    write_constant(folder / "a.vel00", {4, 8, 8}, 1.0);
    write_constant(folder / "a.vel01", {4, 8, 8}, 2.0);
}

}  // namespace farfield::compute::testing
