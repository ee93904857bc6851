#pragma once

#include "compute_node/fields/analytic_flow.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// `nodes` places from 0 to 2 pi.
inline std::vector<double> spread(int nodes)
{
    std::vector<double> along(static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) along[i] = 2.0 * std::numbers::pi * i / (nodes - 1);
    return along;
}

/// Writes one time slice at nodes of [0, 2 pi]^3: the cell flow, which pulses and shifts its phase. n: nodes
/// along x and y. layers: along z, n by default.
inline void write_pulsing_cell(const std::filesystem::path& path, int n, double seconds, int layers = 0)
{
    Writer file{path};
    write_axis(file, "time", "seconds", {seconds});
    const std::vector<double> along = spread(n), along_z = spread(layers > 0 ? layers : n);
    write_axis(file, "z", "m", along_z);
    for (const char* axis : {"y", "x"}) write_axis(file, axis, "m", along);
    std::vector<std::vector<double>> components(3);
    for (const double z : along_z)
        for (const double y : along)
            for (const double x : along) {
                const glm::dvec3 moved{x + 0.3 * std::sin(seconds), y, z};
                const glm::dvec3 v =
                    (1.0 + 0.5 * std::sin(2.0 * seconds)) * velocity_of(AnalyticFlow::Cell, moved);
                for (int c = 0; c < 3; ++c) components[c].push_back(v[c]);
            }
    const char* names[] = {"u", "v", "w"};
    for (int c = 0; c < 3; ++c) {
        const int id = file.variable(names[c], NC_FLOAT, {"time", "z", "y", "x"});
        file.text(id, "units", "m/s");
        file.values(id, components[c]);
    }
}

/// One file a slice, half a second apart: slice-000.nc, slice-001.nc ...; returns their names.
inline std::vector<std::string> write_pulsing_series(const std::filesystem::path& folder, int n, int slices,
                                                     int layers = 0, const std::string& name = "slice")
{
    std::vector<std::string> names;
    for (int i = 0; i < slices; ++i) {
        names.push_back((folder / fmt::format("{}-{:03}.nc", name, i)).string());
        write_pulsing_cell(names.back(), n, 0.5 * i, layers);
    }
    return names;
}

}  // namespace farfield::compute::testing
