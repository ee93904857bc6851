#include "compute_node/node/programs/cores/vortex_cores.h"

#include "model/geometry/byte_access.h"
#include "model/programs/polylines.h"
#include "tests/compute_node/node/programs/planes/cuts.h"
#include "tests/compute_node/swaying_series.h"

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
using namespace farfield::node::cuts;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A vortex about a vertical axis at (0.13, 0.21), with a flow up along it.
glm::dvec3 upright_vortex(glm::dvec3 p)
{
    return {-2.0 * (p.y - 0.21), 2.0 * (p.x - 0.13), 1.0};
}

double nothing_else(glm::dvec3)
{
    return 0.0;
}

/// A program, and what it borrows.
struct RunningCores {
    RunningCores(std::shared_ptr<const OpenDataset> dataset, const net::Json& params,
                 std::uint64_t slot_bytes = 1 << 20)
        : buffer(slot_bytes), program{std::move(dataset), fields, start_of(params, slot_bytes), 1}
    {}
    ScalarFields fields{std::make_shared<MemoryBudget>(std::uint64_t{1} << 40U)};
    std::vector<std::byte> buffer;
    VortexCoreProgram program;
};

model::PolylinePreamble preamble_of(std::span<const std::byte> payload)
{
    const auto preamble = model::decode_polyline_preamble(payload.first<model::polyline_preamble_bytes>());
    REQUIRE(payload.size() == model::polyline_payload_bytes(preamble.points, preamble.lines));
    return preamble;
}

std::string refused(const std::shared_ptr<const OpenDataset>& dataset,
                    const net::Json& params = net::Json::object())
{
    try {
        const RunningCores running{dataset, params};
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("VortexCoreProgram: a segment is a line of two points on the axis, with its swirl",
          "[programs][cores]")
{
    RunningCores running{opened_data(data_on(GridForm::Uniform, 9, upright_vortex, nothing_else)),
                         net::Json::object()};
    CHECK(running.program.answer().members.at("scalar").at("name") == "swirl");
    CHECK(running.program.answer().members.at("scalar").at("range")[0].get<double>() == Approx(2.0));
    const auto frame = next_frame(running.program, running.buffer);
    REQUIRE(frame);
    CHECK(frame->type == net::MessageType::Polylines);
    const auto preamble = preamble_of(frame->payload);
    CHECK(preamble.lines > 8);
    CHECK(preamble.points == 3 * preamble.lines);
    CHECK(preamble.parts == 1);
    for (std::uint32_t n = 0; n < preamble.points; ++n) {
        const std::byte* const point =
            frame->payload.data() + model::polyline_preamble_bytes + n * model::polyline_point_bytes;
        if (n % 3 == 2) {
            CHECK(std::isnan(model::load_big<float>(point)));
            continue;
        }
        CHECK(model::load_big<float>(point) == Approx(0.13).margin(1e-5));
        CHECK(model::load_big<float>(point + 4) == Approx(0.21).margin(1e-5));
        CHECK(model::load_big<float>(point + 12) == Approx(2.0));
    }
    CHECK(makes_none<net::Idle>(running.program, running.buffer));
}

TEST_CASE("VortexCoreProgram: many segments come in parts of one answer, more than that are refused",
          "[programs][cores]")
{
    const auto dataset = opened_data(data_on(GridForm::Uniform, 9, upright_vortex, nothing_else));
    RunningCores running{dataset, net::Json::object(), 64 + 76 * 5};
    std::uint32_t lines = 0, parts = 0;
    while (const auto frame = next_frame(running.program, running.buffer)) {
        const auto preamble = preamble_of(frame->payload);
        CHECK(preamble.part == parts++);
        CHECK(preamble.answer == 0);
        lines += preamble.lines;
    }
    RunningCores at_once{dataset, net::Json::object()};
    CHECK(lines == preamble_of(next_frame(at_once.program, at_once.buffer)->payload).lines);
    CHECK(parts == (lines + 4) / 5);
    CHECK_THROWS_AS((RunningCores{dataset, {{"parts", 1}}, 64 + 76 * 5}), model::LimitError);
}

TEST_CASE("VortexCoreProgram: an update is a new answer, without cores an empty part", "[programs][cores]")
{
    RunningCores running{opened_data(data_on(GridForm::Rectilinear, 9, upright_vortex, nothing_else)),
                         net::Json::object()};
    REQUIRE(next_frame(running.program, running.buffer));
    running.program.update({{"min_swirl", 2.5}});
    const auto frame = next_frame(running.program, running.buffer);
    REQUIRE(frame);
    CHECK(preamble_of(frame->payload).lines == 0);
    CHECK(preamble_of(frame->payload).answer == 1);
}

TEST_CASE("VortexCoreProgram: that repeats goes through the times of a series", "[programs][cores]")
{
    const auto dataset =
        std::make_shared<WholeDataset>(TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 3)});
    RunningCores running{dataset, {{"repeat", true}, {"time", 0.1}, {"time_step", 0.1}}};
    for (const double time : {0.1, 0.2, 0.3}) {
        const auto frame = next_frame(running.program, running.buffer);
        REQUIRE(frame);
        CHECK(preamble_of(frame->payload).time == Approx(time));
    }
}

TEST_CASE("VortexCoreProgram: what has no cores is refused by its name", "[programs][cores]")
{
    CHECK_THAT(refused(std::make_shared<WholeDataset>(TimeSeries{open_analytic("analytic:abc")})),
               ContainsSubstring("exact function"));
    GridData flat;
    flat.dims = {{3, 3, 1}};
    flat.geometry = UniformGeometry{};
    flat.arrays = {{"velocity", 3, std::vector<float>(27, 1.0F), ""}};
    CHECK_THAT(refused(opened_data(flat)), ContainsSubstring("one layer of nodes"));
    GridData earth = data_on(GridForm::Uniform, 5, upright_vortex, nothing_else);
    earth.geographic = true;
    CHECK_THAT(refused(opened_data(earth)), ContainsSubstring("longitudes and latitudes"));
    GridData scalar = data_on(GridForm::Uniform, 5, upright_vortex, nothing_else);
    scalar.arrays.erase(scalar.arrays.begin());
    CHECK_THAT(refused(opened_data(scalar)), ContainsSubstring("no velocity"));
    const auto whole = opened_data(data_on(GridForm::Uniform, 5, upright_vortex, nothing_else));
    CHECK_THAT(refused(whole, {{"min_swirl", -1}}), ContainsSubstring("min_swirl"));
    CHECK_THAT(refused(whole, {{"time", 1e300}}), ContainsSubstring("'time'"));
}
