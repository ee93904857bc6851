// The vector that is traced of files of other origin, against VTK's, netCDF4's and numpy's reading of them in
// binary64 (tests/real_files/velocity_reference.py, format_reference.py); skipped where they are not.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/foreign_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace farfield::compute;
using namespace farfield;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json velocity_reference()
{
    Json all = Json::array();
    for (const char* name : {"velocity_reference.json", "format_reference.json"})
        for (Json& file :
             Json::parse(std::ifstream{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files" / name}))
            all.push_back(std::move(file));
    return all;
}

/// "a.nc+b.nc" below a folder.
std::string name_below(const fs::path& folder, const std::string& file)
{
    const std::size_t plus = file.find('+');
    if (plus == std::string::npos) return (folder / file).string();
    return (folder / file.substr(0, plus)).string() + "+" + (folder / file.substr(plus + 1)).string();
}

const NodeValues& traced(const Dataset& dataset)
{
    const auto& arrays = dataset.data().arrays;
    return *std::find_if(arrays.begin(), arrays.end(), [&](const NodeValues& array) {
        return array.components == 3 && array.name == dataset.info().default_vector;
    });
}

}  // namespace

TEST_CASE("Files of others: the vector that is traced is the velocity, with its values", "[velocity][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    for (const Json& expected : velocity_reference()) {
        const std::string file = expected["file"];
        INFO(file);
        const TimeSeries series = open_series({name_below(*folder, file)});
        const DatasetInfo& info = series.info();
        CHECK(info.default_vector == expected["vector"]);
        CHECK(info.nodes == expected["nodes"]);
        const auto array = std::find_if(info.arrays.begin(), info.arrays.end(),
                                        [&](const ArrayInfo& a) { return a.name == info.default_vector; });
        REQUIRE(array != info.arrays.end());
        CHECK(array->min == Approx(expected["speed"][0].get<double>()).epsilon(1e-5).margin(1e-9));
        CHECK(array->max == Approx(expected["speed"][1].get<double>()).epsilon(1e-5));
        const ValueArray& values = traced(series.first()).values;
        for (const Json& at : expected["at"])
            for (std::size_t c = 0; c < 3; ++c)
                CHECK(values[3 * at[0].get<std::size_t>() + c] ==
                      Approx(at[c + 1].get<double>()).epsilon(1e-5).margin(1e-6 * array->max));
    }
}
