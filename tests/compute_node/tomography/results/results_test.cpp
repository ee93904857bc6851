#include "compute_node/tomography/results/result_files.h"
#include "compute_node/tomography/results/result_folder.h"
#include "compute_node/tomography/surveys/mine.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace farfield::tomography;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;

namespace {

std::string text_of(const std::filesystem::path& file)
{
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::size_t entries_of(const std::filesystem::path& folder)
{
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{folder}, {}));
}

}  // namespace

TEST_CASE("ResultFolder: leaves nothing unless it is kept", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    {
        const ResultFolder result{folder.path() / "out"};
        std::ofstream{result.part() / "file"} << "text";
        CHECK(entries_of(folder.path()) == 1);
    }
    CHECK(entries_of(folder.path()) == 0);
    ResultFolder kept{folder.path() / "out/"};
    std::ofstream{kept.part() / "file"} << "text";
    kept.keep();
    CHECK(text_of(folder.path() / "out" / "file") == "text");
}

TEST_CASE("ResultFolder: refuses a name that is taken", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "out");
    CHECK(contains(error_of([&] { const ResultFolder result{folder.path() / "out"}; }),
                   "expected a name that is free"));
}

TEST_CASE("write_results: every datum has a row, and every node of the model its values", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    const Mine mine{1};
    Survey survey = Mine::sensors();
    for (std::uint32_t s = 0; s < 60; s += 10)
        for (std::uint32_t r = 0; r < 40; r += 10) survey.data.push_back({s, r, 0.01, 1e-4});
    SlownessModel start{Mine::lattice(4.0), {}};
    start.slowness.assign(start.lattice.count(), 1.0F / 5000.0F);
    InversionSettings settings;
    settings.iterations = 1;
    settings.model_step = 1;
    const InversionResult result = invert(start, survey, settings);
    write_results(folder.path(), {result, survey, [&](glm::dvec3 at) { return mine.velocity(at); }});
    const std::string residuals = text_of(folder.path() / "residuals.csv");
    CHECK(std::ranges::count(residuals, '\n') == 1 + 24);
    const std::string model = text_of(folder.path() / "model.vti");
    CHECK(contains(model, "WholeExtent=\"0 24 0 16 0 12\""));
    // Seven arrays of binary32, each after its length in 64 bits.
    CHECK(model.size() > 7 * (8 + 4 * result.lattice.count()));
    CHECK(contains(model, "Name=\"true\""));
    const nlohmann::json report = nlohmann::json::parse(text_of(folder.path() / "report.json"));
    CHECK(report["data"] == 24);
    CHECK(report["model_grid"] == nlohmann::json{25, 17, 13});
    for (const nlohmann::json& iteration : report["iterations"]) {
        CHECK(iteration["tracing"]["tasks"] >= 3);  // 40 receivers, at most 16 at once
        CHECK(iteration["tracing"]["message_bytes"] == 0.0);
        CHECK(iteration["tracing"]["efficiency_predicted"] == 1.0);
    }
    CHECK(contains(text_of(folder.path() / "report.html"), "<h2>Tracing, on all threads of all ranks</h2>"));
}
