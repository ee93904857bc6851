#pragma once

#include <poll.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "relay/core/message.h"
#include "relay/json/line_input.h"
#include "relay/json/line_splitter.h"
#include "relay/json/tcp_listener.h"
#include "relay/sockets/datagram_batch.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {

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
