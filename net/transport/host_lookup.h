#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <string>

namespace farfield::net {

/// Results of a look-up of `host`, corrected for "localhost": where that look-up failed, the result is this
/// machine's loopback address and no error, even where no list of hosts contains it (RFC 6761, section 6.3).
/// found, error: results and error of the look-up.
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
