#include "compute_node/service/open_terrains.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

using namespace farfield::compute;
using namespace farfield::compute::testing;

TEST_CASE("OpenTerrains: a terrain that nobody waits for is not read", "[terrain]")
{
    OpenTerrains terrains{{}, 1 << 30};
    std::stop_source viewer;
    viewer.request_stop();
    CHECK(error_of([&] { (void)terrains.open("fractal:300", viewer.get_token()); }) == "interrupted");
    CHECK(terrains.open("fractal:300")->terrain.info.columns == 300);
}
