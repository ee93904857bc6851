#include "net/client/reach.h"

#include <boost/asio/io_context.hpp>
#include <memory>

#include "net/client/reach/client_connect.h"
#include "net/client/reach/tls_connect.h"
#include "net/client/reach/way_stream.h"
#include "net/transport/tcp_stream.h"

namespace farfield::net {

std::vector<std::string> addresses_of(const std::string& host, std::uint16_t port,
                                      std::chrono::milliseconds patience)
{
    boost::asio::io_context io;
    std::vector<std::string> addresses;
    for (const auto& entry : resolve(io, host, port, std::chrono::steady_clock::now() + patience))
        addresses.push_back(entry.endpoint().address().to_string());
    return addresses;
}

StreamMaker tcp_streams(const std::string& host, std::uint16_t port, std::chrono::milliseconds patience)
{
    return [host, port, patience](boost::asio::io_context& io) {
        return std::make_unique<TcpStream>(
            connect_to(io, host, port, std::chrono::steady_clock::now() + patience));
    };
}

namespace {

std::unique_ptr<TlsStream> secure_stream(boost::asio::io_context& io, const ClientSettings& settings)
{
    const auto deadline = std::chrono::steady_clock::now() + settings.connect_timeout;
    auto socket = connect_to(io, settings.host, settings.port, deadline);
    return secure(io, std::move(socket), settings.tls.value(), {settings.host, settings.port}, deadline);
}

}  // namespace

TlsFacts tls_facts(const ClientSettings& settings)
{
    boost::asio::io_context io;
    return secure_stream(io, settings)->facts();
}

StreamMaker streams_to(const ClientSettings& settings)
{
    if (settings.connect) return settings.connect;
    if (settings.tls) return [settings](boost::asio::io_context& io) { return secure_stream(io, settings); };
    if (!settings.way) return tcp_streams(settings.host, settings.port, settings.connect_timeout);
    return [way = *settings.way](boost::asio::io_context& io) { return stream_by(io, way, {}); };
}

std::string reach(const StreamMaker& connect)
{
    boost::asio::io_context io;
    return connect(io)->peer();
}

}  // namespace farfield::net
