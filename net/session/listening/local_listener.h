#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <functional>
#include <memory>

#include "net/transport/byte_stream.h"

namespace farfield::net {

/// Where a node of this user listens for processes of the same user: $XDG_RUNTIME_DIR/farfield/PID.sock.
/// Empty where that variable is.
[[nodiscard]] std::filesystem::path own_local_socket();

/// Takes connections of this user's processes at a local socket. Its file can be used by this user alone
/// (0600, in a folder of 0700), and each peer's user id is asked of the system as well. The file is removed
/// at the end; one that a dead process left is replaced. Threads: the event loop's.
class LocalListener {
public:
    using Connected = std::function<void(std::unique_ptr<ByteStream> stream)>;

    /// Throws std::runtime_error that names the file.
    LocalListener(boost::asio::io_context& io, std::filesystem::path file, Connected connected);
    ~LocalListener();
    LocalListener(const LocalListener&) = delete;
    LocalListener& operator=(const LocalListener&) = delete;

private:
    using Protocol = boost::asio::local::stream_protocol;

    void accept();
    void take(Protocol::socket socket);

    boost::asio::io_context& io_;
    const std::filesystem::path file_;
    const Connected connected_;
    Protocol::acceptor acceptor_;
    boost::asio::steady_timer pause_;
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

/// Null, which is said in the log at debug level, where none is named or it cannot be had.
[[nodiscard]] std::unique_ptr<LocalListener> listen_locally(boost::asio::io_context& io,
                                                            const std::filesystem::path& file,
                                                            LocalListener::Connected connected);

}  // namespace farfield::net
