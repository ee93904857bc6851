#include "compute_node/node/datasets/opened.h"

#include "tests/catch.h"

#include <atomic>
#include <future>
#include <thread>

using namespace farfield::node;

namespace {

/// Loads numbers that count how often they were loaded.
struct Counter {
    std::atomic<int> loads{0};
    std::atomic<bool> is_current{true};

    [[nodiscard]] Loader<int> loader(const std::string& key = "a")
    {
        return {.key = key,
                .name = "number '" + key + "'",
                .is_current = [this](const int&) { return is_current.load(); },
                .load = [this](const std::stop_token&) { return std::make_shared<const int>(++loads); }};
    }
};

/// Loads until it is not wanted, and says when it has begun.
struct Endless {
    std::promise<void> begun;

    [[nodiscard]] Loader<int> loader()
    {
        return {.key = "a",
                .name = "number 'a'",
                .is_current = [](const int&) { return true; },
                .load = [this](const std::stop_token& unwanted) -> std::shared_ptr<const int> {
                    begun.set_value();
                    while (!unwanted.stop_requested()) std::this_thread::yield();
                    throw std::runtime_error("given up");
                }};
    }
};

}  // namespace

TEST_CASE("Opened: what is open is not loaded again", "[opened]")
{
    Opened<int> opened{1};
    Counter counter;
    const auto first = opened.open(counter.loader(), {});
    CHECK(opened.open(counter.loader(), {}) == first);
    CHECK(opened.find("a", {}) == first);
    CHECK(opened.find("b", {}) == nullptr);
    CHECK(counter.loads == 1);
}

TEST_CASE("Opened: what has changed is loaded again, and a holder of the old value keeps it", "[opened]")
{
    Opened<int> opened{1};
    Counter counter;
    const auto first = opened.open(counter.loader(), {});
    counter.is_current = false;
    CHECK(*opened.open(counter.loader(), {}) == 2);
    CHECK(*first == 1);
}

TEST_CASE("Opened: the newest are kept though they are not used, until they are evicted", "[opened]")
{
    Opened<int> opened{2};
    Counter counter;
    for (const char* key : {"a", "b", "c"}) (void)opened.open(counter.loader(key), {});
    CHECK(opened.find("a", {}) == nullptr);
    CHECK(opened.find("b", {}) != nullptr);
    opened.evict_unused();
    CHECK(opened.find("b", {}) == nullptr);
    CHECK(opened.find("c", {}) == nullptr);
}

TEST_CASE("Opened: a failure is that of its caller alone, and the next caller loads", "[opened]")
{
    Opened<int> opened{1};
    Counter counter;
    Loader<int> failing = counter.loader();
    failing.load = [](const std::stop_token&) -> std::shared_ptr<const int> {
        throw std::runtime_error("no such number");
    };
    CHECK_THROWS_WITH(opened.open(failing, {}), "no such number");
    CHECK(*opened.open(counter.loader(), {}) == 1);
}

TEST_CASE("Opened: loading is given up when no caller is left, and a caller that waits can leave", "[opened]")
{
    Opened<int> opened{1};
    Endless endless;
    Counter counter;
    std::stop_source first, second;
    auto loading = std::async(std::launch::async, [&] {
        CHECK_THROWS_WITH(opened.open(endless.loader(), first.get_token()), "given up");
    });
    endless.begun.get_future().wait();
    auto waiting = std::async(std::launch::async, [&] {
        CHECK_THROWS_AS(opened.open(counter.loader(), second.get_token()), std::runtime_error);
    });
    second.request_stop();
    waiting.wait();
    CHECK(counter.loads == 0);
    first.request_stop();
    loading.wait();
    CHECK(*opened.open(counter.loader(), {}) == 1);
}
