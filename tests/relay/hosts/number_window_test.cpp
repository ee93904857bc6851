#include "relay/hosts/number_window.h"

#include <random>
#include <set>

#include "tests/catch.h"

using namespace farfield::net::relay;
using Seen = NumberWindow::Seen;

TEST_CASE("NumberWindow: takes each number once, in any order", "[relay]")
{
    std::mt19937 random{5};
    NumberWindow window;
    std::set<std::uint64_t> taken;
    std::uint64_t highest = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t number = highest + random() % 40 - std::min<std::uint64_t>(highest, 30);
        const Seen seen = window.add(number);
        REQUIRE(seen == (taken.insert(number).second ? Seen::New : Seen::Again));
        highest = std::max(highest, number);
    }
    CHECK(window.highest() == highest);
}

TEST_CASE("NumberWindow: what is below the window is too old", "[relay]")
{
    NumberWindow window;
    CHECK_FALSE(window.has_any());
    CHECK(window.add(5) == Seen::New);
    CHECK(window.add(4) == Seen::New);
    CHECK(window.add(5 + NumberWindow::size) == Seen::New);
    CHECK(window.add(5) == Seen::TooOld);
    CHECK(window.add(6) == Seen::New);  // its place had another one
    CHECK(window.add(~std::uint64_t{0}) == Seen::New);
    CHECK(window.add(6) == Seen::TooOld);
}

TEST_CASE("NumberWindow::before: a bit for each of the 64 numbers below", "[relay]")
{
    NumberWindow window;
    for (const std::uint64_t number : {100U, 99U, 97U, 36U, 35U}) (void)window.add(number);
    CHECK(window.before(100) == ((std::uint64_t{1} << 63U) | 0b101U));
    CHECK(window.before(36) == 1);
    CHECK(window.before(0) == 0);
}
