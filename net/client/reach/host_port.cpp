#include "net/client/reach/host_port.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <fmt/format.h>
#include <stdexcept>

namespace farfield::net {
namespace {

[[noreturn]] void reject(std::string_view text, std::string_view why)
{
    throw std::invalid_argument(
        fmt::format("bad address '{}': {}; expected HOST, HOST:PORT or [ADDRESS]:PORT", text, why));
}

std::uint16_t parse_port(std::string_view text, std::string_view digits)
{
    unsigned port = 0;
    const auto end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, port);
    if (error != std::errc{} || stopped != end || port == 0 || port > 65535)
        reject(text, fmt::format("'{}' is no port from 1 to 65535", digits));
    return static_cast<std::uint16_t>(port);
}

HostPort parse_bracketed(std::string_view text, std::uint16_t port)
{
    const auto close = text.find(']');
    if (close == std::string_view::npos) reject(text, "']' is missing");
    HostPort node{.host = std::string(text.substr(1, close - 1)), .port = port};
    const auto rest = text.substr(close + 1);
    if (node.host.empty()) reject(text, "the host is empty");
    if (rest.empty()) return node;
    if (rest.front() != ':') reject(text, fmt::format("'{}' after ']'", rest));
    node.port = parse_port(text, rest.substr(1));
    return node;
}

}  // namespace

HostPort parse_host_port(std::string_view text, std::uint16_t port)
{
    if (text.starts_with('[')) return parse_bracketed(text, port);
    const auto colons = std::ranges::count(text, ':');
    const auto colon = text.find(':');
    HostPort node{.port = port};
    // More than one colon without brackets can only be a bare IPv6 address.
    node.host = std::string(colons == 1 ? text.substr(0, colon) : text);
    if (node.host.empty()) reject(text, "the host is empty");
    if (node.host.find_first_of(" \t/[]") != std::string::npos)
        reject(text, "no host's name looks like this");
    if (colons == 1) node.port = parse_port(text, text.substr(colon + 1));
    return node;
}

std::string to_string(const HostPort& node)
{
    const bool bare_v6 = node.host.find(':') != std::string::npos;
    return fmt::format(fmt::runtime(bare_v6 ? "[{}]:{}" : "{}:{}"), node.host, node.port);
}

bool is_other_address(const std::string& host)
{
    boost::system::error_code is_name;
    const auto address = boost::asio::ip::make_address(host, is_name);
    return !is_name && !address.is_loopback();
}

}  // namespace farfield::net
