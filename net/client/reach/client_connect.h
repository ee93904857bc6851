#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace farfield::net {

using Deadline = std::chrono::steady_clock::time_point;

/// A node's address in the usual notation: "host:7117", "[::1]:7117".
[[nodiscard]] std::string node_name(const std::string& host, std::uint16_t port);

/// Runs the event loop, which no other thread may run, until `done` returns true. False when the deadline
/// passes first.
template <typename Done>
[[nodiscard]] bool run_until(boost::asio::io_context& io, Deadline deadline, Done done)
{
    while (!done()) {
        io.restart();
        if (io.run_one_until(deadline) == 0) return done();
    }
    return true;
}

/// The error of a connection to a port where no program listens.
struct ConnectionRefused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The addresses of a host, running the event loop meanwhile. Throws as connect_to() does.
[[nodiscard]] boost::asio::ip::tcp::resolver::results_type resolve(boost::asio::io_context& io,
                                                                   const std::string& host,
                                                                   std::uint16_t port, Deadline deadline,
                                                                   const std::stop_token& cancelled = {});

/// Connects to the first address of `host` that answers, running the event loop meanwhile. Throws
/// std::runtime_error that names the node, also when it is cancelled, or ConnectionRefused. A name server
/// that is silent may take longer than the deadline. cancelled: checked when the event loop runs something.
[[nodiscard]] boost::asio::ip::tcp::socket connect_to(boost::asio::io_context& io, const std::string& host,
                                                      std::uint16_t port, Deadline deadline,
                                                      const std::stop_token& cancelled = {});

}  // namespace farfield::net
