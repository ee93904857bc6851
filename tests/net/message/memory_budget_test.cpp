#include "net/message/memory_budget.h"

#include "net/message/control_messages.h"
#include "tests/catch.h"

#include <memory>
#include <string>

using namespace farfield::net;

TEST_CASE("MemoryBudget: what is reserved is left to no other until it is given back", "[memory]")
{
    const auto budget = std::make_shared<MemoryBudget>(100);
    {
        const auto first = budget->reserve(60);
        REQUIRE(first);
        CHECK(budget->left() == 40);
        CHECK_FALSE(budget->reserve(41));
        CHECK(budget->reserve(40));
    }
    CHECK(budget->left() == 100);
}

TEST_CASE("MemoryBudget: a reservation that shrinks gives the rest back", "[memory]")
{
    const auto budget = std::make_shared<MemoryBudget>(100);
    {
        auto first = budget->reserve(60);
        REQUIRE(first);
        first->shrink_to(10);
        CHECK(budget->left() == 90);
        first->shrink_to(20);
        CHECK(first->bytes() == 10);
    }
    CHECK(budget->left() == 100);
}

TEST_CASE("MemoryBudget: a refusal names the limit, its value, what was asked and for what", "[memory]")
{
    const auto budget = std::make_shared<MemoryBudget>(1 << 20, "max_buffer_bytes", "others");
    try {
        (void)budget->reserve_for("a frame", 3 << 20);
        FAIL("expected a refusal");
    } catch (const RpcError& error) {
        CHECK(error.code == RpcCode::LimitExceeded);
        CHECK(error.data == Json{{"limit", "max_buffer_bytes"}, {"value", 1 << 20}, {"asked", 3 << 20}});
        CHECK(std::string(error.what()) ==
              "no memory for a frame: it takes about 3.0 MiB, 0.0 MiB are in use "
              "by others, and max_buffer_bytes is 1.0 MiB");
    }
}
