#include <fmt/format.h>

#include "model/calls/entities.h"
#include "relay/json/geoid.h"
#include "tests/catch.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string text_of(const Copy& record)
{
    return {reinterpret_cast<const char*>(record.bytes.data()) + 8, record.bytes.size() - 8};
}

}  // namespace

TEST_CASE("Relay: a JSON line is an entity for sessions, with name, values and place", "[relay]")
{
    const std::uint16_t port = unused_port();
    ServedRelay served{{fmt::format("json:udp:{}", port)}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    send_text(port, R"({"id": "drifter 7", "lon": -121.9, "lat": 36.6, "alt": 2, "salinity": 33.5})");
    const auto records = receive(bundles, 3);
    REQUIRE(records.size() == 3);
    CHECK(records[0].kind == RecordKind::Dis);
    CHECK(records[0].source == (65'000U << 16U | 1U));
    CHECK(records[1].kind == RecordKind::Name);
    CHECK(text_of(records[1]) == "drifter 7");
    CHECK(records[2].kind == RecordKind::Values);
    CHECK(text_of(records[2]) == R"({"salinity":33.5})");

    const auto details = served.relay().entity({dis::EntityId{65'000, 1, 1}.key()});
    REQUIRE(details);
    CHECK(details->entity.name == "drifter 7");
    CHECK(details->entity.lat.value() == Approx(36.6).margin(1e-8));
    CHECK(details->entity.alt.value() == Approx(2.0).margin(1e-3));
    CHECK(details->values == Json{{"salinity", 33.5}});
    CHECK(details->entity.input == fmt::format("json:udp:{}", port));
}

TEST_CASE("Relay: lines in the scene's own metres are listed without a place", "[relay]")
{
    const std::uint16_t port = unused_port();
    ServedRelay served{{fmt::format("json:udp:{}", port)}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    send_text(port, R"({"id": "robot", "x": 1.5, "y": -2, "z": 0.5, "speed": 1, "heading": 90})");
    REQUIRE(receive(bundles, 2).size() == 2);
    const auto details = served.relay().entity({dis::EntityId{65'000, 1, 1}.key()});
    REQUIRE(details);
    CHECK(details->local);
    CHECK_FALSE(details->entity.lon);
    CHECK(details->location == std::array{1.5, -2.0, 0.5});
    CHECK(details->velocity[0] == Approx(1.0));
    CHECK(details->heading.value() == Approx(90.0));
}

TEST_CASE("Relay: refused lines are counted, and the accounts of the input add up", "[relay]")
{
    const std::uint16_t port = unused_port();
    std::mutex mutex;
    std::vector<std::string> warnings;
    RelaySettings settings;
    settings.inputs = {fmt::format("json:udp:{}", port)};
    settings.warn = [&](const std::string& text) {
        const std::lock_guard lock(mutex);
        warnings.push_back(text);
    };
    ServedRelay served{settings};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    send_text(port,
              "{\"id\": \"a\", \"lon\": 8, \"lat\": 91}\n{\"id\"\n{\"id\": \"a\", \"lon\": 8, \"lat\": 46}");
    REQUIRE(receive(bundles, 2).size() == 2);
    const model::RelayInputStats stats = served.relay().stats().inputs.at(0);
    CHECK(stats.received == 3);
    CHECK(stats.malformed == 2);
    CHECK(stats.core == 1);
    CHECK(stats.messages == 2);  // state and name
    const std::lock_guard lock(mutex);
    REQUIRE(warnings.size() == 1);  // one a second
    CHECK_THAT(warnings[0], ContainsSubstring("line 1") && ContainsSubstring("91"));
}

TEST_CASE("egm96_height: the points that come with the model's program", "[relay]")
{
    // NGA's F477 for EGM96, OUTPUT.DAT, from the harmonics themselves: the grid of 15 minutes is not as fine.
    const GeoidHeight height = egm96_height();
    CHECK(height(-90.220845, 38.628155) == Approx(-31.628).margin(0.05));
    CHECK(height(-54.978112, -14.621217) == Approx(-2.969).margin(0.05));
    CHECK(height(102.4477, 46.8743) == Approx(-43.575).margin(0.05));
}

TEST_CASE("Relay: alt=geoid counts heights from the geoid EGM96", "[relay]")
{
    const std::uint16_t port = unused_port();
    RelaySettings settings;
    settings.inputs = {fmt::format("json:udp:{},alt=geoid", port)};
    ServedRelay served{settings};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    send_text(port, R"({"id": "a", "lon": 8, "lat": 46.5, "alt": 449.317})");
    REQUIRE(receive(bundles, 2).size() == 2);
    const auto details = served.relay().entity({dis::EntityId{65'000, 1, 1}.key()});
    REQUIRE(details);
    CHECK(details->entity.alt.value() == Approx(500.0).margin(0.05));
}

TEST_CASE("Relay: pages of the list end where long names would make an answer too long", "[relay]")
{
    constexpr std::size_t count = 1'000;
    const std::uint16_t port = unused_port();
    ServedRelay served{{fmt::format("json:udp:{}", port)}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    std::string escaped;  // each byte of the id takes six in JSON
    for (int i = 0; i < 250; ++i) escaped += "\\u0001";
    for (std::size_t i = 0; i < count; ++i)
        send_text(port, fmt::format(R"({{"id": "{}{}", "lon": 8, "lat": 46}})", escaped, i));
    REQUIRE(receive(bundles, 2 * count).size() == 2 * count);
    Client client{served.session(), {}};
    std::size_t listed = 0;
    Json call = Json::object();
    for (bool is_more = true; is_more;) {
        const auto page = model::read_answer<model::EntityList>(client.call("entities.list", call));
        listed += page.entities.size();
        is_more = page.next.has_value();
        if (page.next) call["after"] = page.next->to_json();
    }
    CHECK(listed == count);
}
