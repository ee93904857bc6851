#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "model/geometry/geographic_area.h"
#include "model/programs/bundles/entities.h"
#include "relay/core/message.h"

namespace farfield::net::relay {

/// The place of a message for filters, or nullopt; computed once for all subscribers.
using MessagePlace = std::optional<model::GeographicPlace>;

[[nodiscard]] MessagePlace place_of(const Message& message);

/// The exact predicate of the messages that one subscriber wants; the relay's tables are built from it.
/// Threads: reading only.
class Interest {
public:
    /// An entity that is inside leaves only where the shapes, enlarged by this factor, no longer contain it.
    static constexpr double hysteresis = 1.02;

    explicit Interest(const model::EntitiesParams& params);

    /// place: of this message. is_inside: the subscriber has had news of its entity and not of its departure.
    /// A message without a place is wanted if the subscriber wants everything or has its entity, or if it has
    /// priority. An allow-list of entities' types applies to messages of entities, one of exercises and
    /// sites to all but addressed ones.
    [[nodiscard]] bool wants(const Message& message, const MessagePlace& place, bool is_inside) const;

    /// Part of a cell's messages of one exercise, with a place, that are wanted. Part: only wants() can
    /// decide.
    [[nodiscard]] model::Coverage coverage(std::uint8_t exercise, const model::GeographicCell& cell) const;

    /// True when the message is never conflated or left out.
    [[nodiscard]] bool has_priority(const Message& message) const
    {
        if (message.kind == RecordKind::Dis) return priority_types_.test(message.pdu_type);
        if (message.kind == RecordKind::Addressed)
            return (odd_addresses_have_priority_ && (message.source & 1U) != 0) ||
                   (!priority_addresses_.empty() && is_priority_address(message.source));
        return message.kind == RecordKind::Gone || message.kind == RecordKind::Control;
    }

    /// Distance of a place from the middle of the shapes; 0 when there are no shapes, or there is no place.
    [[nodiscard]] double km_from_middle(const MessagePlace& place) const;

    /// The wanted addresses, for the address table.
    [[nodiscard]] const std::vector<model::AddressRange>& addresses() const { return addresses_; }

private:
    using Shape = std::variant<model::GeographicCircle, model::GeographicBox>;
    using ByteSet = std::bitset<256>;

    void add(const model::InterestShape& shape);
    void add_priority(const model::EntitiesParams& params);
    void find_middle();
    [[nodiscard]] bool passes_lists(const Message& message) const;
    [[nodiscard]] bool is_priority_address(std::uint32_t address) const;
    [[nodiscard]] bool wants_address(const Message& message) const;

    bool wants_all_ = false;
    bool lists_more_than_exercises_ = false;
    std::vector<Shape> shapes_;
    std::vector<model::AddressRange> addresses_;
    std::optional<glm::dvec3> middle_;
    ByteSet exercises_, kinds_, domains_, forces_, pdu_types_;
    std::vector<std::uint16_t> sites_;     ///< sorted; empty: all
    std::vector<std::uint64_t> entities_;  ///< sorted; empty: all
    ByteSet priority_types_;
    bool odd_addresses_have_priority_ = false;
    std::vector<model::AddressRange> priority_addresses_;
};

}  // namespace farfield::net::relay
