// Winds and currents over the Earth in files that others made, against an independent program
// (tests/real_files/ocean_reference.py); skipped where they are not.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/rotating_earth.h"
#include "tests/temporary_folder.h"

#include <netcdf.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> foreign(const std::string& name)
{
    const char* named = std::getenv("FARFIELD_DATA_DIR");
    const fs::path folder =
        named != nullptr ? fs::path{named} : fs::path{FARFIELD_SOURCE_DIR} / "../shared/data";
    const fs::path path = folder / "foreign/netcdf" / name;
    if (fs::exists(path)) return path;
    WARN("skipped: no " << path.string());
    return std::nullopt;
}

/// A copy in which two variables are u and v.
fs::path renamed(const fs::path& from, const fs::path& to, const char* u, const char* v)
{
    fs::copy_file(from, to);
    fs::permissions(to, fs::perms::owner_write, fs::perm_options::add);
    int file = 0, variable = 0;
    REQUIRE(nc_open(to.c_str(), NC_WRITE, &file) == NC_NOERR);
    REQUIRE(nc_redef(file) == NC_NOERR);
    for (const auto& [old, name] : {std::pair{u, "u"}, std::pair{v, "v"}}) {
        REQUIRE(nc_inq_varid(file, old, &variable) == NC_NOERR);
        REQUIRE(nc_rename_var(file, variable, name) == NC_NOERR);
    }
    REQUIRE(nc_close(file) == NC_NOERR);
    return to;
}

nlohmann::json reference_of(const std::string& name)
{
    std::ifstream file{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files/ocean_reference.json"};
    return nlohmann::json::parse(file).at(name);
}

/// Misses of the ends of lines that last, as parts of their ways, ascending. The others end when the
/// reference's do.
std::vector<double> misses_of_currents(const std::shared_ptr<const Field>& field,
                                       const nlohmann::json& reference)
{
    LineSettings settings;
    settings.step = reference.at("step").get<double>();
    settings.max_steps = 1'000'000;
    settings.max_time = reference.at("seconds").get<double>();
    LineSeeds seeds;
    const auto start = reference.at("start").get<float>();
    for (const auto& line : reference.at("lines")) {
        const auto seed = line.at("seed").get<std::array<float, 2>>();
        seeds.add({seed[0], seed[1], 0.0F, start});
    }
    const auto lines = trace(field, settings, seeds);
    REQUIRE(lines.size() == 20);
    std::vector<double> all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& expected = reference.at("lines")[i];
        const auto ended = expected.at("ended").get<double>();
        CHECK((lines[i].reason == Termination::TimeLimit) == (ended == settings.max_time));
        if (ended < settings.max_time) {
            // The other program takes whole steps only.
            CHECK(lines[i].reason == Termination::InvalidData);
            CHECK(lines[i].elapsed.back() >= ended - 1.0);
            CHECK(lines[i].elapsed.back() <= ended + settings.step + 1.0);
            continue;
        }
        const auto end = expected.at("end").get<std::array<double, 2>>();
        const double miss =
            angle_between(direction_of(end[0], end[1]), direction_of(lines[i].end().x, lines[i].end().y));
        all.push_back(miss * metres_per_degree / expected.at("way").get<double>());
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

TEST_CASE("Foreign files: winds beside both poles are those of an independent program", "[real][sphere]")
{
    const auto path = foreign("941110_UV.cdf");
    if (!path) return;
    const auto all =
        misses_of_currents(open_dataset({*path}, "winds").field(), reference_of("941110_UV.cdf"));
    CHECK(all[all.size() / 2] < 1e-4);
    CHECK(all.back() < 5e-3);
}

TEST_CASE("Foreign files: one degree from the pole zonal motion is as fast as it is", "[real][sphere]")
{
    const auto path = foreign("941110_UV.cdf");
    if (!path) return;
    LineSettings settings;
    settings.step = 1.0;
    settings.max_time = 10.0;
    settings.max_steps = 1000;
    const auto line = trace_one(open_dataset({*path}, "winds").field(), settings, {100.0F, 89.0F, 0.0F});
    // u at 87.5 and 90 degrees north is -1.082 and -14.332 m/s: -9.032 between them, 2.79 degrees in 600 s.
    CHECK(60.0 * (line.end().x - 100.0) == Approx(-2.79).epsilon(5e-3));
}

TEST_CASE("Foreign files: currents about a displaced pole are those of an independent program",
          "[real][sphere]")
{
    const auto path = foreign("pop.nc");
    if (!path) return;
    const TemporaryFolder folder;
    const fs::path copy = renamed(*path, folder / "pop.nc", "urot", "vrot");
    const auto all = misses_of_currents(open_dataset({copy}, "ocean").field(), reference_of("pop.nc"));
    CHECK(all[all.size() / 2] < 1e-3);
    CHECK(all.back() < 1e-2);
}

TEST_CASE("Foreign files: gaps that change with time count when their slice does", "[real][sphere]")
{
    const auto path = foreign("coads_climatology.cdf");
    if (!path) return;
    const TemporaryFolder folder;
    const fs::path copy = renamed(*path, folder / "coads.cdf", "UWND", "VWND");
    const TimeSeries series = open_series({copy.string()});
    const auto all = misses_of_currents(series.field({}), reference_of("coads_climatology.cdf"));
    CHECK(all[all.size() / 2] < 1e-4);
}
