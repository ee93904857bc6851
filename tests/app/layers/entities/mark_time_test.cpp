#include "app/layers/entities/mark_time.h"

#include "tests/catch.h"

using namespace farfield::app;

namespace {

constexpr std::uint64_t made_ns = 1'700'000'000'000'000'000;

}  // namespace

TEST_CASE("marks are moved on by the time since they were made, for a second", "[entities]")
{
    CHECK(moved_on_seconds(made_ns, made_ns) == 0.0F);
    CHECK(moved_on_seconds(made_ns, made_ns + 250'000'000) == 0.25F);
    CHECK(moved_on_seconds(made_ns, made_ns + 1'000'000'000) == 1.0F);
    CHECK_FALSE(moved_on_seconds(made_ns, made_ns + 1'000'000'001));
}

TEST_CASE("marks are made anew where the relay's clock is before them", "[entities]")
{
    CHECK_FALSE(moved_on_seconds(made_ns, made_ns - 1));
    CHECK_FALSE(moved_on_seconds(made_ns, made_ns - 5'000'000'000));
}
