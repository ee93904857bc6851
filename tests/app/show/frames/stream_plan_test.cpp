#include "app/show/frames/stream_plan.h"

#include <bit>

#include "tests/catch.h"

using namespace farfield::app;

namespace {

constexpr std::uint64_t node_limit = 256ull << 20;
constexpr std::uint64_t frame_of(std::uint64_t particles)
{
    return 64 + 16 * particles;
}

}  // namespace

TEST_CASE("plan_stream: slots are a power of two with room for a quarter more particles", "[plan]")
{
    for (const std::uint64_t particles : {1, 1000, 20'000, 100'000}) {
        const auto plan = plan_stream(frame_of(particles), 24, node_limit);
        CHECK(std::has_single_bit(plan.slot_bytes));
        CHECK(plan.slot_bytes >= frame_of(particles + particles / 4));
        CHECK(plan.history == 24);
        CHECK(plan.ahead == 16);
        CHECK_FALSE(plan.history_cut);
    }
}

TEST_CASE("plan_stream: a long history of large frames is cut to the memory limit, and says so", "[plan]")
{
    const auto plan = plan_stream(frame_of(1'000'000), 120, node_limit);
    CHECK(plan.slot_bytes == 16ull << 20);
    CHECK(plan.ring_bytes() <= max_ring_bytes);
    CHECK(plan.history == 32 - 1 - 4);  // 512 MiB are 32 slots of 16 MiB
    CHECK(plan.history_cut);
}

TEST_CASE("plan_stream: the history goes before most slots ahead", "[plan]")
{
    const auto plan = plan_stream(frame_of(1'000'000), 24, node_limit);
    CHECK(plan.history == 24);
    CHECK(plan.ahead == 32 - 1 - 24);
    CHECK_FALSE(plan.history_cut);
    CHECK(plan_stream(frame_of(1'000'000), 10, node_limit).ahead == 16);
}

TEST_CASE("plan_stream: slots never exceed the node's limit for headroom's sake", "[plan]")
{
    const auto plan = plan_stream(frame_of(10'000), 24, frame_of(11'000));
    CHECK(plan.slot_bytes == frame_of(11'000));
}

TEST_CASE("plan_stream: the largest frames still get one slot to draw from and one to fill", "[plan]")
{
    const auto plan = plan_stream(node_limit, 24, node_limit);
    CHECK(plan.history == 0);
    CHECK(plan.ahead == 1);
    CHECK(plan.slot_bytes == node_limit);
    CHECK(plan.history_cut);
}
