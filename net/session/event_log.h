#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/limits.h"

namespace farfield::net {

/// The last notifications for a member, numbered from 1, for a viewer that was away. Threads: one at a time.
class EventLog {
public:
    /// Keeps at most so many notifications, and at most so many bytes of them.
    explicit EventLog(std::size_t most = max_events, std::size_t bytes = event_bytes_kept)
        : max_events_(most), max_bytes_(bytes)
    {}

    /// Numbers a notification and returns the text of its message, with the number as its member `event`.
    [[nodiscard]] std::string add(const std::string& method, const Json& params);

    struct Missed {
        std::vector<Json> events;  ///< messages, oldest first
        bool is_complete = true;   ///< false: some events are not kept any more
    };
    /// Events after number `heard`. Throws RpcError, InvalidRequest, for a number that does not exist yet.
    [[nodiscard]] Missed after(std::uint64_t heard) const;

private:
    const std::size_t max_events_, max_bytes_;
    std::uint64_t last_ = 0;  ///< number of the newest event
    std::size_t bytes_ = 0;
    std::deque<std::string> texts_;  ///< oldest first, the newest has number last_
};

}  // namespace farfield::net
