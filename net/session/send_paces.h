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

/// Times at which frames of one member's streams may leave, for streams with a limited rate. A late frame
/// does not shift later ones, but a long pause is not made up for. Threads: the I/O thread. Allocates nothing
/// per frame.
class SendPaces {
public:
    /// due: called when one more frame of a stream may leave. Not called after this object's destruction.
    SendPaces(boost::asio::io_context& io, std::function<void(std::uint32_t stream)> due)
        : io_(io), due_(std::move(due))
    {}

    ~SendPaces();
    SendPaces(const SendPaces&) = delete;
    SendPaces& operator=(const SendPaces&) = delete;

    /// Sets the rate in frames a second, from now on; 0: no limit, and due() is not called for the stream.
    void set(std::uint32_t stream, double rate);
    void remove(std::uint32_t stream);
    void sent(std::uint32_t stream);  ///< notes that a frame leaves
    void begin_connection();          ///< frames that are due may leave at once

private:
    using Clock = std::chrono::steady_clock;
    struct Pace {
        explicit Pace(boost::asio::io_context& io) : timer(io) {}
        std::chrono::nanoseconds interval{0};
        Clock::time_point next = Clock::now();
        bool is_set = true;    ///< false once it is no longer in paces_
        HandlerMemory memory;  ///< memory of the timer's handler, which keeps the Pace alive
        boost::asio::steady_timer timer;
    };

    boost::asio::io_context& io_;
    const std::function<void(std::uint32_t stream)> due_;
    std::map<std::uint32_t, std::shared_ptr<Pace>> paces_;  ///< streams with a rate, by number
};

}  // namespace farfield::net
