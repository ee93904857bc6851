#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <string>

namespace farfield::net {

/// What a look-up of `host` has found, and its error. Where it failed and the host is "localhost", that is
/// this machine, also where no list of hosts says so (RFC 6761, section 6.3): its loopback address, and no
/// error.
[[nodiscard]] inline boost::asio::ip::tcp::resolver::results_type
looked_up(const std::string& host, std::uint16_t port,
          const boost::asio::ip::tcp::resolver::results_type& found, boost::system::error_code& error)
{
    if (!error || host != "localhost") return found;
    error.clear();
    return boost::asio::ip::tcp::resolver::results_type::create(
        {boost::asio::ip::address_v4::loopback(), port}, host, "");
}

}  // namespace farfield::net
