#include "app/layers/entities/recorded_choice.h"

#include "model/geometry/geocentric.h"

namespace farfield::app {
namespace {

/// The filters among the parameters: members that choose among existing messages.
model::EntitiesParams filters_of(const model::EntitiesParams& params)
{
    return {.interest = params.interest,
            .exercises = params.exercises,
            .sites = params.sites,
            .kinds = params.kinds,
            .domains = params.domains,
            .forces = params.forces,
            .entities = params.entities,
            .pdu_types = params.pdu_types};
}

const model::EntitiesParams& checked(const model::EntitiesParams& params)
{
    if (params == filters_of(params)) return params;
    throw model::FieldError(
        "params",
        "interest, exercises, sites, kinds, domains, forces, entities and pdu_types alone "
        "beside 'recording'",
        "others, which only a relay follows");
}

}  // namespace

RecordedChoice::RecordedChoice(const model::EntitiesParams& params) : interest_(checked(params)) {}

/// Properties that only a full state has are taken from the known entity for other messages, as in a relay.
bool RecordedChoice::wants(const net::relay::Record& record, const net::dis::Pdu& pdu,
                           const net::dis::EntityHead& head, const KnownEntity* known) const
{
    net::relay::Message message;
    message.source = record.source;
    message.entity = head.id.key();
    message.exercise = pdu.header.exercise;
    message.pdu_type = static_cast<std::uint8_t>(pdu.header.type);
    message.force = head.force;
    message.entity_kind = head.kind;
    message.domain = head.domain;
    if (known != nullptr && pdu.header.type != net::dis::PduType::EntityState) {
        message.force = known->state.force;
        message.entity_kind = known->state.type.kind;
        message.domain = known->state.type.domain;
    }
    const bool is_placed = head.has_place || (known != nullptr && known->state.has_place);
    const bool is_local = (record.flags & model::record_local) != 0;  // in metres of the scene
    if (is_placed && !is_local) {
        const auto at =
            model::approximate_longitude_latitude(head.has_place ? head.location : known->state.location);
        message.longitude = at.longitude_degrees;
        message.latitude = at.latitude_degrees;
    }
    return interest_.wants(message, net::relay::place_of(message), known != nullptr);
}

}  // namespace farfield::app
