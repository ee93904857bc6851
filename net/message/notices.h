#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "net/message/control_messages.h"

namespace farfield::net {

/// Sends notifications to a session's viewer, outside of any call. A service may keep the object as long as
/// it likes: after the session's end it sends nothing. Threads: any.
class Notices {
public:
    using Send = std::function<void(const std::string& method, const Json& params)>;
    /// send: sends a notification, from any thread; called until end().
    Notices(std::string session, Send send) : session_(std::move(session)), send_(std::move(send)) {}

    [[nodiscard]] const std::string& session() const noexcept { return session_; }  ///< its name in the log
    [[nodiscard]] bool has_ended() const
    {
        const std::lock_guard lock(mutex_);
        return ended_;
    }
    void end()  ///< returns when no notification is being sent any more
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    void send(const std::string& method, const Json& params) const
    {
        const std::lock_guard lock(mutex_);
        if (!ended_) send_(method, params);
    }

private:
    const std::string session_;
    const Send send_;
    mutable std::mutex mutex_;
    bool ended_ = false;
};

}  // namespace farfield::net
