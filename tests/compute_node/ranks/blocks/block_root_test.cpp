// Ranks that hold a field in blocks, all in this process: messages as between processes, but without MPI.
#include "compute_node/datasets/time_series.h"
#include "compute_node/lines/line_kernel.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/ranks/blocks/ranks_in_process.h"

#include <cmath>
#include <string>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

const std::string sampled_cell = "analytic:cell:24";

LineSeeds seeds_across(std::size_t count)
{
    LineSeeds seeds;
    for (std::size_t i = 0; i < count; ++i) {
        const float part = (static_cast<float>(i) + 0.37F) / static_cast<float>(count);
        seeds.add(
            {6.4F * part, 6.4F * std::fmod(7.3F * part, 1.0F), 6.4F * std::fmod(31.7F * part, 1.0F), 0.0F});
    }
    return seeds;
}

LineSettings long_lines()
{
    LineSettings settings;
    settings.step = 0.05;
    settings.max_steps = 300;
    return settings;
}

FieldSource in_blocks(RanksInProcess& ranks)
{
    return ranks.root().source(ranks.root().open({sampled_cell, {}}, {}).field, 1);
}

}  // namespace

TEST_CASE("BlockRoot: lines that migrate between ranks have the bits of the whole field", "[blocks]")
{
    const LineSeeds seeds = seeds_across(1500);
    const auto expected = trace(open_analytic(sampled_cell).field(), long_lines(), seeds);
    for (const int count : {2, 3, 5}) {
        RanksInProcess ranks{count};
        CHECK(differing(trace(in_blocks(ranks), long_lines(), seeds, 2), expected) == 0);
    }
}

TEST_CASE("BlockRoot: samples have the bits of the whole field's, wherever they are taken", "[blocks]")
{
    const auto whole = open_analytic(sampled_cell).field();
    RanksInProcess ranks{3};
    const FieldSource source = in_blocks(ranks);
    std::vector<glm::vec3> positions;
    const LineSeeds seeds = seeds_across(500);
    for (std::size_t i = 0; i < seeds.size(); ++i) positions.emplace_back(seeds.x[i], seeds.y[i], seeds.z[i]);
    std::vector<PointSample> samples(positions.size());
    source.distributed->sample(positions, SampleRule::Single, 0.0F, samples);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto expected = whole->sample(positions[i]);
        REQUIRE(expected.has_value() == (samples[i].inside != 0));
        if (!expected) continue;
        ++inside;
        REQUIRE(glm::vec3{samples[i].value} == expected->velocity);
    }
    CHECK(inside > 400);
}

TEST_CASE("BlockRoot: the other ranks drop their blocks with the last source", "[blocks]")
{
    RanksInProcess ranks{2};
    {
        const FieldSource source = in_blocks(ranks);
        CHECK(ranks.held() == 1);
    }
    CHECK(ranks.held() == 0);
    CHECK(ranks.opened() == 1);
}

TEST_CASE("BlockRoot: when a rank is gone, what waits for it ends with its text", "[blocks]")
{
    RanksInProcess ranks{2};
    const FieldSource source = in_blocks(ranks);
    LineSettings endless = long_lines();
    endless.max_steps = max_line_steps;
    endless.keep_points = false;
    const glm::vec4 outside{-9, -9, -9, 0}, in_last_block{5.5F, 4.5F, 5.0F, 0.0F};
    LineSeeds seeds;
    for (std::size_t i = 0; i < 300; ++i) seeds.add(i < block_lines ? outside : in_last_block);
    const auto fail = [&](const LineBlock&, const TraceProgress&) { ranks.fail("rank 1 is gone"); };
    CHECK_THROWS_WITH(LineTracer(source, endless, 1).trace(seeds, fail), "rank 1 is gone");
    CHECK_THROWS_WITH(LineTracer(source, endless, 1).trace(seeds, fail), "rank 1 is gone");
    CHECK_THROWS_WITH(in_blocks(ranks), "rank 1 is gone");
}
