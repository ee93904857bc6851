// Lines through fields that are cut into blocks: the same bits as through the whole.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/ranks/blocks/split_field.h"
#include "tests/compute_node/rotating_earth.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr int split_nodes_along = 13;

/// Turns about a tilted axis, so that lines come through every layer again and again; a corner is invalid.
glm::dvec3 tumbling(glm::dvec3 p)
{
    if (p.x > 1.2 && p.z > 1.3) return glm::dvec3{std::numeric_limits<double>::quiet_NaN()};
    return {0.3 * p.z - p.y, p.x + 1.1 * p.z, -1.2 * p.y - 0.4 * p.x + 0.1};
}

std::shared_ptr<const Field> steady(GridForm form)
{
    return dataset_on(form, split_nodes_along, tumbling, [](glm::dvec3 p) { return p.x + p.z; })
        .field({"", "s"});
}

std::shared_ptr<const Field> pulsing(GridForm form)
{
    std::vector<TimeSlice> slices;
    slices.reserve(5);
    for (int i = 0; i < 5; ++i)
        slices.push_back({0.4 * i + 0.1 * (i % 2), "slice", [form, i](const std::stop_token&) {
                              const double pulse = 1.0 + 0.4 * i;
                              return data_on(
                                  form, split_nodes_along, [=](glm::dvec3 p) { return pulse * tumbling(p); },
                                  [=](glm::dvec3 p) { return pulse + p.y; });
                          }});
    return TimeSeries{"pulsing", std::move(slices)}.field({"", "s"});
}

/// Some are outside, some in the invalid corner, and one is nowhere.
LineSeeds seeds_among_blocks(std::size_t count)
{
    LineSeeds seeds;
    for (std::size_t i = 0; i < count; ++i) {
        const auto part = [i](double stride) {
            return std::fmod(0.5 + static_cast<double>(i) * stride, 1.0);
        };
        const glm::dvec3 position{4.2 * glm::dvec3{part(0.754877666), part(0.569840291), part(0.430159709)} -
                                  2.1};
        seeds.add({glm::vec3{position}, i % 3 == 0 ? 0.0F : static_cast<float>(1.5 * part(0.618033989))});
    }
    seeds.add({std::numeric_limits<float>::quiet_NaN(), 0.5F, 0.0F, 0.0F});
    seeds.add({0.5F, 0.5F, 0.0F, std::numeric_limits<float>::quiet_NaN()});
    return seeds;
}

std::shared_ptr<BlocksHere> cut_along_z(const Field& whole, int count)
{
    return std::make_shared<BlocksHere>(whole, glm::ivec3{split_nodes_along}, count);
}

std::vector<TracedLine> trace_split(const std::shared_ptr<BlocksHere>& blocks, const LineSettings& settings,
                                    const LineSeeds& seeds, int threads = 1)
{
    return trace(source_of(blocks), settings, seeds, threads);
}

LineSettings split_settings(Integrator integrator, StepUnit unit, bool backward)
{
    LineSettings settings;
    settings.integrator = integrator;
    settings.step_unit = unit;
    settings.step = 0.11;
    settings.max_steps = 150;
    settings.backward = backward;
    return settings;
}

}  // namespace

TEST_CASE("LineTracer: a field cut into blocks gives the same bits as the whole", "[lines][split]")
{
    const auto form = GENERATE(GridForm::Uniform, GridForm::Rectilinear);
    const auto integrator = GENERATE(Integrator::Rk4, Integrator::Dopri5);
    const auto unit = GENERATE(StepUnit::Time, StepUnit::CellFraction, StepUnit::Length);
    const bool backward = GENERATE(false, true);
    LineSettings settings = split_settings(integrator, unit, backward);
    const LineSeeds seeds = seeds_among_blocks(400);
    for (const auto& whole : {steady(form), pulsing(form)})
        for (const FlowTime flow_time : {FlowTime::Moving, FlowTime::Frozen}) {
            settings.flow_time = flow_time;
            const auto expected = trace(whole, settings, seeds);
            for (const int count : {2, 3, 12}) {
                CAPTURE(static_cast<int>(flow_time), count);
                const auto blocks = cut_along_z(*whole, count);
                CHECK(differing(trace_split(blocks, settings, seeds, 2), expected) == 0);
                CHECK(blocks->crossings() > 200);
            }
        }
}

TEST_CASE("LineTracer: in blocks, steps over many of them are the same too", "[lines][split]")
{
    const auto whole = steady(GridForm::Uniform);
    LineSettings settings =
        split_settings(GENERATE(Integrator::Rk4, Integrator::Dopri5), StepUnit::Time, false);
    settings.step = 1.3;
    settings.absolute_tolerance = 10.0;
    const LineSeeds seeds = seeds_among_blocks(300);
    const auto blocks = cut_along_z(*whole, 12);
    CHECK(differing(trace_split(blocks, settings, seeds), trace(whole, settings, seeds)) == 0);
}

TEST_CASE("LineTracer: in blocks, ends alone and limits of single lines are the same too", "[lines][split]")
{
    const auto whole = pulsing(GridForm::Rectilinear);
    LineSettings settings = split_settings(Integrator::Rk4, StepUnit::Time, false);
    settings.keep_points = false;
    LineSeeds seeds = seeds_among_blocks(300);
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds.max_time.push_back(0.01F * static_cast<float>(i));
    const auto blocks = cut_along_z(*whole, 4);
    CHECK(differing(trace_split(blocks, settings, seeds), trace(whole, settings, seeds)) == 0);
}

