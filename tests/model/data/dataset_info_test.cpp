#include "model/data/dataset_info.h"

#include "model/programs/program_answer.h"
#include "tests/catch.h"

using namespace farfield::model;

TEST_CASE("dataset_info: reads the protocol's example", "[data]")
{
    const auto info = read_answer<DatasetInfo>(Json::parse(R"(
{"dataset": "vtk/office.binary.vtk", "kind": "curvilinear", "dims": [21, 20, 20],
 "bounds": {"min": [0, 0, 0], "max": [4.8, 4.8, 2.5]}, "origin": [0, 0, 0],
 "length_units": "", "time_units": "", "time_steps": 1,
 "velocity": "vectors", "velocity_reason": "no array is named like a velocity or has the unit of a speed, and 'vectors' is what the file calls its vectors.",
 "vectors": [{"name": "vectors", "units": "", "association": "points"}],
 "scalars": [{"name": "speed", "units": "", "range": [0, 0.6]}, {"name": "k", "units": "", "range": [0, 0.1], "association": "points"}],
 "outline": [[[0, 0, 0], [4.8, 0, 0]]],
 "suggested": {"step": 0.1, "max_age_frames": 200, "rakes": [{"kind": "line", "from": [1, 1, 1], "to": [1, 4, 1], "seeds": 50,
   "particles_per_seed": 20}]},
 "remarks": ["first of 8 time steps"]})"));
    CHECK(info.dims == std::vector<std::uint32_t>{21, 20, 20});
    CHECK(info.bounds.max == Point{4.8, 4.8, 2.5});
    CHECK(info.scalars.at(0).range.value()[1] == 0.6);
    CHECK(info.scalars.at(1).association == "points");
    CHECK(info.velocity == "vectors");
    CHECK(info.vectors->at(0).association == "points");
    CHECK(info.outline.at(0).at(1) == Point{4.8, 0, 0});
    CHECK(info.suggested.rakes.at(0).particles() == 1000);
    CHECK(info.remarks == std::vector<std::string>{"first of 8 time steps"});
    CHECK(read_answer<DatasetInfo>(write(info)) == info);
}

TEST_CASE("dataset_info: a warning of the velocity is there where the node gives one", "[data]")
{
    DatasetInfo info;
    info.velocity = "Displacement";
    info.velocity_reason = "there is no velocity.";
    CHECK_FALSE(write(info).contains("velocity_warning"));
    info.velocity_warning = "It is no velocity.";
    CHECK(read_answer<DatasetInfo>(write(info)).velocity_warning == "It is no velocity.");
}

TEST_CASE("dataset_info: positions count from an origin, which older recordings do not name", "[data]")
{
    DatasetInfo info;
    info.origin = {500000, 5000000.5, 0};
    auto json = write(info);
    CHECK(read_answer<DatasetInfo>(json).origin == info.origin);
    json.erase("origin");
    CHECK(read_answer<DatasetInfo>(json).origin == Point{0, 0, 0});
}

TEST_CASE("dataset_info: an unsteady dataset has a span of time", "[data]")
{
    DatasetInfo info;
    CHECK_FALSE(write(info).contains("time_span"));
    info.time_span = {0.0, 86400.0};
    CHECK(read_answer<DatasetInfo>(write(info)).time_span == info.time_span);
}

TEST_CASE("dataset_info: z may have units of its own, which may be unknown", "[data]")
{
    DatasetInfo info;
    CHECK_FALSE(write(info).contains("z_units"));
    info.z_units = GENERATE("m", "");
    CHECK(read_answer<DatasetInfo>(write(info)).z_units == info.z_units);
}

TEST_CASE("dataset_info: a node may say more than this viewer knows", "[data]")
{
    auto json = write(DatasetInfo{});
    json["colour"] = "red";
    CHECK(read_answer<DatasetInfo>(json).dims.empty());
}

TEST_CASE("program_answer: reads what to_json writes", "[data]")
{
    const ProgramAnswer state{.stream = 1,
                              .particles = 1000,
                              .frame_bytes = 16064,
                              .seeds = {30, 20},
                              .seeds_outside = 2,
                              .developed = true,
                              .scalar = {.name = "speed", .units = "m/s", .range = {{0.0, 2.1}}}};
    CHECK(read_answer<ProgramAnswer>(write(state)) == state);
}

TEST_CASE("dataset_entries: reads the answer to dataset.list", "[data]")
{
    const DatasetEntry entry{.name = "analytic:abc", .kind = "analytic"};
    const auto entries = read_answer<DatasetList>({{"datasets", {write(entry)}}}).datasets;
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].name == "analytic:abc");
}
