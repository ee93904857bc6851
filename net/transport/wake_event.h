#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <functional>
#include <memory>

#include "net/transport/handler_memory.h"

namespace farfield::net {

/// Wakes an event loop from another thread (Linux eventfd). Many signals before the loop turns are one
/// wake-up. Lifetime: shared, so that the pending wait keeps it alive; close() before the owner of `woken`
/// dies.
class WakeEvent : public std::enable_shared_from_this<WakeEvent> {
public:
    /// Throws std::system_error when no descriptor is available.
    explicit WakeEvent(boost::asio::io_context& io);

    /// Runs `woken` on the event loop after every signal from now on. Writes before signal() are visible to
    /// `woken`.
    void start(std::function<void()> woken);
    /// Wakes the event loop. From any thread; wait-free, allocates nothing.
    void signal() noexcept;
    /// Stops the event, on the event loop: `woken` does not run any more.
    void close();

private:
    void wait();
    void drain();

    boost::asio::posix::stream_descriptor descriptor_;
    const int fd_;  ///< descriptor_'s, for signal()
    std::function<void()> woken_;
    std::atomic<bool> signalled_{false};
    HandlerMemory memory_;
};

}  // namespace farfield::net
