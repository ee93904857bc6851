#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/fields/fields.h"

/// Settings of the program `entities`, which a relay offers: which messages a subscriber wants, and how many.
namespace farfield::model {

inline constexpr std::uint64_t max_interest = 64;         ///< shapes of one subscriber
inline constexpr std::uint64_t max_listed_values = 4096;  ///< of one allow-list
/// Characters of a secret for publishing.
inline constexpr std::size_t least_publisher = 32, most_publisher = 64;

/// Everything.
struct AllArea {
    friend bool operator==(const AllArea&, const AllArea&) = default;
};
/// On the sphere about a place.
struct CircleArea {
    double longitude = 0.0, latitude = 0.0;  ///< degrees
    double km = 0.0;                         ///< radius
    friend bool operator==(const CircleArea&, const CircleArea&) = default;
};
/// From west to east, over the date line where `west` is above `east`; degrees.
struct BoxArea {
    double west = -180.0, south = -90.0, east = 180.0, north = 90.0;
    friend bool operator==(const BoxArea&, const BoxArea&) = default;
};
/// Addresses from the first to the second, both included.
using AddressRange = std::array<std::uint16_t, 2>;
/// Of addressed messages.
struct AddressArea {
    std::vector<AddressRange> ranges;
    friend bool operator==(const AddressArea&, const AddressArea&) = default;
};

/// One shape of an interest: an object with one member.
struct InterestShape {
    std::variant<AllArea, CircleArea, BoxArea, AddressArea> area = AllArea{};
    friend bool operator==(const InterestShape&, const InterestShape&) = default;

    /// `{"circle": [LON, LAT, KM]}`, `{"box": [W, S, E, N]}`, `{"addresses": [[0, 1023]]}` or `{"all":
    /// true}`. Throws FieldError, and LimitError for addresses above max_listed_values ranges.
    static InterestShape from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

/// "SITE:APPLICATION:ENTITY" as a number: site << 32 | application << 16 | entity.
struct EntityName {
    std::uint64_t id = 0;
    friend bool operator==(const EntityName&, const EntityName&) = default;

    /// Throws FieldError.
    static EntityName from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

/// A lower rate for entities far from the interest's middle.
struct FarRate {
    double km = 50.0;
    double rate = 1.0;  ///< updates of one entity a second, at most
    friend bool operator==(const FarRate&, const FarRate&) = default;

    static void fields(auto& visit)
    {
        visit("km", &FarRate::km, required, at_least(0.0));
        visit("rate", &FarRate::rate, required, above(0.0));
    }
};

/// Messages that are never conflated or left out: a PDU type, or addresses.
struct PriorityItem {
    std::variant<std::uint8_t, AddressRange> item = std::uint8_t{0};
    friend bool operator==(const PriorityItem&, const PriorityItem&) = default;

    /// An integer from 0 to 255, or two addresses. Throws FieldError.
    static PriorityItem from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

enum class EntityHistory { Newest, None };
inline constexpr std::array entity_history_names{"newest", "none"};

/// Settings of the program. Allow-lists that are empty allow everything.
struct EntitiesParams {
    std::vector<InterestShape> interest = {InterestShape{}};
    std::vector<std::uint8_t> exercises = {};
    std::vector<std::uint16_t> sites = {};
    std::vector<std::uint8_t> kinds = {};    ///< of entities
    std::vector<std::uint8_t> domains = {};  ///< of entities
    std::vector<std::uint8_t> forces = {};
    std::vector<EntityName> entities = {};
    std::vector<std::uint8_t> pdu_types = {};
    double rate = 0.0;  ///< updates of one entity a second, at most; 0: all
    std::optional<FarRate> far = std::nullopt;
    /// Absent: Fire, Detonation, Collision, Start, Stop, Remove, and addresses with the lowest bit set.
    std::optional<std::vector<PriorityItem>> priority = std::nullopt;
    EntityHistory history = EntityHistory::Newest;
    bool publish = false;        ///< the session may send messages of entities, too
    std::string publisher = {};  ///< its secret for that; empty: the relay makes one
    bool hosts = false;          ///< bundles come as datagrams that all UDP hosts share
    std::optional<std::uint32_t> relay = std::nullopt;  ///< id of the relay that asks; only at the start
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
    /// A secret that is short is refused.
    static void check(const EntitiesParams& params, const std::string& path);
};

}  // namespace farfield::model
