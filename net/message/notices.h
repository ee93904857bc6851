#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "net/message/json_rpc.h"

namespace farfield::net {

/// The way to a session's viewer for what no call asked for. A service may keep it as long as it likes: after
/// the session's end nothing is sent. Threads: any.
class Notices {
public:
    /// send: takes a control message's text, from any thread; called until end().
    Notices(std::string session, std::function<void(const std::string& text)> send)
        : session_(std::move(session)), send_(std::move(send))
    {}

    [[nodiscard]] const std::string& session() const noexcept { return session_; }  ///< its name in the log
    [[nodiscard]] bool has_ended() const
    {
        const std::lock_guard lock(mutex_);
        return ended_;
    }
    void end()  ///< returns when nothing is being sent
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    void send(const std::string& method, const Json& params) const
    {
        const std::lock_guard lock(mutex_);
        if (!ended_) send_(notification_text(method, params));
    }

private:
    const std::string session_;
    const std::function<void(const std::string& text)> send_;
    mutable std::mutex mutex_;
    bool ended_ = false;
};

}  // namespace farfield::net
