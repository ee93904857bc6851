#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>
#include <random>

namespace farfield::net::relay::test {

/// A port of TCP and UDP on the loopback interface that was free a moment ago. It is below those that the
/// system gives to sockets by itself (ip(7), ip_local_port_range), so that no connection takes it meanwhile.
inline std::uint16_t unused_port()
{
    std::random_device random;
    boost::asio::io_context context;
    const auto is_free = [&](auto socket, const auto& loopback) {
        boost::system::error_code error;
        socket.open(loopback.protocol(), error);
        socket.bind(loopback, error);
        return !error;
    };
    for (;;) {
        const auto port = std::uniform_int_distribution<std::uint16_t>{20'000, 32'000}(random);
        const auto address = boost::asio::ip::address_v4::loopback();
        if (is_free(boost::asio::ip::tcp::socket{context}, boost::asio::ip::tcp::endpoint{address, port}) &&
            is_free(boost::asio::ip::udp::socket{context}, boost::asio::ip::udp::endpoint{address, port}))
            return port;
    }
}

}  // namespace farfield::net::relay::test
