#include "compute_node/node/programs/particles.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/programs/lines.h"
#include "net/message/control_messages.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/sampled_field.h"

#include <memory>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::compute::testing;
namespace net = farfield::net;

TEST_CASE("ParticleProgram and LineProgram: a dataset without a velocity is refused in words",
          "[particles][lines]")
{
    GridData data = data_on(GridForm::Uniform, 2, rotation, [](glm::dvec3 p) { return p.x; });
    data.arrays.erase(data.arrays.begin());
    const auto dataset = std::make_shared<WholeDataset>(TimeSeries{Dataset{"ct.vti", std::move(data)}});
    const net::ProgramStart start;
    const auto check = [](const auto& begin) {
        try {
            begin();
            FAIL("it began");
        } catch (const net::RpcError& error) {
            CHECK(error.code == net::RpcCode::InvalidParams);
            CHECK(std::string{error.what()} ==
                  "'ct.vti' has no velocity; it has the scalar 's': start isosurface or slice");
        }
    };
    check([&] { (void)ParticleProgram{dataset, start, {}, 1}; });
    check([&] { (void)LineProgram{dataset, start, {}, {}, nullptr}; });
}

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
