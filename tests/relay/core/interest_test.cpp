#include "relay/core/interest.h"

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "relay/core/cell_table.h"
#include "relay/masks/mask.h"
#include "tests/catch.h"
#include "tests/relay/core/traffic.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// By the haversine formula, where the code takes chords.
double reference_km(double lon_a, double lat_a, double lon_b, double lat_b)
{
    const double h = std::pow(std::sin((lat_b - lat_a) * degree / 2), 2) +
                     std::cos(lat_a * degree) * std::cos(lat_b * degree) *
                         std::pow(std::sin((lon_b - lon_a) * degree / 2), 2);
    return 2 * model::mean_earth_radius_km * std::asin(std::min(1.0, std::sqrt(h)));
}

/// By trying all turns of the longitude, where the code takes remainders.
bool reference_in_box(const model::BoxArea& box, double lon, double lat)
{
    if (lat < box.south || lat > box.north) return false;
    if (std::abs(lat) == 90.0) return true;
    const double east = box.east < box.west ? box.east + 360.0 : box.east;
    for (int turn = -3; turn <= 3; ++turn)
        if (lon + 360.0 * turn >= box.west && lon + 360.0 * turn <= east) return true;
    return false;
}

Message at(double longitude, double latitude)
{
    Message message = pdu(pdu_entity_state, entity_of(1, 2, 3), 0, {});
    message.longitude = longitude;
    message.latitude = latitude;
    return message;
}

bool wants(const Interest& interest, const Message& message, bool is_inside = false)
{
    return interest.wants(message, place_of(message), is_inside);
}

/// Places everywhere, and many where a mistake would show.
struct RandomPlaces {
    std::mt19937 random{7};
    double between(double a, double b) { return std::uniform_real_distribution<double>{a, b}(random); }
    Message next()
    {
        static constexpr std::array poles{-90.0, 90.0};
        static constexpr std::array edges{-180.0, 180.0};
        const auto choice = random() % 6;
        if (choice == 0) return at(between(-180, 180), poles[random() % 2]);
        if (choice == 1) return at(edges[random() % 2] + between(-0.3, 0.3), between(-90, 90));
        if (choice == 2) return at(between(-180, 180), poles[random() % 2] * between(0.98, 1.0));
        if (choice == 3) return at(between(6, 10), between(45, 48));
        return at(between(-180, 180), between(-90, 90));
    }
};

constexpr std::array circles{model::CircleArea{8, 46, 100},       model::CircleArea{180, 0, 5'000},
                             model::CircleArea{-179.95, -17, 30}, model::CircleArea{10, 90, 900},
                             model::CircleArea{0, -89.9, 50},     model::CircleArea{0, 0, 1e9}};
constexpr std::array boxes{model::BoxArea{7, 45, 9, 47},       model::BoxArea{170, -30, -170, 30},
                           model::BoxArea{-180, -90, 180, 90}, model::BoxArea{20, 80, 40, 90},
                           model::BoxArea{190, -60, 200, 60},  model::BoxArea{-10, -90, 350, -85}};

}  // namespace

TEST_CASE("Interest: circles have what is near by the haversine formula", "[relay]")
{
    RandomPlaces places;
    for (const model::CircleArea& circle : circles) {
        const Interest interest{interest_in({circle})};
        for (int i = 0; i < 4'000; ++i) {
            const Message message = places.next();
            const double km =
                reference_km(circle.longitude, circle.latitude, message.longitude, message.latitude);
            if (std::abs(km - circle.km) > 1e-3) CHECK(wants(interest, message) == (km < circle.km));
            if (std::abs(km - 1.02 * circle.km) > 1e-3)
                CHECK(wants(interest, message, true) == (km < 1.02 * circle.km));
        }
    }
}

TEST_CASE("Interest: boxes go over the date line, and a pole has every longitude", "[relay]")
{
    RandomPlaces places;
    for (const model::BoxArea& box : boxes) {
        const Interest interest{interest_in({box})};
        for (int i = 0; i < 4'000; ++i) {
            const Message message = places.next();
            CHECK(wants(interest, message) == reference_in_box(box, message.longitude, message.latitude));
        }
    }
    CHECK(wants(Interest{interest_in({boxes[3]})}, at(-100, 90)));
    CHECK_FALSE(wants(Interest{interest_in({boxes[3]})}, at(-100, 89.999)));
}

TEST_CASE("Interest: an entity inside leaves a box 1 % of its side beyond each border", "[relay]")
{
    const Interest interest{interest_in({model::BoxArea{0, 0, 10, 10}})};  // 2 % of half a side: 0.1 degree
    CHECK_FALSE(wants(interest, at(10.05, 5)));
    CHECK(wants(interest, at(10.05, 5), true));
    CHECK_FALSE(wants(interest, at(10.15, 5), true));
    CHECK(wants(interest, at(5, -0.05), true));
    CHECK_FALSE(wants(interest, at(5, -0.15), true));
}

