#include "net/client/reach/way_stream.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <stdexcept>
#include <sys/un.h>

#include "net/client/reach/client_connect.h"
#include "net/client/reach/ssh_command.h"
#include "net/transport/descriptor_stream.h"

namespace farfield::net {

namespace {

[[noreturn]] void cannot_connect(const Way& way, const std::string& why)
{
    throw std::runtime_error("cannot connect to " + to_string(way) + ": " + why);
}

std::unique_ptr<ByteStream> connect_to_socket(boost::asio::io_context& io, const Way& way)
{
    using Local = boost::asio::local::stream_protocol;
    if (way.text.size() >= sizeof(sockaddr_un::sun_path))
        cannot_connect(way, "the path is longer than a socket's can be");
    Local::socket socket(io);
    boost::system::error_code error;
    socket.connect(Local::endpoint(way.text), error);
    if (error == boost::asio::error::connection_refused ||
        error == boost::system::errc::no_such_file_or_directory)
        throw ConnectionRefused("cannot connect to " + to_string(way) + ": " + error.message() +
                                "; is a node of this user running there?");
    if (error) cannot_connect(way, error.message());
    return std::make_unique<DescriptorStream>(io, socket.release(), Trust::SameUser, to_string(way));
}

}  // namespace

std::unique_ptr<ByteStream> stream_by(boost::asio::io_context& io, const Way& way, const Noted& noted)
{
    if (way.kind == Way::Kind::Unix) return connect_to_socket(io, way);
    const bool is_ssh = way.kind == Way::Kind::Ssh;
    try {
        std::vector<std::string> words =
            is_ssh ? ssh_command(way) : std::vector<std::string>{"/bin/sh", "-c", way.text};
        return std::make_unique<CommandStream>(io, std::move(words), is_ssh ? "ssh" : "the command",
                                               to_string(way), noted);
    } catch (const std::exception& error) {
        cannot_connect(way, error.what());
    }
}

}  // namespace farfield::net
