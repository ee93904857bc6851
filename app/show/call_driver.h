#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/link/link.h"
#include "app/link/request.h"

namespace farfield::app {

/// Keeps the answer to a call in step with a request: the call is sent again when the request changes or a
/// new link is up, one call under way at a time; changes in between are joined. Collects answers in parts:
/// the parameter `part` counts up to the answer's member `parts`. Threads: the link's.
class CallDriver {
public:
    struct Events {
        /// part counts from 0; parts: of this answer, at least 1. May throw std::exception for a malformed
        /// answer, which counts as a refusal.
        std::function<void(const net::Json& answer, std::uint32_t part, std::uint32_t parts)> answered;
        std::function<void(const net::RpcError& error)> refused;
    };

    /// most_parts: limit on the parts asked for, whatever number the node gives.
    CallDriver(Link& link, std::uint32_t most_parts, Events events);

    /// Sets the request to be answered; nullopt: none.
    void want(std::optional<CallRequest> request);
    void link_changed();
    [[nodiscard]] bool is_answered() const noexcept { return wanted_ && answered_ == wanted_; }

private:
    void follow();
    void ask(std::uint32_t part);
    void take(const std::optional<net::RpcError>& error, const net::Json& answer, std::uint32_t part);
    void reject(const net::RpcError& error);

    Link& link_;
    std::uint32_t most_parts_;
    Events events_;
    std::optional<CallRequest> wanted_, asked_, answered_, refused_;
    bool waiting_ = false;
    /// Guard for answers under way; replaced when they are no longer needed.
    std::shared_ptr<const bool> asking_ = std::make_shared<const bool>(true);
};

}  // namespace farfield::app
