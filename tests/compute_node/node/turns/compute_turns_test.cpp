#include "compute_node/node/turns/compute_turns.h"

#include "tests/catch.h"

#include <barrier>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using farfield::node::ComputeTurns;
using farfield::node::TurnLimits;
using Place = ComputeTurns::Place;
using namespace std::chrono_literals;

namespace {

/// Has a turn, at once.
void take_one(Place& place)
{
    REQUIRE(place.wait());
    place.end();
}

/// Threads that wait for a turn of a place each, and end it as it has come.
class Waiters {
public:
    ~Waiters()
    {
        for (std::thread& thread : threads_)
            if (thread.joinable()) thread.join();
    }
    /// Returns when it waits. compute: what it does in its turn.
    void add(
        Place& place, const std::string& name, std::function<void()> compute = [] {})
    {
        const auto before = place.waited();
        threads_.emplace_back([this, &place, name, compute = std::move(compute)] {
            if (!place.wait()) return note(name + " interrupted");
            note(name);
            compute();
            place.end();
        });
        while (place.waited() == before) std::this_thread::yield();
    }
    /// What came, in its order, once all has.
    std::vector<std::string> order()
    {
        for (std::thread& thread : threads_) thread.join();
        return order_;
    }

private:
    void note(const std::string& name)
    {
        const std::lock_guard lock{mutex_};
        order_.push_back(name);
    }

    std::mutex mutex_;
    std::vector<std::string> order_;
    std::deque<std::thread> threads_;
};

/// A turn that another session has, so that all others wait until end().
struct Occupied {
    explicit Occupied(ComputeTurns& turns) : place{turns, "other"}
    {
        take_one(place);
        REQUIRE(place.wait());
    }
    Place place;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("ComputeTurns: sessions have their turns round robin, whatever the number of their programs",
          "[turns]")
{
    ComputeTurns turns{TurnLimits{}, 1h};
    Place a1{turns, "a"}, a2{turns, "a"}, a3{turns, "a"}, b1{turns, "b"};
    Occupied occupied{turns};
    Waiters waiters;
    waiters.add(a1, "a1"), waiters.add(a2, "a2"), waiters.add(a3, "a3"), waiters.add(b1, "b1");
    occupied.place.end();
    CHECK(waiters.order() == Names{"a1", "b1", "a2", "a3"});
    CHECK(a1.turns() == 1);
}

TEST_CASE("ComputeTurns: a program with new settings goes first, once", "[turns]")
{
    ComputeTurns turns{TurnLimits{}, 1h};
    Place a1{turns, "a"}, a2{turns, "a"}, b1{turns, "b"}, b2{turns, "b"};
    for (Place* place : {&a1, &a2, &b1, &b2}) take_one(*place);
    Occupied occupied{turns};
    Waiters waiters;
    b1.go_first(), b2.go_first();
    waiters.add(a1, "a1"), waiters.add(a2, "a2"), waiters.add(b1, "b1"), waiters.add(b2, "b2");
    occupied.place.end();
    CHECK(waiters.order() == Names{"b1", "a1", "b2", "a2"});
}

TEST_CASE("ComputeTurns: so many compute at once, and no more", "[turns]")
{
    ComputeTurns turns{{.at_once = 2, .threads = 2, .team = 1}, 1h};
    Place first{turns, "a"}, second{turns, "b"}, third{turns, "c"};
    REQUIRE(first.wait());
    REQUIRE(second.wait());
    Waiters waiters;
    waiters.add(third, "third");
    CHECK(third.turns() == 0);
    first.end();
    CHECK(waiters.order() == Names{"third"});
    second.end();
}

TEST_CASE("ComputeTurns: a program alone has a whole team", "[turns]")
{
    ComputeTurns turns{{.at_once = 8, .threads = 8, .team = 4}, 1h};
    Place a{turns, "a"}, b{turns, "b"}, c{turns, "c"};
    for (Place* place : {&a, &b}) {
        REQUIRE(place->wait());
        CHECK(place->threads() == 4);
    }
    a.end(), b.end();
}

TEST_CASE("ComputeTurns: programs that wait divide the threads, and no thread has two", "[turns]")
{
    ComputeTurns turns{{.at_once = 4, .threads = 4, .team = 4}, 1h};
    Place whole{turns, "whole"}, a{turns, "a"}, b{turns, "b"}, c{turns, "c"};
    REQUIRE(whole.wait());
    Waiters waiters;
    std::vector<std::size_t> threads;
    std::barrier all{3};  // all three compute at once
    for (Place* place : {&a, &b, &c}) waiters.add(*place, "", [&all] { all.arrive_and_wait(); });
    whole.end();
    waiters.order();
    for (const Place* place : {&a, &b, &c}) threads.push_back(place->threads());
    CHECK(threads == std::vector<std::size_t>{2, 1, 1});
}

TEST_CASE("ComputeTurns: where fewer may compute at once than wait, each has a whole team", "[turns]")
{
    ComputeTurns turns{{.at_once = 1, .threads = 4, .team = 4}, 1h};
    Place a{turns, "a"}, b{turns, "b"};
    Occupied occupied{turns};
    Waiters waiters;
    waiters.add(a, "a"), waiters.add(b, "b");
    occupied.place.end();
    CHECK(waiters.order() == Names{"a", "b"});
    CHECK(a.threads() == 4);
    CHECK(b.threads() == 4);
}

TEST_CASE("ComputeTurns: a wait can be interrupted, and the next one comes to its turn", "[turns]")
{
    ComputeTurns turns{TurnLimits{}, 1h};
    Place place{turns, "a"};
    Occupied occupied{turns};
    {
        Waiters waiters;
        waiters.add(place, "place");
        place.interrupt();
        CHECK(waiters.order() == Names{"place interrupted"});
    }
    occupied.place.end();
    take_one(place);
    place.interrupt();  // what is not waiting does not wait next time
    CHECK_FALSE(place.wait());
    take_one(place);
}

TEST_CASE("ComputeTurns: a turn that is too long does not keep others waiting", "[turns]")
{
    ComputeTurns turns{TurnLimits{}, 1ms};
    Place lengthy{turns, "a"}, other{turns, "b"};
    REQUIRE(lengthy.wait());
    take_one(other);
    take_one(other);
    lengthy.end();
    take_one(lengthy);
}

TEST_CASE("ComputeTurns: a session that comes begins behind the others", "[turns]")
{
    ComputeTurns turns{TurnLimits{}, 1h};
    Place a1{turns, "a"};
    take_one(a1);
    Occupied occupied{turns};
    Place b1{turns, "b"};
    a1.go_first();  // as b1, which is new
    Waiters waiters;
    waiters.add(b1, "b1"), waiters.add(a1, "a1");
    occupied.place.end();
    CHECK(waiters.order() == Names{"a1", "b1"});
}
