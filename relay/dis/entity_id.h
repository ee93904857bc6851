#pragma once

#include "net/message/byte_order.h"

#include <cstdint>

namespace farfield::net::dis {

/// Site, application and entity: "17:23:1". Big-endian, 6 bytes.
struct EntityId {
    std::uint16_t site = 0;
    std::uint16_t application = 0;
    std::uint16_t entity = 0;

    friend bool operator==(const EntityId&, const EntityId&) = default;
    /// site << 32 | application << 16 | entity; 0 when entity is 0: an application is meant, or nothing.
    [[nodiscard]] std::uint64_t key() const noexcept
    {
        if (entity == 0) return 0;
        return std::uint64_t{site} << 32 | std::uint64_t{application} << 16 | entity;
    }
    /// site << 16 | application.
    [[nodiscard]] std::uint32_t source() const noexcept { return std::uint32_t{site} << 16 | application; }
};

inline constexpr std::size_t entity_id_bytes = 6;
/// Wildcard in a receiver's id: all sites, all applications of a site, or all entities of an application.
inline constexpr std::uint16_t id_all = 0xFFFF;

/// from: 6 bytes.
[[nodiscard]] inline EntityId load_entity_id(const std::byte* from) noexcept
{
    return {load_big<std::uint16_t>(from), load_big<std::uint16_t>(from + 2),
            load_big<std::uint16_t>(from + 4)};
}

inline void store_entity_id(std::byte* to, const EntityId& id) noexcept
{
    store_big(to, id.site);
    store_big(to + 2, id.application);
    store_big(to + 4, id.entity);
}

/// True when a message for `receiver` is for this entity: each part is its own or id_all.
[[nodiscard]] inline bool is_for_entity(const EntityId& receiver, const EntityId& entity) noexcept
{
    const auto matches = [](std::uint16_t wanted, std::uint16_t part) {
        return wanted == id_all || wanted == part;
    };
    return matches(receiver.site, entity.site) && matches(receiver.application, entity.application) &&
           matches(receiver.entity, entity.entity);
}

/// True when a message for `receiver` is for the application that simulates this entity. Start/Resume and
/// Stop/Freeze use it: entity 0 (none) and id_all both mean the application with all of its entities.
[[nodiscard]] inline bool is_for_application_of(const EntityId& receiver, const EntityId& entity) noexcept
{
    return (receiver.entity == 0 || receiver.entity == id_all) &&
           is_for_entity({receiver.site, receiver.application, id_all}, entity);
}

/// True when both receivers can mean the same application; wildcards as in is_for_application_of().
[[nodiscard]] inline bool may_share_application(const EntityId& a, const EntityId& b) noexcept
{
    const auto meet = [](std::uint16_t one, std::uint16_t other) {
        return one == other || one == id_all || other == id_all;
    };
    return meet(a.site, b.site) && meet(a.application, b.application);
}

}  // namespace farfield::net::dis
