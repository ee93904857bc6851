#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "net/transport/handler_memory.h"

namespace farfield::net {

/// When the frames of one member's streams may leave that are not to leave faster than at a rate. A late
/// frame does not shift those after it, but a long pause is not made up for. Threads: the I/O thread.
/// Allocates nothing per frame.
class SendPaces {
public:
    /// due: the time of one more frame of this stream has come. Not called after the destruction of this.
    SendPaces(boost::asio::io_context& io, std::function<void(std::uint32_t stream)> due)
        : io_(io), due_(std::move(due))
    {}

    ~SendPaces();
    SendPaces(const SendPaces&) = delete;
    SendPaces& operator=(const SendPaces&) = delete;

    /// In frames a second, from now on; 0: no limit, and due() is not called for it.
    void set(std::uint32_t stream, double rate);
    void remove(std::uint32_t stream);
    void sent(std::uint32_t stream);  ///< a frame leaves
    void begin_connection();          ///< what is due is due at once

private:
    using Clock = std::chrono::steady_clock;
    struct Pace {
        explicit Pace(boost::asio::io_context& io) : timer(io) {}
        std::chrono::nanoseconds interval{0};
        Clock::time_point next = Clock::now();
        bool is_set = true;    ///< in paces_
        HandlerMemory memory;  ///< of the timer's handler, which keeps it
        boost::asio::steady_timer timer;
    };

    boost::asio::io_context& io_;
    const std::function<void(std::uint32_t stream)> due_;
    std::map<std::uint32_t, std::shared_ptr<Pace>> paces_;  ///< by stream; those with a rate
};

}  // namespace farfield::net
