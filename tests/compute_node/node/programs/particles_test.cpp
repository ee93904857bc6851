#include "compute_node/node/programs/particles.h"

#include "compute_node/node/data/whole_dataset.h"
#include "net/message/control_messages.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"

#include <memory>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
namespace net = farfield::net;

TEST_CASE("ParticleProgram: once abandoned it makes no frame", "[particles]")
{
    model::ParticleParams params;
    params.rakes = {model::Rake{model::LineRake{{1, 1, 1}, {2, 2, 2}, 100}, 1}};
    net::ProgramStart start;
    start.slot_bytes = 1 << 20;
    start.params = write(params);
    ParticleProgram source{
        std::make_shared<WholeDataset>(TimeSeries{open_analytic("analytic:abc:16")}), start, {}, 1};
    std::vector<std::byte> buffer(start.slot_bytes);
    CHECK(next_frame(source, buffer));
    source.abandon();
    CHECK(makes_none<net::Interrupted>(source, buffer));
}
