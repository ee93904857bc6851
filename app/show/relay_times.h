#pragma once

#include <memory>

#include "app/link/link.h"
#include "model/programs/bundles/entity_times.h"

namespace farfield::app {

/// After how much silence the entities of a relay are stale, as the relay says whenever it is there. Before
/// it has said so, and of one that does not say, the usual times. Threads: the link's, which outlives this.
class RelayTimes {
public:
    /// Asks where the link is connected.
    explicit RelayTimes(Link& relay);
    RelayTimes(const RelayTimes&) = delete;
    RelayTimes& operator=(const RelayTimes&) = delete;

    /// It is there again, perhaps with other times.
    void ask();
    [[nodiscard]] const model::EntityTimes& times() const noexcept { return times_; }

private:
    Link& relay_;
    model::EntityTimes times_;
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace farfield::app
