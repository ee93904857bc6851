#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/programs/bundles/entities.h"

/// The calls entities.list, entities.get and entities.publish: docs/protocol.md, section 18.
namespace farfield::model {

inline constexpr std::uint64_t max_listed_entities = 1'000;     ///< on one page
inline constexpr std::uint64_t max_published_entities = 1'000;  ///< in one call

/// Selects the entities to list: those that pass all members. An empty allow-list allows everything.
struct EntityFilter {
    std::string text;  ///< part of the marking or the name; ignores the case of ASCII letters
    std::vector<InterestShape> interest = {InterestShape{}};
    std::vector<std::uint8_t> exercises = {};
    std::vector<std::uint16_t> sites = {};
    std::vector<std::uint8_t> kinds = {};
    std::vector<std::uint8_t> domains = {};
    std::vector<std::uint8_t> forces = {};
    friend bool operator==(const EntityFilter&, const EntityFilter&) = default;

    static void fields(auto& visit)
    {
        visit("text", &EntityFilter::text);
        visit("interest", &EntityFilter::interest, at_most("max_interest", max_interest));
        visit("exercises", &EntityFilter::exercises, at_most("max_listed_values", max_listed_values));
        visit("sites", &EntityFilter::sites, at_most("max_listed_values", max_listed_values));
        visit("kinds", &EntityFilter::kinds, at_most("max_listed_values", max_listed_values));
        visit("domains", &EntityFilter::domains, at_most("max_listed_values", max_listed_values));
        visit("forces", &EntityFilter::forces, at_most("max_listed_values", max_listed_values));
    }
};

struct EntitiesListCall {
    std::optional<EntityName> after = std::nullopt;  ///< end of the page before; absent: the first page
    std::uint32_t limit = max_listed_entities;       ///< most entities on the page
    EntityFilter filter = {};
    friend bool operator==(const EntitiesListCall&, const EntitiesListCall&) = default;

    static void fields(auto& visit)
    {
        visit("after", &EntitiesListCall::after);
        visit("limit", &EntitiesListCall::limit, at_least(1.0),
              at_most("max_listed_entities", max_listed_entities));
        visit("filter", &EntitiesListCall::filter);
    }
};

/// An entity as its last state describes it.
struct ListedEntity {
    EntityName id;
    std::string marking;  ///< ASCII
    std::string name;     ///< UTF-8; empty: no name beside the marking
    std::uint8_t force = 0, kind = 0, domain = 0;
    std::optional<double> lon = std::nullopt;  ///< degrees east; absent with `lat` when it has no place
    std::optional<double> lat = std::nullopt;  ///< degrees north
    std::optional<double> alt = std::nullopt;  ///< m above the ellipsoid; also absent when it has no height
    /// Metres in the scene's frame, in place of lon, lat and alt.
    std::optional<double> x = std::nullopt, y = std::nullopt, z = std::nullopt;
    double speed = 0.0;  ///< m/s
    double age = 0.0;    ///< s since the last state arrived
    std::string input;   ///< input of the last state, as on the relay's command line
    bool stale = false;
    friend bool operator==(const ListedEntity&, const ListedEntity&) = default;

    static void fields(auto& visit)
    {
        visit("id", &ListedEntity::id, required);
        visit("marking", &ListedEntity::marking, required);
        visit("name", &ListedEntity::name);
        visit("force", &ListedEntity::force, required);
        visit("kind", &ListedEntity::kind, required);
        visit("domain", &ListedEntity::domain, required);
        visit("lon", &ListedEntity::lon);
        visit("lat", &ListedEntity::lat);
        visit("alt", &ListedEntity::alt);
        visit("x", &ListedEntity::x);
        visit("y", &ListedEntity::y);
        visit("z", &ListedEntity::z);
        visit("speed", &ListedEntity::speed, required);
        visit("age", &ListedEntity::age, required);
        visit("input", &ListedEntity::input, required);
        visit("stale", &ListedEntity::stale, required);
    }
};

/// A page of entities, in numerical order of their ids.
struct EntityList {
    std::vector<ListedEntity> entities = {};
    std::optional<EntityName> next = std::nullopt;  ///< `after` for the next page; absent: the last page
    friend bool operator==(const EntityList&, const EntityList&) = default;

    static void fields(auto& visit)
    {
        visit("entities", &EntityList::entities, required);
        visit("next", &EntityList::next);
    }
};

struct EntitiesGetCall {
    EntityName entity;
    friend bool operator==(const EntitiesGetCall&, const EntitiesGetCall&) = default;

