#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/link/link.h"
#include "app/link/request.h"

namespace farfield::app {

/// Keeps the answer to one call in step with a request: it is asked again when the request changes or a new
/// link is up, one call under way at a time; changes in between are joined. Answers in parts are collected:
/// the parameter `part` counts up to the answer's member `parts`. Threads: the link's.
class CallDriver {
public:
    struct Events {
        /// part counts from 0; parts: of this answer, at least 1. Throws std::exception where it is no answer
        /// to the question, which counts as a refusal.
        std::function<void(const net::Json& answer, std::uint32_t part, std::uint32_t parts)> answered;
        std::function<void(const net::RpcError& error)> refused;
    };

    /// most_parts: more are not asked for, whatever the node says.
    CallDriver(Link& link, std::uint32_t most_parts, Events events);

    /// What shall be answered; nothing: no more.
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
    /// Replaced when answers that are under way are of no use any more.
    std::shared_ptr<const bool> asking_ = std::make_shared<const bool>(true);
};

}  // namespace farfield::app
