// Where lines through cells of each kind end, against VTK's own interpolation in the same cells in binary64
// (tests/real_files/cells_reference.py). Files of others are skipped where they are not.
#include "compute_node/datasets/time_series.h"
#include "compute_node/grids/cells/cell_list.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/foreign_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr double largest_miss = 1e-4;  // of a line's length

Json cells_reference(const char* part)
{
    return Json::parse(std::ifstream{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files/cells_reference.json"})
        .at(part);
}

glm::dvec3 point_of(const Json& numbers)
{
    return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>()};
}

/// The distances of the ends of lines from where they ought to be, as parts of their lengths, ascending.
std::vector<double> misses_of_cells(const std::shared_ptr<const Field>& field, const Json& expected)
{
    LineSettings settings;
    settings.step = expected.at("step").get<double>();
    settings.max_steps = expected.at("steps").get<std::uint32_t>();
    LineSeeds seeds;
    for (const Json& line : expected.at("lines"))
        seeds.add({field->info().relative(point_of(line.at("seed"))), 0.0F});
    const std::vector<TracedLine> lines = trace(field, settings, seeds);
    REQUIRE(lines.size() == 20);
    std::vector<double> all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        CHECK(lines[i].reason == Termination::StepLimit);
        const Json& line = expected.at("lines")[i];
        const glm::dvec3 end = field->info().absolute(glm::vec3{lines[i].points.back()});
        all.push_back(glm::distance(end, point_of(line.at("end"))) / line.at("length").get<double>());
    }
    std::sort(all.begin(), all.end());
    return all;
}

double median(const std::vector<double>& ascending)
{
    return ascending[ascending.size() / 2];
}

/// A mesh of the one cell that the reference describes.
Dataset single_cell(const Json& expected, CellKind kind)
{
    UnstructuredGeometry mesh;
    NodeValues velocity{"velocity", 3, {}, ""};
    mesh.cells.kinds = {kind};
    for (const Json& point : expected.at("points")) {
        mesh.cells.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()));
        mesh.points.emplace_back(point_of(point));
    }
    for (const Json& vector : expected.at("velocity"))
        for (const Json& component : vector) velocity.values.own().push_back(component.get<float>());
    GridData data;
    data.format = "test";
    data.geometry = mesh;
    data.arrays = {velocity};
    return Dataset{"cell", data};
}

}  // namespace

TEST_CASE("Cells: within one of each kind lines end where VTK's shape functions lead", "[mesh]")
{
    const Json all = cells_reference("cells");
    REQUIRE(all.size() == cell_traits.size());
    for (const CellTraits& traits : cell_traits) {
        INFO(traits.plural);
        const auto expected = std::find_if(
            all.begin(), all.end(), [&](const Json& cell) { return cell.at("kind") == traits.plural; });
        REQUIRE(expected != all.end());
        CHECK(misses_of_cells(single_cell(*expected, traits.kind).field(), *expected).back() < largest_miss);
    }
}

TEST_CASE("Files of others: lines through meshes end where VTK's interpolation leads", "[mesh][real]")
{
    const auto foreign = farfield::test::foreign_folder();
    if (!foreign) return;
    for (const Json& expected : cells_reference("files")) {
        const std::string file = expected.at("file");
        INFO(file);
        const TimeSeries series = open_series({(foreign->parent_path() / file).string()});
        CHECK(median(misses_of_cells(series.first().field(), expected)) < largest_miss);
    }
}
