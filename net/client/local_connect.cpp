#include "net/client/local_connect.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <stdexcept>
#include <sys/un.h>

#include "net/client/client_connect.h"
#include "net/transport/descriptor_stream.h"

namespace farfield::net {

namespace {

[[noreturn]] void cannot_connect(const LocalTarget& target, const std::string& why)
{
    throw std::runtime_error("cannot connect to " + to_string(target) + ": " + why);
}

std::unique_ptr<ByteStream> connect_to_socket(boost::asio::io_context& io, const LocalTarget& target)
{
    using Local = boost::asio::local::stream_protocol;
    if (target.text.size() >= sizeof(sockaddr_un::sun_path))
        cannot_connect(target, "the path is longer than a socket's can be");
    Local::socket socket(io);
    boost::system::error_code error;
    socket.connect(Local::endpoint(target.text), error);
    if (error == boost::asio::error::connection_refused ||
        error == boost::system::errc::no_such_file_or_directory)
        throw ConnectionRefused("cannot connect to " + to_string(target) + ": " + error.message() +
                                "; is a node of this user running there?");
    if (error) cannot_connect(target, error.message());
    return std::make_unique<DescriptorStream>(io, socket.release(), Trust::SameUser, to_string(target));
}

}  // namespace

std::unique_ptr<ByteStream> connect_locally(boost::asio::io_context& io, const LocalTarget& target,
                                            const Noted& noted)
{
    if (target.kind == LocalTarget::Kind::Unix) return connect_to_socket(io, target);
    try {
        return std::make_unique<CommandStream>(io, target.text, to_string(target), noted);
    } catch (const std::exception& error) {
        cannot_connect(target, error.what());
    }
}

}  // namespace farfield::net
