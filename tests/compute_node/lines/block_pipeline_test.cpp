#include "compute_node/lines/block_pipeline.h"
#include "tests/catch.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace farfield::compute {

namespace {

constexpr std::size_t blocks = 500;

void name_it(std::size_t block, LineBlock& made)
{
    made.first_seed = block;
}

}  // namespace

TEST_CASE("BlockPipeline: every block is delivered once, in order, whoever made it", "[lines]")
{
    std::vector<std::size_t> order;
    const auto make = [](std::size_t block, LineBlock& made) {
        made.points.resize(block % 7 * 1000);  // some take longer
        name_it(block, made);
    };
    run_pipeline({blocks, make, [&](const LineBlock& block) { order.push_back(block.first_seed); }}, 4);
    std::vector<std::size_t> expected(blocks);
    std::iota(expected.begin(), expected.end(), 0);
    CHECK(order == expected);
}

TEST_CASE("BlockPipeline: no more than some blocks a thread are kept, however slow delivery is", "[lines]")
{
    std::atomic<std::size_t> made{0};
    std::size_t most_ahead = 0, delivered = 0;
    const auto deliver = [&](const LineBlock&) {
        for (int spin = 0; spin < 10'000; ++spin) most_ahead = std::max(most_ahead, made - delivered);
        ++delivered;
    };
    run_pipeline({blocks,
                  [&](std::size_t block, LineBlock& block_made) {
                      name_it(block, block_made);
                      ++made;
                  },
                  deliver},
                 2);
    CHECK(most_ahead <= 16);
    CHECK(delivered == blocks);
}

TEST_CASE("BlockPipeline: what making or delivering throws comes out, and ends all", "[lines]")
{
    const auto fail = [](std::size_t number) {
        if (number == 20) throw std::runtime_error("no more");
    };
    std::atomic<std::size_t> made{0};
    std::size_t delivered = 0;
    const auto make = [&](std::size_t block, LineBlock& block_made) {
        name_it(block, block_made);
        ++made;
    };
    SECTION("making")
    {
        const auto make_some = [&](std::size_t block, LineBlock& block_made) {
            fail(block);
            make(block, block_made);
        };
        CHECK_THROWS_AS(run_pipeline({blocks, make_some, [&](const LineBlock&) { ++delivered; }}, 3),
                        std::runtime_error);
        CHECK(delivered <= 20);
    }
    SECTION("delivering")
    {
        const auto deliver = [&](const LineBlock& block) {
            fail(block.first_seed);
            ++delivered;
        };
        CHECK_THROWS_AS(run_pipeline({blocks, make, deliver}, 3), std::runtime_error);
        CHECK(delivered == 20);
    }
    CHECK(made < blocks);
}

TEST_CASE("BlockPipeline: once it is cancelled it delivers no more", "[lines]")
{
    std::atomic<bool> cancelled{false};
    std::size_t delivered = 0;
    const auto deliver = [&](const LineBlock&) {
        ++delivered;
        if (delivered == 5) cancelled = true;
    };
    run_pipeline({blocks, name_it, deliver, &cancelled}, 3);
    CHECK(delivered == 5);
}

}  // namespace farfield::compute
