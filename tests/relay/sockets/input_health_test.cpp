#include "relay/sockets/input_health.h"

#include "tests/catch.h"

using namespace farfield::net::relay;
using namespace std::chrono_literals;

namespace {

const InputHealth::Time start{};

}  // namespace

TEST_CASE("InputHealth: an input that is heard joins again only when interfaces change", "[input_health]")
{
    InputHealth health{start};
    health.note(5, start + 59s);
    CHECK_FALSE(health.wants_join(false, start + 61s));
    CHECK(health.wants_join(true, start + 61s));
    CHECK_FALSE(health.silence(start + 61s));
}

TEST_CASE("InputHealth: a silent input is reported from 30 s on and joins again each minute",
          "[input_health]")
{
    InputHealth health{start};
    CHECK_FALSE(health.silence(start + 29s));
    CHECK(health.silence(start + 31s) == 31s);
    CHECK_FALSE(health.wants_join(false, start + 59s));
    CHECK(health.wants_join(false, start + 60s));
    health.joined("", start + 60s);
    CHECK_FALSE(health.wants_join(false, start + 119s));
    CHECK(health.wants_join(false, start + 120s));
    health.note(1, start + 121s);
    CHECK_FALSE(health.silence(start + 122s));
}

TEST_CASE("InputHealth: an input that is down is tried each second until it works", "[input_health]")
{
    InputHealth health{start};
    health.joined("interface 'x': it is down", start + 5s);
    CHECK_FALSE(health.is_up());
    CHECK_FALSE(health.wants_join(false, start + 5500ms));
    CHECK(health.wants_join(false, start + 6s));
    CHECK(health.wants_join(true, start + 5500ms));
    health.joined("", start + 6s);
    CHECK(health.is_up());
}