    static void fields(auto& visit) { visit("entity", &EntitiesGetCall::entity, required); }
};

/// The numbers kind, domain, country, category, subcategory, specific and extra of SISO-REF-010.
using EntityTypeNumbers = std::array<std::uint16_t, 7>;

/// A full description of one entity. Vectors are geocentric, or in the scene's frame when `local` is true.
struct EntityDetails {
    ListedEntity entity;
    std::uint8_t exercise = 0;
    EntityTypeNumbers type{}, alternative_type{};
    bool local = false;
    std::array<double, 3> location{};              ///< m
    std::array<double, 3> velocity{};              ///< m/s, in the algorithm's axes
    std::array<double, 3> acceleration{};          ///< m/s^2, in the algorithm's axes
    std::array<double, 3> angular_velocity{};      ///< rad/s, about the body's axes
    std::array<double, 3> orientation{};           ///< rad: psi, theta, phi
    std::optional<double> heading = std::nullopt;  ///< degrees clockwise from north; absent without a place
    std::optional<double> pitch = std::nullopt, roll = std::nullopt;
    std::uint32_t appearance = 0, capabilities = 0, time_stamp = 0;
    std::uint8_t algorithm = 0, articulations = 0;
    Json values = Json::object();  ///< values that came beside the entity's state
    std::string sender = {};       ///< ADDR:PORT that sent the last state; empty: unknown
    bool two_sources = false;      ///< two senders use the entity's id in turn
    /// Relay that received the last state first (its id), and relays that passed it on; absent: this relay.
    std::optional<std::uint32_t> origin = std::nullopt, hops = std::nullopt;
    std::uint64_t first_ns = 0, last_ns = 0;  ///< first and last arrival, ns since 1970
    std::uint64_t messages = 0;               ///< states since the entity is known
    double rate = 0.0;                        ///< states per second
    std::string state = {};                   ///< last complete state as it came, hexadecimal
    std::string update = {};                  ///< last update after `state`, hexadecimal; empty: none
    friend bool operator==(const EntityDetails&, const EntityDetails&) = default;

    static void fields(auto& visit)
    {
        visit("entity", &EntityDetails::entity, required);
        visit("exercise", &EntityDetails::exercise, required);
        visit("type", &EntityDetails::type, required);
        visit("alternative_type", &EntityDetails::alternative_type, required);
        visit("local", &EntityDetails::local);
        visit("location", &EntityDetails::location, required);
        visit("velocity", &EntityDetails::velocity, required);
        visit("acceleration", &EntityDetails::acceleration, required);
        visit("angular_velocity", &EntityDetails::angular_velocity, required);
        visit("orientation", &EntityDetails::orientation, required);
        visit("heading", &EntityDetails::heading);
        visit("pitch", &EntityDetails::pitch);
        visit("roll", &EntityDetails::roll);
        visit("appearance", &EntityDetails::appearance, required);
        visit("capabilities", &EntityDetails::capabilities, required);
        visit("time_stamp", &EntityDetails::time_stamp, required);
        visit("algorithm", &EntityDetails::algorithm, required);
        visit("articulations", &EntityDetails::articulations, required);
        visit("values", &EntityDetails::values);
        visit("sender", &EntityDetails::sender);
        visit("two_sources", &EntityDetails::two_sources);
        visit("origin", &EntityDetails::origin);
        visit("hops", &EntityDetails::hops);
        visit("first_ns", &EntityDetails::first_ns, required);
        visit("last_ns", &EntityDetails::last_ns, required);
        visit("messages", &EntityDetails::messages, required);
        visit("rate", &EntityDetails::rate, required);
        visit("state", &EntityDetails::state, required);
        visit("update", &EntityDetails::update);
    }
};

struct EntitiesPublishCall {
    std::string publisher;      ///< number that program.start answered
    std::vector<Json> objects;  ///< each as a JSON line of an input
    friend bool operator==(const EntitiesPublishCall&, const EntitiesPublishCall&) = default;

    static void fields(auto& visit)
    {
        visit("publisher", &EntitiesPublishCall::publisher, required);
        visit("objects", &EntitiesPublishCall::objects, required,
              at_most("max_published_entities", max_published_entities));
    }
};

/// An object of entities.publish that was refused.
struct RefusedEntity {
    std::uint32_t object = 0;  ///< index of the object in the call, from 0
    std::string reason;
    friend bool operator==(const RefusedEntity&, const RefusedEntity&) = default;

    static void fields(auto& visit)
    {
        visit("object", &RefusedEntity::object, required);
        visit("reason", &RefusedEntity::reason, required);
    }
};

struct PublishedEntities {
    std::uint32_t taken = 0;
    std::vector<RefusedEntity> refused = {};
    friend bool operator==(const PublishedEntities&, const PublishedEntities&) = default;

    static void fields(auto& visit)
    {
        visit("taken", &PublishedEntities::taken, required);
        visit("refused", &PublishedEntities::refused, required);
    }
};

}  // namespace farfield::model