TEST_CASE("Interest: an allow-list lets through what it names, an empty one everything", "[relay]")
{
    Message message = at(8, 46);
    message.exercise = 3;
    message.force = 2;
    message.entity_kind = 1;
    message.domain = 4;
    CHECK(wants(Interest{{}}, message));
    const model::EntitiesParams fitting{.exercises = {1, 3},
                                        .sites = {9, 1},
                                        .kinds = {1},
                                        .domains = {4},
                                        .forces = {2},
                                        .entities = {{5}, {entity_of(1, 2, 3)}},
                                        .pdu_types = {1}};
    CHECK(wants(Interest{fitting}, message));
    const auto refused = GENERATE(range(0, 7));
    auto params = fitting;
    if (refused == 0) params.exercises = {1};
    if (refused == 1) params.sites = {9};
    if (refused == 2) params.kinds = {2};
    if (refused == 3) params.domains = {3};
    if (refused == 4) params.forces = {1};
    if (refused == 5) params.entities = {{5}};
    if (refused == 6) params.pdu_types = {2};
    CHECK_FALSE(wants(Interest{params}, message));
}

TEST_CASE("Interest: priority is that of the PDU type, or of the address", "[relay]")
{
    const Interest usual{{}};
    for (const std::uint8_t type : {pdu_fire, pdu_detonation, pdu_collision, pdu_remove, pdu_start, pdu_stop})
        CHECK(usual.has_priority(pdu(type, 1, 0, {})));
    CHECK_FALSE(usual.has_priority(pdu(pdu_entity_state, 1, 0, {})));
    CHECK(usual.has_priority(addressed(5, 0, {})));
    CHECK_FALSE(usual.has_priority(addressed(4, 0, {})));
    const Interest own{{.priority = {{{std::uint8_t{1}}, {model::AddressRange{10, 12}}}}}};
    CHECK(own.has_priority(pdu(pdu_entity_state, 1, 0, {})));
    CHECK_FALSE(own.has_priority(pdu(pdu_fire, 1, 0, {})));
    CHECK(own.has_priority(addressed(12, 0, {})));
    CHECK_FALSE(own.has_priority(addressed(13, 0, {})));
}

TEST_CASE("CellTable: masks and the predicate at borders together are the exact predicate", "[relay]")
{
    std::vector<std::unique_ptr<Interest>> interests(70);
    std::mt19937 random{3};
    const auto renew = [&](std::size_t subscriber) {
        model::EntitiesParams params{.interest = {}};
        params.interest.push_back({circles[random() % circles.size()]});
        params.interest.push_back({boxes[random() % boxes.size()]});
        if (random() % 4 == 0) params.exercises = {static_cast<std::uint8_t>(random() % 3)};
        if (random() % 8 == 0) params.forces = {1};
        if (random() % 8 == 0) params.interest = {{model::AllArea{}}};
        interests[subscriber] = random() % 8 == 0 ? nullptr : std::make_unique<Interest>(params);
    };
    for (std::size_t i = 0; i < interests.size(); ++i) renew(i);
    CellTable table{2,
                    [&](std::uint32_t id) { return id < interests.size() ? interests[id].get() : nullptr; }};
    RandomPlaces places;
    std::size_t by_masks = 0;
    for (int i = 0; i < 6'000; ++i) {
        if (i % 50 == 0) {
            const auto subscriber = static_cast<std::uint32_t>(random() % interests.size());
            renew(subscriber);
            table.changed(subscriber);
        }
        Message message = places.next();
        message.exercise = static_cast<std::uint8_t>(random() % 3);
        message.force = static_cast<std::uint8_t>(random() % 2);
        const bool is_inside = random() % 2 == 0;
        const auto place = place_of(message);
        const auto masks = table.masks(message.exercise, *place);
        REQUIRE(masks);
        for (std::uint32_t id = 0; id < 128; ++id) {
            const Interest* interest = id < interests.size() ? interests[id].get() : nullptr;
            const bool exact = interest != nullptr && interest->wants(message, place, is_inside);
            if (has_bit(masks->border, id)) continue;  // the predicate itself decides
            if (has_bit(masks->inside, id) != exact)
                FAIL("another answer at " << message.longitude << ", " << message.latitude);
            ++by_masks;
        }
    }
    CHECK(by_masks > 600'000);  // most are decided without the predicate
}

TEST_CASE("CellTable: beyond its cells there are no masks, and those that are there stay", "[relay]")
{
    const Interest all{{}};
    CellTable table{1, [&](std::uint32_t id) { return id == 5 ? &all : nullptr; }};
    for (std::size_t i = 0; i < CellTable::max_cells; ++i)
        REQUIRE(table.masks(static_cast<std::uint8_t>(i / 3'600),
                            model::GeographicPlace{-179.95 + 0.1 * static_cast<double>(i % 3'600), 0.05}));
    CHECK(table.cells() == CellTable::max_cells);
    CHECK_FALSE(table.masks(200, model::GeographicPlace{0, 0}));
    const auto masks = table.masks(0, model::GeographicPlace{-179.95, 0.05});
    REQUIRE(masks);
    CHECK(masks->inside[0] == std::uint64_t{1} << 5U);
    CHECK(masks->border[0] == 0);
}
