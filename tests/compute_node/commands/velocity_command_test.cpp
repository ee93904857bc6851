// `farfield-node info` and `trace`: which vector is traced, and another by its name.
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/foreign_data.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// 3 x 2 nodes in metres, with wind near the ground along x, wind above along y, twice as fast, and a
/// momentum.
void write_winds(const fs::path& path)
{
    Writer file{path};
    write_axis(file, "y", "m", {0, 1000});
    write_axis(file, "x", "m", {0, 1000, 2000});
    const auto constant = [&](const char* name, double value, const char* units) {
        const int id = file.variable(name, NC_FLOAT, {"y", "x"});
        file.text(id, "units", units);
        file.values(id, std::vector<double>(6, value));
    };
    constant("u10", 1.0, "m s-1");
    constant("v10", 0.0, "m s-1");
    constant("ua", 0.0, "m s-1");
    constant("va", 2.0, "m s-1");
    constant("rhou", 3.0, "kg m-2 s-1");
    constant("rhov", 0.0, "kg m-2 s-1");
}

/// One line, ten seconds long, and where it ends.
struct Traced {
    Outcome outcome;
    double x = 0.0, y = 0.0;
};

std::vector<std::vector<double>> ends_in(const std::string& csv)
{
    std::vector<std::vector<double>> rows;
    std::istringstream lines{csv};
    std::string line;
    std::getline(lines, line);  // seed,x,y,z,t,steps,reason
    while (std::getline(lines, line)) {
        auto& row = rows.emplace_back();
        std::istringstream cells{line};
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::atof(cell.c_str()));
    }
    return rows;
}

Traced trace(const TemporaryFolder& folder, const std::string& options)
{
    std::ofstream{folder / "seeds.csv"} << "x,y,z\n100,100,0\n";
    const std::string out = (folder / "ends.csv").string();
    Traced traced{run_node("trace " + (folder / "winds.nc").string() + " --seeds " +
                           (folder / "seeds.csv").string() + " --ends --step 1 --steps 10 --out " + out +
                           " " + options + " 2>&1")};
    if (traced.outcome.code != 0) return traced;
    const auto rows = ends_in(read_text(out));
    traced.x = rows.at(0).at(1);
    traced.y = rows.at(0).at(2);
    return traced;
}

/// "a.nc+b.nc" below a folder.
std::string name_below(const fs::path& folder, const std::string& file)
{
    const std::size_t plus = file.find('+');
    if (plus == std::string::npos) return (folder / file).string();
    return (folder / file.substr(0, plus)).string() + "+" + (folder / file.substr(plus + 1)).string();
}

}  // namespace

TEST_CASE("farfield-node info: says which vector is traced, why, and what else there is", "[command]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    const Json info = Json::parse(run_node("info --json " + (folder / "winds.nc").string()).out);
    CHECK(info["velocity"] == "ua,va");
    CHECK(info["velocity_reason"] == "'ua' and 'va' are named like the components of a velocity.");
    CHECK(info["other_vectors"][0]["name"] == "u10,v10");
    CHECK(info["other_vectors"][0]["units"] == "m s-1");
    CHECK(info["other_vectors"][1]["name"] == "rhou,rhov");
    CHECK(info["arrays"][0]["association"] == "points");
    const std::string text = run_node("info --velocity u10,v10 " + (folder / "winds.nc").string()).out;
    CHECK_THAT(text, ContainsSubstring("velocity   u10,v10") &&
                         ContainsSubstring("it was asked for by name") && ContainsSubstring("ua,va"));
}

TEST_CASE("farfield-node trace: --velocity names the vector", "[command]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    const Traced usual = trace(folder, ""), near_ground = trace(folder, "--velocity u10,v10");
    CHECK(usual.x == Approx(100));
    CHECK(usual.y == Approx(120));
    CHECK(near_ground.x == Approx(110));
    CHECK(near_ground.y == Approx(100));
    CHECK(trace(folder, "--velocity va,u10").x == Approx(120));
}

TEST_CASE("farfield-node trace: what is no velocity is traced with a line on standard error", "[command]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    CHECK(trace(folder, "").outcome.out.empty());
    const Traced momentum = trace(folder, "--velocity rhou,rhov");
    CHECK(momentum.outcome.code == 0);
    CHECK_THAT(momentum.outcome.out, ContainsSubstring("is a momentum and not a velocity"));
}

TEST_CASE("farfield-node info and trace: a velocity that there is not is one error that lists what there is",
          "[command]")
{
    const TemporaryFolder folder;
    write_winds(folder / "winds.nc");
    for (const char* wrong : {"U", "u10", "u10,v11", "u10,v10,ua,va"}) {
        check_one_line_error("info --velocity " + std::string{wrong} + " " + (folder / "winds.nc").string(),
                             1, "'ua,va', 'u10,v10', 'rhou,rhov', and its scalars");
        CHECK(trace(folder, "--velocity " + std::string{wrong}).outcome.code == 1);
    }
    check_one_line_error("info analytic:cell:8 --velocity U", 1, "'velocity'");
    check_one_line_error("info analytic:cell --velocity U", 1, "'velocity'");
}

TEST_CASE("farfield-node trace: lines through files of others end where an independent reading has them",
          "[command][real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    const TemporaryFolder here;
    const Json all = Json::parse(
        std::ifstream{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files/velocity_reference.json"});
    for (const Json& expected : all) {
        if (!expected.contains("lines") || expected["lines"].empty()) continue;
        const std::string file = expected["file"];
        INFO(file);
        std::ofstream seeds{here / "seeds.csv"};
        seeds.precision(17);
        seeds << "x,y,z\n";
        for (const Json& line : expected["lines"])
            seeds << line["seed"][0].get<double>() << "," << line["seed"][1].get<double>() << ",0\n";
        seeds.close();
        const Outcome outcome =
            run_node("trace " + name_below(*folder, file) + " --seeds " + (here / "seeds.csv").string() +
                     " --ends --step " + expected["step"].dump() + " --steps " + expected["steps"].dump() +
                     " --out " + (here / "ends.csv").string() + " 2>&1");
        INFO(outcome.out);
        REQUIRE(outcome.code == 0);
        const auto rows = ends_in(read_text((here / "ends.csv").string()));
        REQUIRE(rows.size() == expected["lines"].size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Json& line = expected["lines"][i];
            // The reference interpolates metres a second, and not degrees a second: a difference of second
            // order in the cells' size, which is 0.05 radians.
            CHECK(std::hypot(rows[i].at(1) - line["end"][0].get<double>(),
                             rows[i].at(2) - line["end"][1].get<double>()) <
                  2e-3 * line["path"].get<double>());
        }
    }
}
