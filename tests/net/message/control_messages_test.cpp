#include "net/message/control_messages.h"

#include <limits>

#include "tests/catch.h"

using namespace farfield::net;
using namespace farfield::model;

namespace {
Json start_with(const char* name, const Json& value)
{
    Json json{{"program", "particles"}, {"dataset", "analytic:abc"}, {"slot_bytes", 4096}};
    json[name] = value;
    return json;
}

/// The reader's error for `json`, or nothing.
template <typename Read>
std::string complaint(Read read, const Json& json)
{
    try {
        (void)read(json);
    } catch (const FieldError& error) {
        CHECK(error_of(error).code == RpcCode::InvalidParams);
        return error.what();
    }
    return "";
}

ProgramStart read_start(const Json& json)
{
    return read<ProgramStart>(json);
}
std::string start_complaint(const char* name, const Json& value)
{
    return complaint(read_start, start_with(name, value));
}
}  // namespace

TEST_CASE("program_start: reads what to_json writes", "[control]")
{
    ProgramStart start;
    start.dataset = "vtk/office.binary.vtk";
    start.policy = Policy::Every;
    start.slot_bytes = 1ULL << 40;
    start.rate = 29.97;
    start.frames = 100;
    start.interaction = 4'294'967'295;
    start.paused = true;
    start.params = {{"step", 0.5}};
    CHECK(read<ProgramStart>(write(start)) == start);
}

TEST_CASE("program_start: has the protocol's defaults", "[control]")
{
    const auto start = read<ProgramStart>(start_with("slot_bytes", 1));
    CHECK(start.policy == Policy::Latest);
    CHECK(start.rate == 0.0);
    CHECK(start.frames == 0);
    CHECK_FALSE(start.paused);
    CHECK(start.params == Json::object());
}

TEST_CASE("program_update: reads what to_json writes", "[control]")
{
    const auto update =
        read<ProgramUpdate>({{"stream", 3}, {"interaction", 9}, {"rate", 2.5}, {"params", {{"step", 1}}}});
    CHECK(update.stream == 3);
    CHECK(*update.rate == 2.5);
    CHECK(read<ProgramUpdate>(write(update)) == update);
}

TEST_CASE("dataset_info: reads the protocol's example", "[control]")
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

TEST_CASE("dataset_info: a warning of the velocity is there where the node gives one", "[control]")
{
    DatasetInfo info;
    info.velocity = "Displacement";
    info.velocity_reason = "there is no velocity.";
    CHECK_FALSE(write(info).contains("velocity_warning"));
    info.velocity_warning = "It is no velocity.";
    CHECK(read_answer<DatasetInfo>(write(info)).velocity_warning == "It is no velocity.");
}

TEST_CASE("dataset_info: positions count from an origin, which older recordings do not name", "[control]")
{
    DatasetInfo info;
    info.origin = {500000, 5000000.5, 0};
    auto json = write(info);
    CHECK(read_answer<DatasetInfo>(json).origin == info.origin);
    json.erase("origin");
    CHECK(read_answer<DatasetInfo>(json).origin == Point{0, 0, 0});
}

TEST_CASE("program_start: names a velocity, or leaves it to the node", "[control]")
{
    Json json{{"program", "lines"}, {"dataset", "a.vtu"}, {"slot_bytes", 64}};
    CHECK(read<ProgramStart>(json).velocity.empty());
    CHECK_FALSE(write(read<ProgramStart>(json)).contains("velocity"));
    json["velocity"] = "X Velocity,Y Velocity";
    CHECK(read<ProgramStart>(json).velocity == "X Velocity,Y Velocity");
    CHECK(read<ProgramStart>(write(read<ProgramStart>(json))).velocity == "X Velocity,Y Velocity");
}

TEST_CASE("dataset_info: an unsteady dataset has a span of time", "[control]")
{
    DatasetInfo info;
    CHECK_FALSE(write(info).contains("time_span"));
    info.time_span = {0.0, 86400.0};
    CHECK(read_answer<DatasetInfo>(write(info)).time_span == info.time_span);
}

TEST_CASE("dataset_info: z may have units of its own, which may be unknown", "[control]")
{
    DatasetInfo info;
    CHECK_FALSE(write(info).contains("z_units"));
    info.z_units = GENERATE("m", "");
    CHECK(read_answer<DatasetInfo>(write(info)).z_units == info.z_units);
}

TEST_CASE("dataset_info: a node may say more than this viewer knows", "[control]")
{
    auto json = write(DatasetInfo{});
    json["colour"] = "red";
    CHECK(read_answer<DatasetInfo>(json).dims.empty());
}

TEST_CASE("program_state: reads what to_json writes", "[control]")
{
    const ProgramState state{.stream = 1,
                             .particles = 1000,
                             .frame_bytes = 16064,
                             .seeds = {30, 20},
                             .seeds_outside = 2,
                             .developed = true,
                             .scalar = {.name = "speed", .units = "m/s", .range = {{0.0, 2.1}}}};
    CHECK(read_answer<ProgramState>(write(state)) == state);
}

TEST_CASE("dataset_entries: reads the answer to dataset.list", "[control]")
{
    const DatasetEntry entry{.name = "analytic:abc", .kind = "analytic"};
    const auto entries = read_answer<DatasetList>({{"datasets", {write(entry)}}}).datasets;
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].name == "analytic:abc");
}

TEST_CASE("program_start: a faulty parameter is named with what was expected and found", "[control]")
{
    CHECK(complaint(read_start, {{"program", "particles"}, {"slot_bytes", 1}}) ==
          "parameter 'dataset': expected a string, found nothing");
    CHECK(start_complaint("slot_bytes", 0) ==
          "parameter 'slot_bytes': expected an integer of at least 1, found 0");
    CHECK(start_complaint("rate", -1) == "parameter 'rate': expected a number of at least 0, found -1");
    CHECK(start_complaint("frames", -1) == "parameter 'frames': expected an integer of at least 0, found -1");
    CHECK(start_complaint("policy", "newest") ==
          "parameter 'policy': expected \"latest\" or \"every\", found \"newest\"");
    CHECK(start_complaint("program", "smoke") ==
          "parameter 'program': expected \"particles\" or \"lines\" or \"terrain.view\" or "
          "\"terrain.tiles\" or \"terrain.viewshed\" or \"terrain.image\", found \"smoke\"");
    CHECK(start_complaint("params", Json::array()) ==
          "parameter 'params': expected an object, found an array of 0");
    CHECK(start_complaint("paused", "no") == "parameter 'paused': expected true or false, found \"no\"");
    CHECK(start_complaint("dataste", "x")
              .starts_with("parameter 'dataste': unknown; there are: program, dataset, "));
}

TEST_CASE("program_update: a missing stream is named", "[control]")
{
    CHECK(complaint([](const Json& json) { return read<ProgramUpdate>(json); }, Json::object()) ==
          "parameter 'stream': expected an integer of at least 0, found nothing");
}

TEST_CASE("limit_error: carries the limit's name, its value and what was asked", "[control]")
{
    const auto error = limit_error("max_particles", 100, 101);
    CHECK(error.code == RpcCode::LimitExceeded);
    CHECK(error.data == Json{{"limit", "max_particles"}, {"value", 100}, {"asked", 101}});
    CHECK(std::string(error.what()) == "the limit max_particles is exceeded: at most 100, asked for 101");
}
