#pragma once

#include <array>
#include <cstdint>

#include "model/fields/fields.h"
#include "model/programs/bundles/entity_bundle.h"

namespace farfield::model {

inline constexpr std::array congestion_reason_names{"none", "link", "receiver", "relay"};

/// The parameters of the notification entities.congestion: the state of a subscriber's bundles, sent when its
/// level has changed (docs/protocol.md, section 18).
struct EntitiesCongestion {
    std::uint8_t level = 0;  ///< 0 to 3
    CongestionReason reason = CongestionReason::None;
    std::uint64_t dropped = 0;  ///< messages left out for this subscriber so far
    friend bool operator==(const EntitiesCongestion&, const EntitiesCongestion&) = default;

    static void fields(auto& visit)
    {
        visit("level", &EntitiesCongestion::level, required);
        visit("reason", &EntitiesCongestion::reason, required, names(congestion_reason_names));
        visit("dropped", &EntitiesCongestion::dropped, required);
    }
};

}  // namespace farfield::model
