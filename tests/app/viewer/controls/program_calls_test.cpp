#include "app/viewer/controls/program_calls.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

const std::vector<model::Rake> rakes{{.shape = model::PointRake{{1, 2, 3}}, .particles_per_seed = 4}};
const std::vector<net::DatasetEntry> built_in{{"analytic:cell", "analytic"},
                                              {"analytic:tornado", "analytic"}};

}  // namespace

TEST_CASE("particle_params: only what changed is sent", "[program]")
{
    const auto params = particle_params(rakes, {});
    CHECK(model::difference(params, params) == net::Json::object());
    ParticleSettings slower;
    slower.step = 0.002;
    CHECK(model::difference(params, particle_params(rakes, slower)) == net::Json{{"step", 0.002}});
    CHECK(model::difference(particle_params({}, {}), params)->contains("rakes"));
    ParticleSettings later;
    later.time = {.start = 3600.0, .loop = false};
    CHECK(model::difference(params, particle_params(rakes, later)) ==
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
