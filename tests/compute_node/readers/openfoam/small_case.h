#pragma once

#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/compute_node/readers/openfoam/foam_writer.h"

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute::testing {

inline constexpr int side = 2;

/// Its mean over the cells around a node is the node's place, within the box.
inline std::vector<double> place(FoamWriter::Place p)
{
    return {p[0], p[1], p[2]};
}

inline std::vector<double> along_x(FoamWriter::Place p)
{
    return {10.0 * p[0]};
}

/// A case of 4 by 2 by 2 cells at time 0.5.
inline void write_case(const std::filesystem::path& folder, const FoamWriter& writer = FoamWriter{})
{
    writer.write_box(folder / "constant/polyMesh", 0, 4, side);
    writer.write_field(folder / "0.5/U", 0, 4, side, place);
    writer.write_field(folder / "0.5/p", 0, 4, side, along_x);
    FoamWriter::write(folder / "system/controlDict", writer.header("dictionary", false));
}

/// The same, in folders of processors, between these places along x.
inline void write_parts(const std::filesystem::path& folder, const FoamWriter& writer,
                        const std::vector<int>& cuts)
{
    for (std::size_t n = 0; n + 1 < cuts.size(); ++n) {
        const std::filesystem::path part = folder / ("processor" + std::to_string(n));
        writer.write_box(part / "constant/polyMesh", cuts[n], cuts[n + 1], side);
        writer.write_field(part / "0.5/U", cuts[n], cuts[n + 1], side, place);
        writer.write_field(part / "0.5/p", cuts[n], cuts[n + 1], side, along_x);
    }
}

/// Of opening a case.
inline std::string error_of_case(const std::filesystem::path& folder)
{
    return error_of([&] { (void)open_file(folder); });
}

}  // namespace farfield::compute::testing
