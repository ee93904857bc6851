// Cells of files that nobody in this project wrote, against VTK's own interpolation of them in binary64
// (tests/real_files/cells_reference.py); skipped where they are not.
#include "compute_node/fields/cells/shape_functions.h"
#include "compute_node/fields/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/foreign_data.h"

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json reference()
{
    return Json::parse(
        std::ifstream{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files/cells_reference.json"});
}

glm::dvec3 vector_of(const Json& numbers)
{
    return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>()};
}

/// Misses of the ends as parts of the lines' lengths, ascending.
std::vector<double> misses(const Field& field, const std::shared_ptr<const Field>& shared, const Json& file)
{
    LineSettings settings;
    settings.max_time = file.at("seconds").get<double>();
    settings.step = settings.max_time / 4000.0;
    settings.max_steps = 1'000'000;
    LineSeeds seeds;
    const glm::dvec3 origin = field.info().origin;
    for (const Json& line : file.at("lines")) {
        const glm::vec3 seed{vector_of(line.at("seed")) - origin};
        seeds.add({seed.x, seed.y, seed.z, 0.0F});
    }
    const auto lines = trace(shared, settings, seeds);
    std::vector<double> all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Json& expected = file.at("lines")[i];
        CHECK(lines[i].reason == Termination::TimeLimit);
        const glm::dvec3 end = glm::dvec3{lines[i].end().x, lines[i].end().y, lines[i].end().z} + origin;
        all.push_back(glm::distance(end, vector_of(expected.at("end"))) /
                      expected.at("length").get<double>());
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

TEST_CASE("Files of others: lines end where VTK's interpolation of the same cells leads", "[cells][real]")
{
    const auto foreign = farfield::test::foreign_folder();
    if (!foreign) return;
    for (const Json& file : reference().at("lines")) {
        const fs::path path = foreign->parent_path() / file.at("file").get<std::string>();
        INFO(path.string());
        if (!fs::exists(path)) continue;
        const auto field =
            open_series({path.string()}, {}, std::nullopt, file.at("vector").get<std::string>()).field();
        const std::vector<double> all = misses(*field, field, file);
        REQUIRE(all.size() == 20);
        CHECK(all[all.size() / 2] < 1e-4);
        CHECK(all.back() < 1e-2);
    }
}

TEST_CASE("shape_functions: the weights of a cell's points are VTK's", "[cells]")
{
    for (const Json& of_kind : reference().at("weights")) {
        const auto traits = std::find_if(cell_traits.begin(), cell_traits.end(), [&](const CellTraits& one) {
            return one.plural == of_kind.at("kind").get<std::string>();
        });
        REQUIRE(traits != cell_traits.end());
        INFO(traits->plural);
        for (const Json& place : of_kind.at("places")) {
            const ShapeWeights weights =
                shape_functions(traits->kind, glm::vec3{vector_of(place.at("local"))});
            const Json& expected = place.at("weights");
            REQUIRE(expected.size() == point_count(traits->kind));
            for (std::size_t i = 0; i < expected.size(); ++i)
                CHECK(weights[i] == Approx(expected[i].get<double>()).margin(2e-6));
        }
    }
}
