#include "compute_node/node/calls/dataset_open.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "tests/catch.h"
#include "tests/compute_node/changing_mesh.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/sampled_field.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// Named scalars at 2 x 2 x 2 nodes, and the range of each.
WholeDataset scalars_alone()
{
    GridData data = data_on(GridForm::Uniform, 2, rotation, [](glm::dvec3 p) { return p.x; });
    data.arrays.erase(data.arrays.begin());
    return WholeDataset{TimeSeries{Dataset{"ct.vti", std::move(data)}}};
}

}  // namespace

TEST_CASE("describe: without a velocity it is null, and nothing is suggested or derived of it", "[wire]")
{
    const auto info = describe(scalars_alone());
    const model::Json json = model::write(info);
    CHECK(json.at("velocity").is_null());
    CHECK_FALSE(json.contains("velocity_reason"));
    CHECK(info.suggested.rakes.empty());
    REQUIRE(info.scalars.size() == 1);
    CHECK(info.scalars.front().name == "s");
    CHECK_FALSE(model::read_answer<model::DatasetInfo>(json).velocity);
}

TEST_CASE("describe: parts of vector arrays are listed behind what is derived", "[wire]")
{
    const auto linear = [](glm::dvec3) { return 0.0; };
    const auto info = describe(WholeDataset{TimeSeries{dataset_on(GridForm::Uniform, 3, rotation, linear)}});
    std::vector<std::string> names;
    for (const model::ScalarInfo& scalar : info.scalars) names.push_back(scalar.name);
    CHECK(names == std::vector<std::string>{"speed", "s", "vorticity", "helicity", "divergence",
                                            "q-criterion", "velocity.x", "velocity.y", "velocity.z", "age",
                                            "arc-length"});
    CHECK(info.scalars[6].range == std::array{-2.0, 2.0});
}

TEST_CASE("describe: z in metres is distinguished from degrees", "[wire]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "ocean.nc"};
        write_axis(file, "depth", "m", {0.0, 100.0, 500.0});
        write_axis(file, "lat", "degrees_north", {10.0, 11.0, 12.0});
        write_axis(file, "lon", "degrees_east", {20.0, 21.0, 22.0});
        for (const char* component : {"u", "v"}) {
            const int variable = file.variable(component, NC_FLOAT, {"depth", "lat", "lon"});
            file.text(variable, "units", "m s-1");
            file.values(variable, std::vector<double>(27, 0.5));
        }
    }
    const auto info = describe(WholeDataset{TimeSeries{open_dataset({folder / "ocean.nc"}, "ocean.nc")}});
    CHECK(info.length_units == "degrees");
    CHECK(info.z_units == "m");
    CHECK_FALSE(describe(WholeDataset{TimeSeries{open_analytic("analytic:abc")}}).z_units);
}

TEST_CASE("describe: an unsteady dataset has the times of its steps, which are dates", "[wire][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "hours.nc"};
        write_axis(file, "time", "hours since 1970-01-02", {0.0, 1.0, 6.5});
        for (const char* axis : {"y", "x"}) write_axis(file, axis, "m", {0.0, 1.0});
        for (const char* component : {"u", "v"})
            file.values(file.variable(component, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(12, 1.0));
    }
    const auto info = describe(WholeDataset{open_series({folder / "hours.nc"})});
    CHECK(info.times == std::vector{0.0, 3600.0, 23'400.0});
    CHECK(info.time_origin == 86'400.0);
    CHECK(info.dates.empty());  // as the times count
    CHECK(model::read_answer<model::DatasetInfo>(model::write(info)).times == info.times);
    CHECK(describe(WholeDataset{TimeSeries{open_analytic("analytic:abc")}}).times.empty());
}

TEST_CASE("describe: a grid that changes is named as one", "[wire][changing]")
{
    const auto changing = describe(WholeDataset{TimeSeries{"changing", changing_slices(3, refined_mesh)}});
    CHECK(model::write(changing).at("grid_changes") == true);
    const auto same = [](int) { return refined_mesh(0); };
    const auto standing = describe(WholeDataset{TimeSeries{"standing", changing_slices(3, same)}});
    CHECK(standing.time_span);
    CHECK_FALSE(model::write(standing).contains("grid_changes"));
}

TEST_CASE("describe: steps of a model's calendar have dates of their own", "[wire][time]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "days.nc"};
        write_axis(file, "time", "days since 1970-02-28", {0.0, 1.0, 3.0});
        file.text(0, "calendar", "360_day");
        for (const char* axis : {"y", "x"}) write_axis(file, axis, "m", {0.0, 1.0});
        for (const char* component : {"u", "v"})
            file.values(file.variable(component, NC_FLOAT, {"time", "y", "x"}), std::vector<double>(12, 1.0));
    }
    const auto info = describe(WholeDataset{open_series({folder / "days.nc"})});
    const double march_1st = 59 * 86'400.0;
    CHECK(info.dates == std::vector<std::optional<double>>{march_1st - 86'400.0, std::nullopt, march_1st});
    CHECK(info.calendar == "360_day");
    CHECK(info.calendar_origin == 57 * 86'400.0);
    CHECK(model::read_answer<model::DatasetInfo>(model::write(info)) == info);
    CHECK(describe(WholeDataset{TimeSeries{open_analytic("analytic:abc")}}).dates.empty());
}

TEST_CASE("describe: blocks are listed with those that were read", "[wire][blocks]")
{
    GridData data = data_on(GridForm::Uniform, 2, rotation, [](glm::dvec3) { return 0.0; });
    data.blocks = {{"inner", false}, {"outer", true}};
    const auto info = describe(WholeDataset{TimeSeries{Dataset{"duct.vtm#2", std::move(data)}}});
    CHECK(info.blocks == std::vector<model::BlockInfo>{{"inner", false}, {"outer", true}});
    CHECK(info.dataset == "duct.vtm#2");
}
