#include "app/viewer/controls/program_calls.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

const std::vector<model::Rake> rakes{{.shape = model::PointRake{{1, 2, 3}}, .particles_per_seed = 4}};
const std::vector<net::DatasetEntry> built_in{{"analytic:cell", "analytic"},
                                              {"analytic:tornado", "analytic"}};

}  // namespace

TEST_CASE("changed_params: nothing where nothing changed", "[program]")
{
    CHECK(net::to_json(changed_params(rakes, {}, rakes, {})).empty());
}

TEST_CASE("changed_params: only what changed", "[program]")
{
    ParticleSettings slower;
    slower.step = 0.002;
    const auto params = changed_params(rakes, {}, rakes, slower);
    CHECK(net::to_json(params) == net::Json{{"step", 0.002}});
    CHECK(changed_params({}, {}, rakes, {}).rakes == rakes);
    ParticleSettings later;
    later.time = {.start = 3600.0, .loop = false};
    CHECK(net::to_json(changed_params(rakes, {}, rakes, later)) ==
          net::Json{{"time", {{"start", 3600.0}, {"loop", false}}}});
}

TEST_CASE("bytes_of_frame: 64 bytes and 16 for each particle", "[program]")
{
    CHECK(bytes_of_frame(0) == 64);
    CHECK(bytes_of_frame(1000) == 16'064);
}

TEST_CASE("first_choices: what was open or asked for, and nothing else", "[program]")
{
    using Names = std::vector<std::string>;
    CHECK(first_choices(built_in, "analytic:cell", "analytic:abc") == Names{"analytic:cell"});
    CHECK(first_choices(built_in, "gone", "analytic:abc") == Names{"analytic:abc"});
}

TEST_CASE("first_choices: else recordings, files, a built-in field", "[program]")
{
    using Names = std::vector<std::string>;
    auto mixed = built_in;
    mixed.push_back({"vtk/office.vtk", "file"});
    mixed.push_back({"run.ffr", "recording"});
    CHECK(first_choices(mixed, "", "") == Names{"run.ffr", "vtk/office.vtk", "analytic:tornado"});
    CHECK(first_choices({{"analytic:mine", "analytic"}}, "", "") == Names{"analytic:mine"});
    CHECK(first_choices({}, "", "").empty());
}
