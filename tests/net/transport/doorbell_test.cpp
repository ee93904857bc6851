#include "net/transport/doorbell.h"

#include <thread>

#include "tests/catch.h"

using farfield::net::Doorbell;
using namespace std::chrono_literals;

TEST_CASE("Doorbell: rings while nobody waits are remembered as one")
{
    Doorbell bell;
    bell.ring();
    bell.ring();
    CHECK(bell.wait_for(0ms));
    CHECK_FALSE(bell.wait_for(0ms));
}

TEST_CASE("Doorbell: what was written before a ring is seen after it")
{
    constexpr int last = 10'000;
    Doorbell bell;
    std::atomic<int> written{0};
    std::thread writer([&] {
        for (int i = 1; i <= last; ++i) {
            written.store(i, std::memory_order_relaxed);
            bell.ring();
        }
    });
    // The last ring is never lost: without it this would wait for ever.
    while (written.load(std::memory_order_relaxed) < last) CHECK(bell.wait_for(30s));
    writer.join();
}
