#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <functional>
#include <memory>

#include "net/transport/byte_stream.h"

namespace farfield::net {

/// Path at which a node listens for processes of the same user: $XDG_RUNTIME_DIR/farfield/PID.sock. Empty
/// when that variable is empty.
[[nodiscard]] std::filesystem::path own_local_socket();

/// Accepts connections of this user's processes at a local socket. Only this user can use its file (0600, in
/// a folder of 0700), and the system is asked for each peer's user id as well. The destructor removes the
/// file; a file left by a dead process is replaced. Threads: the event loop's.
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

/// Starts a listener. Null, with a log line at debug level, when `file` is empty or cannot be used.
[[nodiscard]] std::unique_ptr<LocalListener> listen_locally(boost::asio::io_context& io,
                                                            const std::filesystem::path& file,
                                                            LocalListener::Connected connected);

}  // namespace farfield::net
