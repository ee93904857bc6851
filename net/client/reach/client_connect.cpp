#include "net/client/reach/client_connect.h"

#include <boost/asio/connect.hpp>
#include <optional>
#include <stdexcept>

#include "net/transport/host_lookup.h"

namespace farfield::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {
/// The outcome of an asynchronous operation. Its handler may outlive the wait for it, so both own it.
struct Outcome {
    std::optional<error_code> error;
    tcp::resolver::results_type addresses;
};

[[noreturn]] void fail(const std::string& name, const std::string& why)
{
    throw std::runtime_error("cannot connect to " + name + ": " + why);
}

void wait_for(asio::io_context& io, const Outcome& outcome, Deadline deadline,
              const std::stop_token& cancelled, const std::string& name)
{
    const auto is_over = [&] { return outcome.error.has_value() || cancelled.stop_requested(); };
    if (!run_until(io, deadline, is_over)) fail(name, "no answer in time");
    if (!outcome.error) fail(name, "cancelled");
    if (*outcome.error == asio::error::connection_refused)
        throw ConnectionRefused("cannot connect to " + name + ": " + outcome.error->message() +
                                "; is a node or relay running there?");
    if (*outcome.error) fail(name, outcome.error->message());
}
}  // namespace

std::string node_name(const std::string& host, std::uint16_t port)
{
    const bool is_v6 = host.find(':') != std::string::npos;
    return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

tcp::resolver::results_type resolve(asio::io_context& io, const std::string& host, std::uint16_t port,
                                    Deadline deadline, const std::stop_token& cancelled)
{
    error_code not_numeric;
    const auto address = asio::ip::make_address(host, not_numeric);
    if (!not_numeric) return tcp::resolver::results_type::create(tcp::endpoint(address, port), host, "");

    const auto outcome = std::make_shared<Outcome>();
    tcp::resolver resolver(io);
    resolver.async_resolve(host, std::to_string(port),
                           [outcome, host, port](error_code error, const auto& addresses) {
                               outcome->addresses = looked_up(host, port, addresses, error);
                               outcome->error = error;
                           });
    wait_for(io, *outcome, deadline, cancelled, node_name(host, port));
    return outcome->addresses;
}

tcp::socket connect_to(asio::io_context& io, const std::string& host, std::uint16_t port, Deadline deadline,
                       const std::stop_token& cancelled)
{
    const auto addresses = resolve(io, host, port, deadline, cancelled);
    const auto outcome = std::make_shared<Outcome>();
    tcp::socket socket(io);
    asio::async_connect(socket, addresses,
                        [outcome](error_code error, const tcp::endpoint&) { outcome->error = error; });
    wait_for(io, *outcome, deadline, cancelled, node_name(host, port));
    return socket;
}

}  // namespace farfield::net
