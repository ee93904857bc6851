#pragma once

#include <poll.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "relay/core/message.h"
#include "relay/json/json_line.h"
#include "relay/json/line_splitter.h"
#include "relay/sockets/datagram_batch.h"
#include "relay/sockets/endpoint.h"
#include "relay/sockets/file_descriptor.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

/// Receivers of lines' contents. Called on the reader's thread.
struct LineSink {
    /// Takes an entity. False when there is no room for its id.
    std::function<bool(const JsonEntity& entity, std::uint32_t input, std::uint64_t sender)> take;
    /// Called after all lines that were there at once.
    std::function<void()> taken;
    /// Takes a line for the log: for each input at most one a second.
    std::function<void(const std::string& text)> warn;
};

/// Counts of lines; received = refused + taken.
struct LineCounters {
    std::uint64_t received = 0, refused = 0, taken = 0;
};

/// Origin of lines: a connection, the datagrams of an input, or the standard input.
struct LineSource {
    Endpoint from = {};       ///< zeros: the standard input
    std::uint64_t lines = 0;  ///< lines that came

    /// Number as in Message::sender.
    [[nodiscard]] std::uint64_t sender() const { return std::uint64_t{from.address} << 16U | from.port; }
};

/// Reads the lines of one input, counts them, and reports the refused ones with the reason.
/// Threads: one, except for counters().
class LineInput {
public:
    /// text: the input as on the command line. sink: borrowed.
    LineInput(std::uint32_t number, std::string text, const LineFrame& frame, const LineSink& sink);

    /// Takes one line of a source; ignores an empty one.
    void take(std::string_view line, LineSource& source);
    /// Counts a line of more than max_json_line bytes as refused.
    void take_too_long(LineSource& source);
    /// Reports a fault of a source itself.
    void warn(const LineSource& source, const std::string& why);

    [[nodiscard]] LineCounters counters() const;

private:
    void count(bool is_taken);
    void refuse(const LineSource& source, const std::string& why);

    const std::uint32_t number_;
    const std::string text_;
    const LineFrame frame_;
    const LineSink& sink_;
    mutable std::mutex mutex_;
    LineCounters counters_;  ///< under the mutex
    std::uint64_t left_out_ = 0;
    std::chrono::steady_clock::time_point due_{};  ///< earliest time of the next line for the log
};

/// An accepted TCP connection; non-blocking.
struct TcpPeer {
    FileDescriptor fd;
    Endpoint from;
};

/// An IPv4 socket that accepts TCP connections. Threads: one.
class TcpListener {
public:
    /// Throws SocketError: "cannot listen on TCP 127.0.0.1:5000: ...".
    explicit TcpListener(const Endpoint& at);

    [[nodiscard]] int descriptor() const noexcept { return fd_.get(); }
    /// A waiting connection, or nullopt: then `error` is 0 when none waits, else the system's reason (errno)
    /// for not providing it, such as too many open files.
    [[nodiscard]] std::optional<TcpPeer> accept(int& error) const noexcept;

private:
    FileDescriptor fd_;
};

/// Simultaneous TCP connections of JSON lines; a further one replaces the one silent for longest, first of
/// all one that has not given the token it needs.
inline constexpr std::size_t max_json_connections = 32;

/// True when a text is the token with which TCP connections from beyond the loopback interface must begin.
/// Null: there is no token, and such inputs are refused.
using TokenCheck = std::function<bool(std::string_view given)>;

/// Reads JSON lines from UDP, TCP and the standard input, all on one thread. For each source at most one
/// unfinished line is kept, of max_json_line bytes. Threads: open() and start() the owner's; counters()
/// and drops() any.
class JsonReader {
public:
    JsonReader(LineSink sink, TokenCheck is_token);
    ~JsonReader();  ///< stops the thread
    JsonReader(const JsonReader&) = delete;
    JsonReader& operator=(const JsonReader&) = delete;

    /// Opens an input; before start(). geoid: zero level of `alt`; none: the ellipsoid. Throws
    /// SocketError.
    void open(std::uint32_t input, const std::string& text, const JsonSpec& spec, GeoidHeight geoid = {});
    /// Starts reading, if there is an input.
    void start();

    /// Counters of an input; zeros for an input that it does not have.
    [[nodiscard]] LineCounters counters(std::uint32_t input) const;
    /// Datagrams of an input that the system dropped before they were read.
    [[nodiscard]] std::uint64_t drops(std::uint32_t input) const;

private:
    struct Datagrams {
        std::unique_ptr<MulticastSocket> socket;
        LineInput& input;
        LineSource source = {};
        LineSplitter lines{max_json_line};
    };
    struct Listener {
        TcpListener socket;
        LineInput& input;
        bool needs_token = false;
        std::chrono::steady_clock::time_point rests_until = {};  ///< no connection is accepted before
    };
    /// A connection, or the standard input.
    struct Stream {
        FileDescriptor fd;
        LineInput& input;
        LineSource source = {};
        LineSplitter lines{max_json_line};
        bool needs_token = false;  ///< its first line, with the token, has not come
        std::chrono::steady_clock::time_point deadline = {};
        std::chrono::steady_clock::time_point heard = {};  ///< time of its last bytes
        bool has_ended = false;
    };

    void run();
    void wait();
    [[nodiscard]] int wait_ms(std::chrono::steady_clock::time_point now) const;
    void read_ready();
    void read_datagrams(Datagrams& from);
    void accept_from(Listener& listener);
    void make_room();
    void read_stream(Stream& stream);
    static void end_stranger(Stream& stream);
    void take_line(Stream& stream, std::string_view line);
    void drop_ended();

    const LineSink sink_;
    const TokenCheck is_token_;
    std::array<std::unique_ptr<LineInput>, max_inputs> inputs_;
    std::vector<Datagrams> datagrams_;
    std::vector<Listener> listeners_;
    std::list<Stream> streams_;
    std::unique_ptr<DatagramBatch> batch_;  ///< null without datagrams_
    std::vector<char> buffer_;
    FileDescriptor event_;       ///< eventfd that ends the thread's wait
    std::vector<pollfd> waits_;  ///< the event, then datagrams_, listeners_ and streams_ in their order
    std::atomic<bool> is_stopping_{false};
    std::thread thread_;  ///< last, since it uses all members above
};

}  // namespace farfield::net::relay
