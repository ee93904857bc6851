#pragma once

#include "app/layers/entities/known_entity.h"
#include "model/programs/bundles/entities.h"
#include "relay/core/bundle.h"
#include "relay/core/interest.h"
#include "relay/dis/entity_head.h"

namespace farfield::app {

/// Filter of a recording's messages: the same as a relay applies for a subscriber with these parameters.
/// Threads: wants() changes nothing.
class RecordedChoice {
public:
    /// Throws model::FieldError for members, other than their defaults, that only a relay can follow.
    explicit RecordedChoice(const model::EntitiesParams& params);

    /// head: of the record's PDU. known: the entity that the PDU is about; null: not known.
    [[nodiscard]] bool wants(const net::relay::Record& record, const net::dis::Pdu& pdu,
                             const net::dis::EntityHead& head, const KnownEntity* known) const;

private:
    net::relay::Interest interest_;
};

}  // namespace farfield::app
