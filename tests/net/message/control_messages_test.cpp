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

TEST_CASE("program_start: names a velocity, or leaves it to the node", "[control]")
{
    Json json{{"program", "lines"}, {"dataset", "a.vtu"}, {"slot_bytes", 64}};
    CHECK(read<ProgramStart>(json).velocity.empty());
    CHECK_FALSE(write(read<ProgramStart>(json)).contains("velocity"));
    json["velocity"] = "X Velocity,Y Velocity";
    CHECK(read<ProgramStart>(json).velocity == "X Velocity,Y Velocity");
    CHECK(read<ProgramStart>(write(read<ProgramStart>(json))).velocity == "X Velocity,Y Velocity");
}

TEST_CASE("program_start: a faulty parameter is named with what was expected and found", "[control]")
{
    CHECK(start_complaint("dataset", 1) == "parameter 'dataset': expected a string, found 1");
    CHECK(start_complaint("slot_bytes", 0) ==
          "parameter 'slot_bytes': expected an integer of at least 1, found 0");
    CHECK(start_complaint("rate", -1) == "parameter 'rate': expected a number of at least 0, found -1");
    CHECK(start_complaint("frames", -1) == "parameter 'frames': expected an integer of at least 0, found -1");
    CHECK(start_complaint("policy", "newest") ==
          "parameter 'policy': expected \"latest\" or \"every\", found \"newest\"");
    CHECK(start_complaint("params", Json::array()) ==
          "parameter 'params': expected an object, found an array of 0");
    CHECK(start_complaint("paused", "no") == "parameter 'paused': expected true or false, found \"no\"");
    CHECK(start_complaint("dataste", "x")
              .starts_with("parameter 'dataste': unknown; there are: program, dataset, "));
}

TEST_CASE("program_step: is of one frame or more", "[control]")
{
    CHECK(read<ProgramStep>({{"stream", 2}}) == ProgramStep{.stream = 2, .frames = 1});
    CHECK(
        complaint([](const Json& json) { return read<ProgramStep>(json); }, {{"stream", 2}, {"frames", 0}}) ==
        "parameter 'frames': expected an integer of at least 1, found 0");
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
