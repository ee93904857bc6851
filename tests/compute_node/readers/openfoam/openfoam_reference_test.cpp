// Velocities at nodes of cases of OpenFOAM, and of VTK's files that name others, against VTK's own readers in
// binary64 (tests/real_files/openfoam_reference.py); skipped where the files are not.
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/readers.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/foreign_data.h"

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::size_t node_nearest(const UnstructuredGeometry& mesh, glm::dvec3 place)
{
    const auto miss = [&](const glm::vec3& p) { return glm::distance(glm::dvec3{p} + mesh.origin, place); };
    const auto nearest = std::ranges::min_element(mesh.points, {}, miss);
    CHECK(miss(*nearest) < 1e-6 * (1.0 + glm::length(place)));
    return static_cast<std::size_t>(nearest - mesh.points.begin());
}

void check_velocities(const GridData& data, const Json& expected)
{
    const auto array = std::ranges::find_if(
        data.arrays, [&](const NodeValues& a) { return a.name == expected["vector"].get<std::string>(); });
    REQUIRE(array != data.arrays.end());
    double least = 1e30, most = 0.0;
    for (std::size_t n = 0; n < array->values.size(); n += 3) {
        const double speed = std::hypot(array->values[n], array->values[n + 1], array->values[n + 2]);
        least = std::min(least, speed);
        most = std::max(most, speed);
    }
    CHECK(least == Approx(expected["speed"][0].get<double>()).epsilon(1e-5).margin(1e-9));
    CHECK(most == Approx(expected["speed"][1].get<double>()).epsilon(1e-5));
    for (const Json& at : expected["at"]) {
        const auto number = [&](int i) { return at[i].get<double>(); };
        const std::size_t node =
            node_nearest(std::get<UnstructuredGeometry>(data.geometry), {number(0), number(1), number(2)});
        for (int c = 0; c < 3; ++c)
            CHECK(array->values[3 * node + c] == Approx(number(3 + c)).epsilon(1e-5).margin(1e-6 * most));
    }
}

}  // namespace

TEST_CASE("Files of others: OpenFOAM's cases and joined pieces have the velocities of VTK's readers",
          "[openfoam][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const Json all = Json::parse(
        std::ifstream{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files/openfoam_reference.json"});
    for (const Json& expected : all) {
        const std::string file = expected["file"];
        INFO(file);
        const auto times = heading_of({*folder / file}).times;
        CHECK(times.size() == expected["steps"]);
        const GridData data = read_files({*folder / file}, 1'000'000, expected["step"].get<std::size_t>());
        CHECK(data.default_vector == expected["vector"]);
        CHECK(node_count(data) == expected["nodes"]);
        check_velocities(data, expected);
    }
}

TEST_CASE("Files of others: OpenFOAM's case and what foamToVTK made of it are the same series",
          "[openfoam][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const TimeSeries from_case = open_series({(*folder / "openfoam/cavity_case").string()});
    const TimeSeries from_vtk = open_series({(*folder / "openfoam/cavity_vtk/cavity.vtm.series").string()});
    REQUIRE(from_case.times().size() == from_vtk.times().size());
    const GridData a = from_case.read(5), b = from_vtk.read(5);
    const auto values = [](const GridData& data, const std::string& name) -> const ValueArray& {
        return std::ranges::find_if(data.arrays, [&](auto& array) { return array.name == name; })->values;
    };
    const ValueArray &own = values(a, "U"), &vtk = values(b, "U (cells)");
    REQUIRE(own.size() == vtk.size());
    for (std::size_t i = 0; i < own.size(); ++i) REQUIRE(own[i] == Approx(vtk[i]).margin(1e-6));
}

TEST_CASE("Files of others: lines run through the motorcycle's mesh from inlet to outlet", "[openfoam][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const TimeSeries series = open_series({(*folder / "openfoam/motorBike_vtk/internal.vtu").string()});
    const auto field = series.first().field();
    LineSeeds seeds;
    for (int y = 0; y < 20; ++y)
        for (int z = 0; z < 15; ++z)
            seeds.add({field->info().relative({-4.99, -3.8 + 0.4 * y, 0.3 + 0.5 * z}), 0.0F});
    const auto lines = trace(field, steps_of(0.25, 4000, StepUnit::CellFraction), seeds);
    const auto through = std::ranges::count_if(lines, [&](const TracedLine& line) {
        return field->info().absolute(glm::vec3{line.end()}).x > 14.9;
    });
    CHECK(lines.size() == 300);
    CHECK(through > 230);  // the others end at the ground and at the motorcycle, which are walls
}
