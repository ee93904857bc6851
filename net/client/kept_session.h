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

/// A session with another server that is opened again, a second after it was lost, for as long as this lives.
/// Threads: any.
class KeptSession {
public:
    struct Events {
        /// From a thread of this. A session is open; what `opened` throws closes it again.
        std::function<void(const std::shared_ptr<Client>& client)> opened;
        /// From the same thread: the session is lost, or could not be opened, once for each time that it was
        /// there. Nothing may use the client after it.
        std::function<void(const std::string& why)> lost;
        /// As ClientEvents has them, from the client's thread.
        std::function<void(std::uint32_t stream)> frame_arrived;
        std::function<void(const std::string& method, const Json& params)> notified;
        std::function<void(std::uint32_t stream, std::uint64_t frames)> granted = {};
    };

    KeptSession(ClientSettings settings, Events events);
    ~KeptSession();  ///< closes it; lost() is called where it was open
    /// Closes the session that is open, which is then opened again. Any thread.
    void restart(const std::string& why);
    KeptSession(const KeptSession&) = delete;
    KeptSession& operator=(const KeptSession&) = delete;

private:
    void run();
    void keep_one();
    /// Until the time is over, or this ends.
    void rest();

    const ClientSettings settings_;
    const Events events_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_stopping_ = false;
    std::optional<std::string> why_lost_;  ///< of the session that is open
    bool is_reported_ = false;             ///< that there is none
    std::thread thread_;                   ///< the last: it uses all of the above
};

}  // namespace farfield::net
