#include "tests/app/one_place/one_place.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <proj.h>
#include <span>
#include <string>
#include <vector>

#include "model/geometry/geocentric.h"
#include "relay/recording/entity_recording_writer.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/relay/recording/exercise.h"

namespace farfield::app::test {
namespace {

using P = OnePlace;

constexpr int side = 101, column = 40, row = 45;  // of the post at the place
constexpr double post_metres = 90.0, post_degrees = 0.001;

/// East and north of it, m/s.
std::array<double, 2> slow_flow(double east_part, double north_part)
{
    return {1e-4 * (1.0 + east_part), 2e-4 * north_part};
}

std::vector<double> evenly(double from, double to, int count)
{
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
    return values;
}

}  // namespace

bool has_geoid_grid()
{
    return !std::string(proj_grid_info("egm96_15.gtx").filename).empty();
}

void write_ground(const std::filesystem::path& file, GroundSystem system, bool spike)
{
    struct Grid {
        const char* crs;
        double x, y, step;
    };
    const auto& [crs, x, y, step] =
        system == GroundSystem::Geographic ? Grid{"EPSG:4326", P::longitude, P::latitude, post_degrees}
        : system == GroundSystem::Utm      ? Grid{"EPSG:32632", P::easting, P::northing, post_metres}
                                           : Grid{"EPSG:32633", P::far_easting, P::far_northing, post_metres};
    std::vector<double> heights(std::size_t{side} * side, P::ground);
    if (spike) heights[std::size_t{row} * side + column] = P::above_geoid;
    // GeoTIFF counts from the corner of the first cell; posts are in the middle of theirs.
    compute::testing::write_raster(file, {.columns = side,
                                          .rows = side,
                                          .numbers = heights,
                                          .crs = crs,
                                          .geotransform = std::array{x - (column + 0.5) * step, step, 0.0,
                                                                     y + (row + 0.5) * step, 0.0, -step}});
}

void write_flow_in_degrees(const std::filesystem::path& file)
{
    constexpr int nodes = 21, levels = 4;
    compute::testing::Writer writer(file);
    compute::testing::write_axis(writer, "lon", "degrees_east",
                                 evenly(P::longitude - 0.06, P::longitude + 0.07, nodes));
    compute::testing::write_axis(writer, "lat", "degrees_north",
                                 evenly(P::latitude - 0.05, P::latitude + 0.06, nodes));
    writer.dimension("height", levels);
    const int height = writer.variable("height", NC_DOUBLE, {"height"});
    writer.text(height, "units", "m");
    writer.text(height, "positive", "up");
    writer.values(height, {0.0, 800.0, 1600.0, 2400.0});
    std::array<std::vector<double>, 2> all;
    for (int k = 0; k < levels; ++k)
        for (int j = 0; j < nodes; ++j)
            for (int i = 0; i < nodes; ++i) {
                const auto flow = slow_flow(i / double{nodes}, j / double{nodes});
                all[0].push_back(flow[0]);
                all[1].push_back(flow[1]);
            }
    constexpr std::array names{"eastward_wind", "northward_wind"};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const int variable = writer.variable(axis == 0 ? "u" : "v", NC_FLOAT, {"height", "lat", "lon"});
        writer.text(variable, "units", "m s-1");
        writer.text(variable, "standard_name", names[axis]);
        writer.values(variable, all[axis]);
    }
}

void write_flow_in_metres(const std::filesystem::path& file)
{
    constexpr int nodes = 21, levels = 4;
    constexpr double spacing = 400.0, up = 800.0, half = 0.5 * (nodes - 1) * spacing;
    std::ofstream text(file);
    text << "# vtk DataFile Version 3.0\nflow\nASCII\nDATASET STRUCTURED_POINTS\n"
         << fmt::format("DIMENSIONS {0} {0} {1}\nORIGIN {2:.3f} {3:.3f} 0\nSPACING {4} {4} {5}\n", nodes,
                        levels, P::easting - half, P::northing - half, spacing, up)
         << fmt::format("POINT_DATA {}\nVECTORS velocity double\n", nodes * nodes * levels);
    for (int n = 0; n < nodes * nodes * levels; ++n) {
        const auto flow = slow_flow(n % nodes / double{nodes}, n / nodes % nodes / double{nodes});
        text << flow[0] << ' ' << flow[1] << " 0\n";
    }
}

void write_entity(const std::filesystem::path& file)
{
    namespace relay = net::relay;
    net::dis::EntityState state;
    state.exercise = 1;
    state.id = {17, 23, 1};
    state.force = 1;
    state.location = model::geocentric_of(
        {P::longitude, P::latitude, P::above_geoid + (has_geoid_grid() ? P::geoid : 0.0)});
    relay::test::Payload bytes(net::dis::entity_state_bytes);
    net::dis::write_entity_state(state, std::span<std::byte, net::dis::entity_state_bytes>{bytes});
    relay::EntityRecordingWriter writer(file, {.relay = 7});
    relay::test::BundleMaker maker;
    for (const std::uint64_t second : {0U, 60U}) {
        const std::uint64_t at_ns = relay::test::exercise_begin_ns + second * relay::ns_per_second;
        writer.append(maker.single(bytes, at_ns));
    }
    writer.finish();
}

}  // namespace farfield::app::test
