#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/calls/entities.h"
#include "model/calls/relay.h"
#include "relay/core/relayed_entities.h"

namespace farfield::net::relay {

/// Descriptions of the entities of a table, for the calls entities.list and entities.get. Ownership: borrows
/// table and inputs, which must not change meanwhile. Threads: reading only.
class EntityReport {
public:
    /// inputs: by number. now_ns: on the relay's clock.
    EntityReport(const RelayedEntities& table, std::span<const model::RelayInput> inputs,
                 std::uint64_t now_ns)
        : table_{table}, inputs_{inputs}, now_ns_{now_ns}
    {}

    [[nodiscard]] model::EntityList list(const model::EntitiesListCall& call) const;
    /// The details; nullopt when there is no such entity.
    [[nodiscard]] std::optional<model::EntityDetails> details(const model::EntityName& name) const;

private:
    /// The newest state of an entity, as its PDUs describe it.
    struct KnownState;

    [[nodiscard]] static KnownState state_of(const Entity& entity);
    [[nodiscard]] model::ListedEntity listed(const Entity& entity, const KnownState& known) const;
    void describe_arrivals(const Entity& entity, model::EntityDetails& details) const;

    const RelayedEntities& table_;
    std::span<const model::RelayInput> inputs_;
    std::uint64_t now_ns_;
};

}  // namespace farfield::net::relay
