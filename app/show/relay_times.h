#pragma once

#include <memory>

#include "app/link/link.h"
#include "model/programs/bundles/entity_times.h"

namespace farfield::app {

/// Times of silence after which a relay's entities are stale, as the relay states them. The usual times apply
/// before it has stated them, and for a relay that does not. Threads: the link's, which outlives this.
class RelayTimes {
public:
    /// Asks for the times where the link is connected.
    explicit RelayTimes(Link& relay);
    RelayTimes(const RelayTimes&) = delete;
    RelayTimes& operator=(const RelayTimes&) = delete;

    /// Asks again: the relay is back, perhaps with other times.
    void ask();
    [[nodiscard]] const model::EntityTimes& times() const noexcept { return times_; }

private:
    Link& relay_;
    model::EntityTimes times_;
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace farfield::app
