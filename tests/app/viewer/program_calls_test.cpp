#include "app/viewer/program_calls.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

const std::vector<net::Rake> rakes{{.shape = net::PointRake{{1, 2, 3}}, .particles_per_seed = 4}};
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
}

TEST_CASE("bytes_of_frame: 64 bytes and 16 for each particle", "[program]")
{
    CHECK(bytes_of_frame(0) == 64);
    CHECK(bytes_of_frame(1000) == 16'064);
}

TEST_CASE("choose_dataset: what was open, what was asked for, a file, a built-in field", "[program]")
{
    auto with_file = built_in;
    with_file.push_back({"vtk/office.vtk", "file"});
    CHECK(choose_dataset(with_file, "analytic:cell", "vtk/office.vtk") == "analytic:cell");
    CHECK(choose_dataset(with_file, "gone", "analytic:abc") == "analytic:abc");
    CHECK(choose_dataset(with_file, "", "") == "vtk/office.vtk");
    CHECK(choose_dataset(built_in, "", "") == "analytic:tornado");
    CHECK(choose_dataset({{"run.ffr", "recording"}}, "", "") == "run.ffr");
}
