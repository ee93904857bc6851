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

/// What members of a session hold while they drag it, so that no other member changes it meanwhile: paths in
/// the document, such as "rakes/inlet". A hold ends with release(), with its member's connection, or some
/// time after the member's last patch of it. Threads: one at a time.
class Holds {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds longest_rest{10};  ///< without a patch
    static constexpr std::size_t max_holds = 64;
    static constexpr std::size_t max_path_bytes = 512;

    /// Throws RpcError: Held where another member holds it, a part of it, or what it is a part of;
    /// InvalidParams for no path of a thing, and LimitExceeded (max_holds). Whether it was free.
    bool hold(MemberNumber member, const std::string& what, Clock::time_point now);
    /// Whether this member held it.
    bool release(MemberNumber member, const std::string& what);
    /// Of all that it held. Returns that.
    std::vector<std::string> release_all(MemberNumber member);

    /// A member patches the document. Throws RpcError, Held, where it changes what another one holds; else
    /// its own holds on what it changes last longer.
    void patched(MemberNumber member, const Json& patch, Clock::time_point now);
    /// Those that have ended by now are released. Returns them.
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
