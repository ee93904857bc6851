#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/fields/fields.h"

/// Settings of a relay's program `entities`: the messages that a subscriber wants, and their rate.
namespace farfield::model {

inline constexpr std::uint64_t max_interest = 64;         ///< shapes of one subscriber's interest
inline constexpr std::uint64_t max_listed_values = 4096;  ///< values in one allow-list
/// Characters of the secret with which a session publishes.
inline constexpr std::size_t least_publisher = 32, most_publisher = 64;

/// An interest in all messages.
struct AllArea {
    friend bool operator==(const AllArea&, const AllArea&) = default;
};
/// An interest in a circle on the sphere about a place.
struct CircleArea {
    double longitude = 0.0, latitude = 0.0;  ///< degrees
    double km = 0.0;                         ///< radius
    friend bool operator==(const CircleArea&, const CircleArea&) = default;
};
/// An interest in a box from west to east, across the date line when `west` is above `east`; degrees.
struct BoxArea {
    double west = -180.0, south = -90.0, east = 180.0, north = 90.0;
    friend bool operator==(const BoxArea&, const BoxArea&) = default;
};
/// The addresses from the first to the second, both included.
using AddressRange = std::array<std::uint16_t, 2>;
/// An interest in addressed messages by their addresses.
struct AddressArea {
    std::vector<AddressRange> ranges;
    friend bool operator==(const AddressArea&, const AddressArea&) = default;
};

/// A shape of an interest; in JSON an object with one member.
struct InterestShape {
    std::variant<AllArea, CircleArea, BoxArea, AddressArea> area = AllArea{};
    friend bool operator==(const InterestShape&, const InterestShape&) = default;

    /// Reads `{"circle": [LON, LAT, KM]}`, `{"box": [W, S, E, N]}`, `{"addresses": [[0, 1023]]}` or `{"all":
    /// true}`. Throws FieldError, and LimitError for more than max_listed_values ranges of addresses.
    static InterestShape from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

/// The name "SITE:APPLICATION:ENTITY" as a number: site << 32 | application << 16 | entity.
struct EntityName {
    std::uint64_t id = 0;
    friend bool operator==(const EntityName&, const EntityName&) = default;

    /// Reads "SITE:APPLICATION:ENTITY". Throws FieldError.
    static EntityName from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

/// A lower rate for entities farther than `km` from the interest's middle.
struct FarRate {
    double km = 50.0;
    double rate = 1.0;  ///< most updates of one entity a second
    friend bool operator==(const FarRate&, const FarRate&) = default;

    static void fields(auto& visit)
    {
        visit("km", &FarRate::km, required, at_least(0.0));
        visit("rate", &FarRate::rate, required, above(0.0));
    }
};

/// Messages that are never conflated or left out: those of a PDU type, or to a range of addresses.
struct PriorityItem {
    std::variant<std::uint8_t, AddressRange> item = std::uint8_t{0};
    friend bool operator==(const PriorityItem&, const PriorityItem&) = default;

    /// Reads an integer from 0 to 255, or two addresses. Throws FieldError.
    static PriorityItem from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

enum class EntityHistory { Newest, None };
inline constexpr std::array entity_history_names{"newest", "none"};

/// Settings of the program `entities`. Empty allow-lists allow everything.
struct EntitiesParams {
    std::vector<InterestShape> interest = {InterestShape{}};
    std::vector<std::uint8_t> exercises = {};
    std::vector<std::uint16_t> sites = {};
    std::vector<std::uint8_t> kinds = {};    ///< kinds of entities
    std::vector<std::uint8_t> domains = {};  ///< domains of entities
    std::vector<std::uint8_t> forces = {};
    std::vector<EntityName> entities = {};
    std::vector<std::uint8_t> pdu_types = {};
    double rate = 0.0;  ///< most updates of one entity a second; 0: all
    std::optional<FarRate> far = std::nullopt;
    /// Messages with priority; absent: Fire, Detonation, Collision, Start, Stop, Remove, odd addresses.
    std::optional<std::vector<PriorityItem>> priority = std::nullopt;
    EntityHistory history = EntityHistory::Newest;
    bool publish = false;        ///< the session may also send messages of entities
    std::string publisher = {};  ///< secret with which it sends them; empty: the relay makes one
    bool hosts = false;          ///< bundles come as datagrams that all UDP hosts share
    std::optional<std::uint32_t> relay = std::nullopt;  ///< id of a relay that subscribes; only at the start
    friend bool operator==(const EntitiesParams&, const EntitiesParams&) = default;

    static void fields(auto& visit)
    {
        visit("interest", &EntitiesParams::interest, at_most("max_interest", max_interest));
        visit("exercises", &EntitiesParams::exercises, at_most("max_listed_values", max_listed_values));
        visit("sites", &EntitiesParams::sites, at_most("max_listed_values", max_listed_values));
        visit("kinds", &EntitiesParams::kinds, at_most("max_listed_values", max_listed_values));
        visit("domains", &EntitiesParams::domains, at_most("max_listed_values", max_listed_values));
        visit("forces", &EntitiesParams::forces, at_most("max_listed_values", max_listed_values));
        visit("entities", &EntitiesParams::entities, at_most("max_listed_values", max_listed_values));
        visit("pdu_types", &EntitiesParams::pdu_types, at_most("max_listed_values", max_listed_values));
        visit("rate", &EntitiesParams::rate, at_least(0.0));
        visit("far", &EntitiesParams::far, nullable);
        visit("priority", &EntitiesParams::priority, nullable,
              at_most("max_listed_values", max_listed_values));
        visit("history", &EntitiesParams::history, names(entity_history_names));
        visit("publish", &EntitiesParams::publish);
        visit("publisher", &EntitiesParams::publisher);
        visit("hosts", &EntitiesParams::hosts);
        visit("relay", &EntitiesParams::relay);
    }
    /// Refuses a publisher's secret that is too short or too long. Throws FieldError.
    static void check(const EntitiesParams& params, const std::string& path);
};

}  // namespace farfield::model
