#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "net/message/control_messages.h"
#include "net/session/streams/subscribers.h"

namespace farfield::net {

/// Holds of a session's members on things that they drag, so that no other member changes them meanwhile:
/// paths in the document, such as "rakes/inlet". A hold ends with release(), with its member's connection, or
/// some time after the member's last patch of the thing. Threads: one at a time.
class Holds {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds longest_rest{10};  ///< time without a patch, at most
    static constexpr std::size_t max_holds = 64;
    static constexpr std::size_t max_path_bytes = 512;

    /// Holds a thing. Throws RpcError: Held when another member holds it, a part of it, or a thing around it;
    /// InvalidParams when `what` is no path of a thing, and LimitExceeded (max_holds). True when it was free.
    bool hold(MemberNumber member, const std::string& what, Clock::time_point now);
    /// Releases a thing; true when this member held it.
    bool release(MemberNumber member, const std::string& what);
    /// Releases all that the member held, and returns the paths.
    std::vector<std::string> release_all(MemberNumber member);

    /// A member patches the document. Throws RpcError, Held, when that changes a thing that another member
    /// holds; else extends the member's own holds on the things that it changes.
    void patched(MemberNumber member, const Json& patch, Clock::time_point now);
    /// Releases the holds that have ended by now, and returns their paths.
    std::vector<std::string> release_rested(Clock::time_point now);
    [[nodiscard]] std::optional<Clock::time_point> next_end() const;

    struct Hold {
        MemberNumber member = 0;
        Clock::time_point ends = {};
    };
    [[nodiscard]] const std::map<std::string, Hold>& all() const noexcept { return holds_; }

private:
    std::map<std::string, Hold> holds_;  ///< by path
};

}  // namespace farfield::net
