#include "compute_node/node/programs/line_plan.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "tests/catch.h"

#include <set>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::node;
namespace net = farfield::net;

namespace {

std::vector<std::uint64_t> items_in(const PartOf& part)
{
    std::vector<std::uint64_t> items;
    for (std::uint64_t i = 0; i < part.count; ++i) items.push_back(part.first + i * part.stride);
    return items;
}

LinePlan merged(LinePlan plan, const net::Json& patch, const WholeDataset& dataset, RakeReader& rakes)
{
    const model::FieldSet changed = merge(plan.params, patch);
    return plan_with(std::move(plan), changed, dataset.info(), rakes);
}

LinePlan plan_of(const model::LineParams& params)
{
    const auto dataset = std::make_shared<WholeDataset>(TimeSeries{open_analytic("analytic:abc")});
    RakeReader rakes{dataset, {}};
    LinePlan plan;
    plan.field = dataset->field();
    return merged(plan, write(params), *dataset, rakes);
}

model::LineParams on_a_line(std::uint32_t seeds)
{
    model::LineParams params;
    params.rakes = {model::Rake{model::LineRake{{1, 1, 1}, {2, 2, 2}, seeds}, 1}};
    params.steps = 20;
    return params;
}

}  // namespace

TEST_CASE("part_of: the parts of nine seeds are those of the protocol's example", "[lines]")
{
    CHECK(items_in(part_of(9, 0, 3)) == std::vector<std::uint64_t>{0, 4, 8});
    CHECK(items_in(part_of(9, 1, 3)) == std::vector<std::uint64_t>{2, 6});
    CHECK(items_in(part_of(9, 2, 3)) == std::vector<std::uint64_t>{1, 3, 5, 7});
}

TEST_CASE("part_of: every item is in one part, whatever their numbers", "[lines]")
{
    for (const std::uint64_t items : {0, 1, 2, 3, 7, 64, 1000})
        for (const std::uint32_t parts : {1U, 2U, 5U, 16U}) {
            std::multiset<std::uint64_t> found;
            for (std::uint32_t part = 0; part < parts; ++part)
                for (const std::uint64_t item : items_in(part_of(items, part, parts))) found.insert(item);
            REQUIRE(found.size() == items);
            for (std::uint64_t item = 0; item < items; ++item) REQUIRE(found.count(item) == 1);
        }
}

TEST_CASE("LinePlan: both directions make two lines a seed, timelines one a release and rake", "[lines]")
{
    model::LineParams params = on_a_line(5);
    params.direction = model::LineDirection::Both;
    CHECK(plan_of(params).lines() == 10);
    params.direction = model::LineDirection::Forward;
    params.kind = model::LineKind::Timeline;
    params.release_steps = 7;
    params.rakes.push_back(params.rakes.front());
    CHECK(plan_of(params).lines() == 2 * 3);  // 0, 7 and 14 steps ago
}

TEST_CASE("plan_with: streaklines and timelines run downstream, in steps of time", "[lines]")
{
    model::LineParams params = on_a_line(5);
    params.kind = model::LineKind::Streakline;
    params.direction = model::LineDirection::Backward;
    CHECK_THROWS_AS(plan_of(params), std::runtime_error);
    params.direction = model::LineDirection::Forward;
    params.step_unit = model::LineStepUnit::Length;
    CHECK_THROWS_AS(plan_of(params), std::runtime_error);
}

TEST_CASE("plan_with: the longest step is no shorter than a step, but a part of a cell is neither", "[lines]")
{
    model::LineParams params = on_a_line(5);
    params.step = 0.2;
    params.max_step = 0.001;
    for (const auto& [unit, longest] :
         {std::pair{model::LineStepUnit::Time, 0.2}, {model::LineStepUnit::Cell, 0.001}}) {
        params.step_unit = unit;
        const auto dataset = std::make_shared<WholeDataset>(TimeSeries{open_analytic("analytic:abc")});
        RakeReader rakes{dataset, {}};
        LinePlan plan;
        plan.field = dataset->field();
        plan = merged(plan, write(params), *dataset, rakes);
        model::LineParams moved;
        moved.rakes = on_a_line(6).rakes;
        CHECK(merged(plan, write(moved), *dataset, rakes).settings.max_step == longest);
    }
}

TEST_CASE("check_plan: numbers that binary32 does not hold are refused by name", "[lines]")
{
    const auto refusal = [](const model::LineParams& params) {
        try {
            const LinePlan plan = plan_of(params);
            check_plan(plan, *plan.field.field, {}, 1U << 30U);
            return std::string{};
        } catch (const std::runtime_error& error) {
            return std::string{error.what()};
        }
    };
    model::LineParams params = on_a_line(5);
    CHECK(refusal(params).empty());
    params.step = 1e39;
    CHECK(refusal(params).starts_with("step: expected"));
    params.step = 1e38;
    params.kind = model::LineKind::Timeline;
    CHECK(refusal(params).starts_with("step times steps: expected"));
    params = on_a_line(5);
    params.time = 1e39;
    CHECK(refusal(params).find("'time'") != std::string::npos);
    params = on_a_line(5);
    params.rakes = {model::Rake{model::PointRake{{1e39, 0, 0}}, 1}};
    CHECK(refusal(params).find("rake 0") != std::string::npos);
}

TEST_CASE("check_plan: an answer that may not fit its slot is refused with the limit's name", "[lines]")
{
    const LinePlan plan = plan_of(on_a_line(100));
    const std::uint64_t needed = largest_frame_bytes(plan);
    CHECK(needed == 64 + 100 * (22 * 20 + 16));
    check_plan(plan, *plan.field.field, {}, needed);
    try {
        check_plan(plan, *plan.field.field, {}, needed - 1);
        FAIL("was not refused");
    } catch (const net::RpcError& error) {
        CHECK(error.code == net::RpcCode::LimitExceeded);
        CHECK(error.data["limit"] == "slot_bytes");
        CHECK(error.data["asked"] == needed);
    }
}
