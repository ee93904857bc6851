#include "net/session/listen.h"

#include <array>
#include <span>
#include <stdexcept>

#include "net/message/json_rpc.h"
#include "net/message/messages.h"
#include "net/transport/host_lookup.h"

namespace farfield::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

[[noreturn]] void cannot_listen(const ServerSettings& settings, const std::string& why)
{
    throw std::runtime_error("cannot listen on " + settings.bind_address + ":" +
                             std::to_string(settings.port) + ": " + why);
}

tcp::endpoint endpoint_for(asio::io_context& io, const ServerSettings& settings)
{
    error_code error;
    tcp::resolver resolver(io);
    const auto addresses = resolver.resolve(settings.bind_address, std::to_string(settings.port),
                                            tcp::resolver::passive | tcp::resolver::numeric_service, error);
    const auto found = looked_up(settings.bind_address, settings.port, addresses, error);
    if (error || found.empty()) cannot_listen(settings, "no such address");
    tcp::endpoint endpoint = found.begin()->endpoint();
    if (settings.token.empty() && !endpoint.address().is_loopback())
        cannot_listen(settings,
                      "this is not a loopback address, so other machines could connect: a token is needed "
                      "(--token-file FILE)");
    return endpoint;
}

}  // namespace

tcp::acceptor listen_at(asio::io_context& io, const ServerSettings& settings)
{
    const tcp::endpoint endpoint = endpoint_for(io, settings);
    tcp::acceptor acceptor(io);
    error_code error;
    const auto check = [&] {
        if (error) cannot_listen(settings, error.message());
    };
    acceptor.open(endpoint.protocol(), error);
    check();
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    check();
    acceptor.bind(endpoint, error);
    check();
    acceptor.listen(tcp::acceptor::max_listen_connections, error);
    check();
    return acceptor;
}

// A fresh stream takes this much without waiting; a peer that has sent bytes already may miss it.
void turn_away(ByteStream& stream, const RpcError& error)
{
    const std::string text = error_text(nullptr, error);
    const HeaderBytes header = encode_header({.type = MessageType::Control, .payload_bytes = text.size()});
    const std::array<std::span<const std::byte>, 2> message{header, std::as_bytes(std::span(text))};
    (void)stream.write_some(message);
    stream.end_writing();
}

}  // namespace farfield::net