TEST_CASE("LineTracer: about a pole, a field cut into blocks gives the same bits as the whole",
          "[lines][split]")
{
    const GridData data = whole_globe({glm::normalize(glm::dvec3{0.3, -0.5, 0.6})}, 2);
    const auto whole = Dataset{"globe", data}.field();
    const LineSeeds seeds = seeds_at({{90.0F, 80.0F, 0.0F}, {10.0F, 89.5F, 0.0F}, {200.0F, -88.0F, 0.0F}});
    const LineSettings settings = steps_of(1.0, 200);
    const auto expected = trace(whole, settings, seeds);
    const auto blocks = std::make_shared<BlocksHere>(*whole, glm::ivec3{data.dims.front()}, 4);
    const auto found = trace_split(blocks, settings, seeds);
    CHECK(blocks->crossings() > 3);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].reason == expected[i].reason);
        CHECK(found[i].points == expected[i].points);
    }
}

TEST_CASE("LineTracer: where z is flat, blocks are cut along y", "[lines][split]")
{
    GridData data = data_on(
        GridForm::Uniform, split_nodes_along, [](glm::dvec3 p) { return rotation(p); },
        [](glm::dvec3) { return 0.0; });
    data.dims = {glm::uvec3{split_nodes_along, split_nodes_along, 1}};
    for (NodeValues& array : data.arrays)
        array.values.own().resize(static_cast<std::size_t>(array.components) * split_nodes_along *
                                  split_nodes_along);
    const auto whole = Dataset{"flat", std::move(data)}.field();
    const LineSettings settings = split_settings(Integrator::Dopri5, StepUnit::Time, false);
    LineSeeds seeds = seeds_among_blocks(200);
    seeds.add({0.5F, 0.5F, std::numeric_limits<float>::infinity(), 0.0F});
    const auto blocks =
        std::make_shared<BlocksHere>(*whole, glm::ivec3{split_nodes_along, split_nodes_along, 1}, 3);
    CHECK(blocks->fields().front()->nodes().size() < whole->nodes().size());
    CHECK(differing(trace_split(blocks, settings, seeds), trace(whole, settings, seeds)) == 0);
    CHECK(blocks->crossings() > 0);
}

TEST_CASE("LineTracer: a cancelled job in blocks delivers no more", "[lines][split]")
{
    const auto whole = steady(GridForm::Uniform);
    const auto blocks = cut_along_z(*whole, 3);
    LineSettings settings = split_settings(Integrator::Rk4, StepUnit::Time, false);
    settings.max_steps = 100;
    const LineSeeds seeds = seeds_among_blocks(3000);
    std::atomic<bool> cancelled{false};
    int delivered = 0;
    const auto count = [&](const LineBlock&, const TraceProgress&) {
        ++delivered;
        cancelled = true;
    };
    LineTracer{source_of(blocks), settings, 2}.trace(seeds, count, &cancelled);
    CHECK(delivered == 1);
    LineTracer{source_of(blocks), settings, 2}.trace(seeds, count, &cancelled);
    CHECK(delivered == 1);
}

TEST_CASE("LatticeBlocks: every cell is one block's own and held by it, and no block holds much more",
          "[split]")
{
    const int layers = GENERATE(2, 3, 11, 64), count = GENERATE(1, 2, 3, 7, 64);
    const LatticeBlocks blocks{{5, 2, layers}, count};
    CHECK(blocks.axis() == 2);
    CHECK(blocks.size() == std::min(count, layers - 1));
    int previous = 0;
    for (int cell = 0; cell < layers - 1; ++cell) {
        const int owner = blocks.block_of_cell({0, 0, cell});
        CHECK((owner == previous || owner == previous + 1));
        CHECK(blocks.nodes_of(owner).contains_cell({0, 0, cell}));
        previous = owner;
    }
    CHECK(previous == blocks.size() - 1);
    for (int block = 0; block < blocks.size(); ++block) {
        const NodeBox box = blocks.nodes_of(block);
        CHECK(glm::ivec2{box.dims} == glm::ivec2{5, 2});
        CHECK(box.dims.z <= (layers - 1) / blocks.size() + 2 + 2 * LatticeBlocks::shared_cells);
    }
    CHECK(blocks.nodes_of(blocks.size()).dims == glm::ivec3{0});
}

TEST_CASE("LatticeBlocks: where z has few layers and y more, y is cut", "[split]")
{
    const auto axis_of = [](glm::ivec3 dims, int blocks) { return LatticeBlocks{dims, blocks}.axis(); };
    CHECK(axis_of({5, 40, 3}, 4) == 1);
    CHECK(axis_of({5, 40, 17}, 4) == 2);  // four layers of cells each
    CHECK(axis_of({5, 40, 16}, 4) == 1);
    CHECK(axis_of({40, 2, 3}, 4) == 2);
    CHECK(axis_of({5, 40, 1}, 1) == 1);
    CHECK(LatticeBlocks{{5, 40, 3}, 4}.size() == 4);
    CHECK(LatticeBlocks{{5, 40, 3}, 4}.are_parts());
    CHECK_FALSE(LatticeBlocks{{5, 3, 3}, 2}.are_parts());  // what block 0 shares is all of the other
    CHECK_FALSE(LatticeBlocks{{5, 40, 17}, 1}.are_parts());
}
