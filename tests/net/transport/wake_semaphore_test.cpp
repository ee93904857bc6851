#include "net/transport/wake_semaphore.h"

#include <thread>

#include "tests/catch.h"

using farfield::net::WakeSemaphore;
using namespace std::chrono_literals;

TEST_CASE("WakeSemaphore: rings while no thread waits are remembered as one")
{
    WakeSemaphore semaphore;
    semaphore.post();
    semaphore.post();
    CHECK(semaphore.wait_for(0ms));
    CHECK_FALSE(semaphore.wait_for(0ms));
}

TEST_CASE("WakeSemaphore: what was written before a ring is seen after it")
{
    constexpr int last = 10'000;
    WakeSemaphore semaphore;
    std::atomic<int> written{0};
    std::thread writer([&] {
        for (int i = 1; i <= last; ++i) {
            written.store(i, std::memory_order_relaxed);
            semaphore.post();
        }
    });
    // The last ring is never lost: without it this would wait for ever.
    while (written.load(std::memory_order_relaxed) < last) CHECK(semaphore.wait_for(30s));
    writer.join();
}
