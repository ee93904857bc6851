#include <fmt/format.h>

#include <array>

#include "model/calls/entities.h"
#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Ipv4 listed_group = 0xef4d0903;  // 239.77.9.3
using StatePdu = std::array<std::byte, dis::entity_state_bytes>;

/// North-east at 10 m/s and 2 up, 100 m above the ellipsoid.
dis::EntityState boat(std::uint16_t entity)
{
    dis::EntityState state;
    state.exercise = 3;
    state.id = {17, 23, entity};
    state.force = 2;
    state.type = {.kind = 1, .domain = 3, .country = 225, .category = 61};
    state.location = model::geocentric_of({-121.9, 36.6, 100.0});
    const model::LocalAxes axes = model::local_axes_at({-121.9, 36.6});
    state.velocity = 6.0 * axes.east + 8.0 * axes.north;
    state.orientation = model::euler_angles_of(model::Attitude{36.0, 5.0, -3.0}, {-121.9, 36.6});
    state.algorithm = 2;
    const std::string marking = "Boat " + std::to_string(entity);
    state.marking = dis::Marking{marking};
    return state;
}

/// A relay that knows boats 1 to `count`.
class Harbour {
public:
    explicit Harbour(std::uint16_t count) : sender_{sender_to(listed_group, port_.number())}
    {
        BundleStream bundles{relay_.session(), Json::object(), Policy::Every};
        for (std::uint16_t entity = count; entity > 0; --entity) send(boat(entity));
        REQUIRE(receive(bundles, count).size() == count);
    }

    StatePdu send(const dis::EntityState& state)
    {
        StatePdu pdu{};
        dis::write_entity_state(state, pdu);
        const std::array one{std::span<const std::byte>{pdu}};
        REQUIRE(sender_.send(one) == 1);
        return pdu;
    }
    model::EntityList list(const Json& params)
    {
        return model::read_answer<model::EntityList>(client_.call("entities.list", params));
    }
    Client& client() { return client_; }
    [[nodiscard]] ClientSettings session() const { return relay_.session(); }
    [[nodiscard]] const DatagramSender& sender() const { return sender_; }
    [[nodiscard]] std::string input() const
    {
        return fmt::format("dis:{}:{}@lo", to_text(listed_group), port_.number());
    }

private:
    FreePort port_;
    ServedRelay relay_{{input()}};
    Client client_{relay_.session(), {}};
    DatagramSender sender_;
};

std::vector<std::uint64_t> entities_in(const model::EntityList& list)
{
    std::vector<std::uint64_t> entities;
    for (const model::ListedEntity& one : list.entities) entities.push_back(one.id.id & 0xffff);
    return entities;
}

std::string hexadecimal(std::span<const std::byte> bytes)
{
    std::string text;
    for (const std::byte byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

}  // namespace

TEST_CASE("entities.list: an entity is listed at its place, with its speed and its input", "[relay]")
{
    Harbour harbour{1};
    const model::EntityList list = harbour.list(Json::object());
    REQUIRE(list.entities.size() == 1);
    const model::ListedEntity& one = list.entities[0];
    CHECK(one.id.to_json() == "17:23:1");
    CHECK(one.marking == "Boat 1");
    CHECK(one.force == 2);
    CHECK(one.kind == 1);
    CHECK(one.domain == 3);
    CHECK(one.lon.value() == Approx(-121.9).margin(1e-8));
    CHECK(one.lat.value() == Approx(36.6).margin(1e-8));
    CHECK(one.alt.value() == Approx(100.0).margin(1e-3));
    CHECK(one.speed == Approx(10.0).margin(1e-5));
    CHECK(one.age >= 0.0);
    CHECK(one.age < 60.0);
    CHECK(one.input == harbour.input());
    CHECK_FALSE(one.stale);
    CHECK_FALSE(list.next);
}

TEST_CASE("entities.list: pages follow each other in the order of ids, and the last one says so", "[relay]")
{
    Harbour harbour{5};
    const model::EntityList first = harbour.list({{"limit", 2}});
    CHECK(entities_in(first) == std::vector<std::uint64_t>{1, 2});
    REQUIRE(first.next);
    const model::EntityList second = harbour.list({{"limit", 2}, {"after", first.next->to_json()}});
    CHECK(entities_in(second) == std::vector<std::uint64_t>{3, 4});
    const model::EntityList last = harbour.list({{"limit", 2}, {"after", second.next->to_json()}});
    CHECK(entities_in(last) == std::vector<std::uint64_t>{5});
    CHECK_FALSE(last.next);
}

TEST_CASE("entities.list: a filter holds for place, force and text", "[relay]")
{
    Harbour harbour{4};
    const auto count = [&harbour](const Json& filter) {
        return harbour.list({{"filter", filter}}).entities.size();
    };
    CHECK(count({{"interest", {{{"circle", {-121.9, 36.6, 1}}}}}}) == 4);
    CHECK(count({{"interest", {{{"circle", {8, 46, 1}}}}}}) == 0);
    CHECK(count({{"forces", {1}}}) == 0);
    CHECK(count({{"forces", {2}}, {"sites", {17}}, {"domains", {3}}}) == 4);
    CHECK(count({{"text", "bOAT 3"}}) == 1);
    CHECK(count({{"text", "tank"}}) == 0);
}

TEST_CASE("entities.get: all fields, and the bytes as they came", "[relay]")
{
    Harbour harbour{1};
    BundleStream bundles{harbour.session(), {{"history", "none"}}, Policy::Every};
    const StatePdu pdu = harbour.send(boat(1));
    REQUIRE(receive(bundles, 1).size() == 1);
    const auto found = model::read_answer<model::EntityDetails>(
        harbour.client().call("entities.get", {{"entity", "17:23:1"}}));
    CHECK(found.entity.marking == "Boat 1");
    CHECK(found.exercise == 3);
    CHECK(found.type == model::EntityTypeNumbers{1, 3, 225, 61, 0, 0, 0});
    CHECK(found.heading.value() == Approx(36.0).margin(1e-4));
    CHECK(found.pitch.value() == Approx(5.0).margin(1e-4));
    CHECK(found.roll.value() == Approx(-3.0).margin(1e-4));
    CHECK(found.algorithm == 2);
    CHECK(found.messages == 2);
    CHECK(found.last_ns >= found.first_ns);
    CHECK(found.sender == to_text(harbour.sender().own()));
    CHECK(found.state == hexadecimal(pdu));
    CHECK(found.update.empty());
    CHECK_FALSE(found.two_sources);
}

TEST_CASE("entities.list and entities.get: what they cannot answer is refused in words", "[relay]")
{
    Harbour harbour{1};
    const auto refused = [&harbour](const char* method, const Json& params) -> std::string {
        try {
            (void)harbour.client().call(method, params);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(refused("entities.list", {{"limit", 1001}}), ContainsSubstring("max_listed_entities"));
    CHECK_THAT(refused("entities.list", {{"limit", 0}}), ContainsSubstring("limit"));
    CHECK_THAT(refused("entities.list", {{"after", "17"}}), ContainsSubstring("SITE:APPLICATION:ENTITY"));
    CHECK_THAT(refused("entities.list", {{"filter", {{"force", 1}}}}), ContainsSubstring("force"));
    CHECK_THAT(refused("entities.get", {{"entity", "17:23:9"}}), ContainsSubstring("17:23:9"));
    CHECK_THAT(refused("entities.get", Json::object()), ContainsSubstring("entity"));
}
