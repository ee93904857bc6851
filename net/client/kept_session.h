#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "net/client/client.h"

namespace farfield::net {

/// A session with another server that is reopened a second after it was lost, during this object's lifetime.
/// Threads: any.
class KeptSession {
public:
    struct Events {
        /// A session is open. Called on the object's own thread; an exception from it closes the session.
        std::function<void(const std::shared_ptr<Client>& client)> opened;
        /// The session is lost or could not be opened; called on the same thread, once per outage. The client
        /// must not be used any more.
        std::function<void(const std::string& why)> lost;
        /// Same events as in ClientEvents, on the client's thread.
        std::function<void(std::uint32_t stream)> frame_arrived;
        std::function<void(const std::string& method, const Json& params)> notified;
        std::function<void(std::uint32_t stream, std::uint64_t frames)> granted = {};
    };

    KeptSession(ClientSettings settings, Events events);
    ~KeptSession();  ///< closes the session, calling `lost` if it was open
    /// Closes the open session, which is then opened again. Any thread.
    void restart(const std::string& why);
    KeptSession(const KeptSession&) = delete;
    KeptSession& operator=(const KeptSession&) = delete;

private:
    void run();
    void keep_one();
    /// Waits for the pause between two tries, or until the object ends.
    void rest();

    const ClientSettings settings_;
    const Events events_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_stopping_ = false;
    std::optional<std::string> why_lost_;  ///< reason for which the open session was lost
    bool is_reported_ = false;             ///< the loss has been reported
    std::thread thread_;                   ///< the last member: it uses all others
};

}  // namespace farfield::net
