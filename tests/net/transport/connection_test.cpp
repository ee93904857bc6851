#include "net/transport/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstring>
#include <functional>

#include "net/client/reach/client_connect.h"
#include "net/message/control_messages.h"
#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/transports.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
struct CountedFrames final : FrameSent {
    void frame_sent() override { ++count; }
    std::size_t count = 0;
};

/// Keeps what a connection says.
struct Owner final : ConnectionOwner {
    ReceiveTarget receive_target(const MessageHeader& header) override
    {
        if (header.payload_bytes > memory.size())
            return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = "too long for this test"};
        if (header.type == MessageType::Particles)
            return {.kind = ReceiveTarget::Kind::Into, .memory = memory, .reason = {}};
        return {.kind = ReceiveTarget::Kind::Buffered, .memory = {}, .reason = {}};
    }
    void received(const MessageHeader& header, std::span<const std::byte> payload) override
    {
        headers.push_back(header);
        payloads.push_back(copy_of(payload));
        const auto end = std::chrono::steady_clock::now() + work;
        while (std::chrono::steady_clock::now() < end) continue;
        if (close_on_message) connection->close("the owner has had enough");
        if (abandon_on_message) connection->abandon();
    }
    void closed(const std::string& why) override { closings.push_back(why); }

    Bytes memory = Bytes(20 << 20);
    std::vector<MessageHeader> headers;
    std::vector<Bytes> payloads;
    std::vector<std::string> closings;
    std::chrono::milliseconds work{0};  ///< that a message takes
    bool close_on_message = false;
    bool abandon_on_message = false;
    std::shared_ptr<Connection> connection;
};

/// A connection at each end, both on the test's thread.
struct TwoEnds {
    explicit TwoEnds(Transport transport)
    {
        auto [first, second] = connected_streams(io, transport);
        here.connection = std::make_shared<Connection>(io, std::move(first), here);
        there.connection = std::make_shared<Connection>(io, std::move(second), there);
        here.connection->start();
        there.connection->start();
    }
    ~TwoEnds()
    {
        here.connection->abandon();
        there.connection->abandon();
    }
    template <typename Done>
    void run(Done done)
    {
        REQUIRE(run_until(io, std::chrono::steady_clock::now() + std::chrono::seconds(60), done));
    }

    boost::asio::io_context io;
    Owner here;
    Owner there;
};

/// One end is a connection, the other a plain socket that the test writes to and reads from.
struct OneEnd {
    explicit OneEnd(Transport transport)
    {
        auto [stream, socket] = stream_and_socket(io, transport);
        peer = std::make_unique<RawSocket>(std::move(socket));
        owner.connection = std::make_shared<Connection>(io, std::move(stream), owner);
        owner.connection->start();
    }
    ~OneEnd() { owner.connection->abandon(); }

    void write(std::span<const std::byte> bytes) const
    {
        REQUIRE(peer->write_some(boost::asio::buffer(bytes.data(), bytes.size())) == bytes.size());
    }
    template <typename Done>
    void run(Done done)
    {
        REQUIRE(run_until(io, std::chrono::steady_clock::now() + std::chrono::seconds(60), done));
    }
    /// The bytes that the peer gets until the connection is closed.
    Bytes read_to_end()
    {
        peer->non_blocking(true);
        Bytes all;
        run([&] {
            std::array<std::byte, 4096> some{};
            boost::system::error_code error;
            const auto count = peer->read_some(boost::asio::buffer(some), error);
            append(all, std::span(some).first(count));
            if (error == boost::asio::error::eof) peer->close();
            return error && error != boost::asio::error::would_block;
        });
        return all;
    }

    boost::asio::io_context io;
    Owner owner;
    std::unique_ptr<RawSocket> peer;
};

/// The JSON of a lone control message.
Json control_of(const Bytes& bytes)
{
    REQUIRE(bytes.size() > header_bytes);
    MessageHeader header;
    REQUIRE_FALSE(decode_header(std::span(bytes).first<header_bytes>(), header));
    REQUIRE(header.payload_bytes == bytes.size() - header_bytes);
    return Json::parse(text_of(std::span(bytes).subspan(header_bytes)));
}
}  // namespace

TEST_CASE("Connection: messages arrive whole and in order", "[connection]")
{
    TwoEnds ends(each_transport());
    for (std::uint64_t i = 0; i < 5000; ++i)
        ends.here.connection->send({.sequence = i, .time_ns = 1}, pattern(i % 50, i));
    ends.run([&] { return ends.there.headers.size() == 5000; });
    for (std::uint64_t i = 0; i < 5000; ++i) {
        REQUIRE(ends.there.headers[i] == MessageHeader{.sequence = i, .time_ns = 1, .payload_bytes = i % 50});
        REQUIRE(ends.there.payloads[i] == pattern(i % 50, i));
    }
}

TEST_CASE("Connection: a frame of 16 MB goes from memory to memory among small messages", "[connection]")
{
    TwoEnds ends(each_transport());
    const auto frame = pattern(16 << 20, 3);
    ends.here.connection->send({.sequence = 1}, pattern(3));
    CountedFrames sent;
    ends.here.connection->send_frame({.type = MessageType::Particles, .stream = 7}, frame, sent);
    ends.here.connection->send({.sequence = 2}, pattern(4));
    ends.run([&] { return ends.there.headers.size() == 3; });
    CHECK(sent.count == 1);
    CHECK(ends.there.headers[1].stream == 7);
    CHECK(ends.there.headers[1].time_ns > 0);
    CHECK(ends.there.payloads[1] == frame);
    CHECK(ends.there.payloads[2] == pattern(4));
    CHECK(ends.there.connection->bytes_received() == 3 * header_bytes + 7 + frame.size());
}

TEST_CASE("Connection: frames follow each other as their memory becomes free", "[connection]")
{
    TwoEnds ends(each_transport());
    Bytes frame(100'000);
    CountedFrames sent;
    for (std::uint64_t i = 0; i < 20; ++i) {
        std::ranges::fill(frame, static_cast<std::byte>(i));
        ends.here.connection->send_frame({.type = MessageType::Particles, .sequence = i}, frame, sent);
        ends.run([&] { return sent.count == i + 1; });
    }
    ends.run([&] { return ends.there.headers.size() == 20; });
    for (std::uint64_t i = 0; i < 20; ++i)
        REQUIRE(ends.there.payloads[i] == Bytes(100'000, static_cast<std::byte>(i)));
}

TEST_CASE("Connection: a second frame before the first has left is a fault of the caller", "[connection]")
{
    TwoEnds ends(each_transport());
    CountedFrames sent;
    const auto send = [&] { ends.here.connection->send_frame({.type = MessageType::Particles}, {}, sent); };
    send();
    CHECK_THROWS_AS(send(), std::logic_error);
}

TEST_CASE("Connection: a frame that has not left when the connection closes is not reported", "[connection]")
{
    TwoEnds ends(each_transport());
    const Bytes frame(16 << 20);
    {
        CountedFrames sent;
        ends.here.connection->send_frame({.type = MessageType::Particles}, frame, sent);
        ends.here.connection->close("enough");
        ends.run([&] { return ends.here.closings.size() == 1; });
        CHECK(sent.count == 0);
    }
    ends.run([&] { return ends.there.closings.size() == 1; });
    CHECK(ends.there.headers.empty());
}

TEST_CASE("Connection: an Echo is answered and its owner hears only replies", "[connection]")
{
    TwoEnds ends(each_transport());
    const MessageHeader echo{
        .type = MessageType::Echo, .stream = 3, .interaction = 4, .sequence = 5, .time_ns = 6};
    ends.here.connection->send(echo, pattern(100));
    ends.run([&] { return ends.here.headers.size() == 1; });
    const auto& reply = ends.here.headers[0];
    CHECK(reply.type == MessageType::Echo);
    CHECK(reply.flags == flag_reply);
    CHECK(reply.stream == 3);
    CHECK(reply.interaction == 4);
    CHECK(reply.sequence == 5);
    CHECK(reply.time_ns > 1'600'000'000'000'000'000);
    CHECK(ends.here.payloads[0] == pattern(100));
    CHECK(ends.there.headers.empty());
}

TEST_CASE("Connection: garbage is answered with one error, then the connection closes", "[connection]")
{
    OneEnd end(each_transport());
    end.write(bytes_of("GET / HTTP/1.1\r\nHost: farfield\r\nAccept: */*\r\n\r\n"));
    const auto answer = control_of(end.read_to_end());
    CHECK(answer["id"].is_null());
    CHECK(answer["error"]["code"] == -32005);
    end.run([&] { return !end.owner.closings.empty(); });
    CHECK(end.owner.closings ==
          std::vector<std::string>{"not a Farfield message: it does not begin with 'FFLD'"});
}

TEST_CASE("Connection: another version is answered with those supported", "[connection]")
{
    OneEnd end(each_transport());
    auto bytes = message({});
    bytes[4] = std::byte{2};
    end.write(bytes);
    const auto answer = control_of(end.read_to_end());
    CHECK(answer["error"]["code"] == -32002);
    CHECK(answer["error"]["data"] == Json{{"supported", {1}}});
}

TEST_CASE("Connection: a message that the owner refuses is answered with its reason", "[connection]")
{
    OneEnd end(each_transport());
    end.write(encode_header({.payload_bytes = 1ULL << 60}));
    const auto answer = control_of(end.read_to_end());
    CHECK(answer["error"]["code"] == -32005);
    CHECK(answer["error"]["message"] == "too long for this test");
}

TEST_CASE("Connection: an Echo that is too long is refused with the limit", "[connection]")
{
    OneEnd end(each_transport());
    end.write(encode_header({.type = MessageType::Echo, .payload_bytes = max_echo_bytes + 1}));
    CHECK(control_of(end.read_to_end())["error"]["message"] ==
          "an Echo of 65537 bytes: at most 65536 are allowed (max_echo_bytes)");
}

TEST_CASE("Connection: what was sent before a close arrives, even from a peer that sends on", "[connection]")
{
    OneEnd end(each_transport());
    end.write(message({}, pattern(100)));
    end.owner.connection->send({.time_ns = 1}, pattern(1000));
    end.owner.connection->close_when_sent("done");
    end.write(message({}, pattern(100)));
    CHECK(end.read_to_end() == message({.time_ns = 1}, pattern(1000)));
    end.run([&] { return !end.owner.closings.empty(); });
    CHECK(end.owner.closings == std::vector<std::string>{"done"});
    CHECK(end.owner.headers.empty());
}

TEST_CASE("Connection: says when the peer has closed", "[connection]")
{
    const Transport transport = each_transport();
    OneEnd between(transport);
    between.peer->close();
    between.run([&] { return !between.owner.closings.empty(); });
    CHECK(between.owner.closings[0] == "the peer closed the connection");

    OneEnd inside(transport);
    inside.write(encode_header({.payload_bytes = 10}));
    inside.peer->shutdown(RawSocket::shutdown_send);
    inside.run([&] { return !inside.owner.closings.empty(); });
    CHECK(inside.owner.closings[0] == "the peer closed the connection inside a message");
}

TEST_CASE("Connection: a peer that does not read is closed before much waits for it", "[connection]")
{
    OneEnd end(each_transport());
    const auto payload = pattern(60'000);
    for (int i = 0; end.owner.closings.empty(); ++i) {
        REQUIRE(i < 10'000);
        end.owner.connection->send({}, payload);
        end.io.restart();
        end.io.poll();
    }
    CHECK(end.owner.closings[0].starts_with("the peer does not read what is sent to it: "));
}

TEST_CASE("Connection: a silent peer is lost", "[connection]")
{
    OneEnd end(each_transport());
    end.owner.connection->expect_traffic_every(std::chrono::milliseconds(30));
    end.run([&] { return !end.owner.closings.empty(); });
    CHECK(end.owner.closings[0] == "nothing has come for 30 ms");
}

TEST_CASE("Connection: a peer with a large payload that trickles in is not silent", "[connection]")
{
    constexpr std::chrono::milliseconds silence{200}, enough{900}, interval{20};
    OneEnd end(each_transport());
    end.write(encode_header({.type = MessageType::Particles, .payload_bytes = end.owner.memory.size()}));
    end.owner.connection->expect_traffic_every(silence);

    // Far less than what the connection waits to be woken for. Both timers are on one thread, so that a
    // pause of the machine cannot fail this.
    const std::byte little{1};
    boost::asio::steady_timer timer(end.io);
    std::function<void()> trickle = [&] {
        timer.expires_after(interval);
        timer.async_wait([&](const boost::system::error_code& error) {
            if (error) return;
            end.write({&little, 1});
            trickle();
        });
    };
    trickle();
    const auto begin = std::chrono::steady_clock::now();
    end.run([&] { return std::chrono::steady_clock::now() - begin > enough; });
    CHECK(end.owner.closings.empty());
}

TEST_CASE("Connection: between messages that take long the event loop has other turns", "[connection]")
{
    OneEnd one(each_transport());
    one.owner.work = std::chrono::milliseconds(5);
    constexpr std::size_t messages = 40;
    for (std::size_t i = 0; i < messages; ++i) one.write(message({.type = MessageType::Control}, pattern(2)));
    std::size_t turns = 0;
    std::function<void()> turn = [&] { ++turns, boost::asio::post(one.io, turn); };
    turn();
    one.run([&] { return one.owner.headers.size() == messages; });
    CHECK(turns > messages / 2);
}

TEST_CASE("Connection: an owner may close it from inside a message", "[connection]")
{
    OneEnd end(each_transport());
    end.owner.close_on_message = true;
    auto bytes = message({}, pattern(5));
    append(bytes, message({}, pattern(6)));
    end.write(bytes);
    end.run([&] { return !end.owner.closings.empty(); });
    CHECK(end.owner.headers.size() == 1);
    CHECK(end.owner.closings == std::vector<std::string>{"the owner has had enough"});
}

TEST_CASE("Connection: an owner that abandons it hears nothing more", "[connection]")
{
    OneEnd end(each_transport());
    end.owner.abandon_on_message = true;
    auto bytes = message({}, pattern(5));
    append(bytes, message({}, pattern(6)));
    end.write(bytes);
    end.run([&] { return !end.owner.headers.empty(); });
    end.io.restart();
    end.io.poll();
    CHECK(end.owner.headers.size() == 1);
    CHECK(end.owner.closings.empty());
}

TEST_CASE("Connection: names its peer", "[connection]")
{
    boost::asio::io_context io;
    auto [first, second] = tcp_pair(io);
    Owner owner;
    const auto connection =
        std::make_shared<Connection>(io, std::make_unique<TcpStream>(std::move(first)), owner);
    CHECK(connection->peer() == "127.0.0.1:" + std::to_string(second.local_endpoint().port()));
}

TEST_CASE("Connection: over TCP the system gives up a peer after the silence, too", "[connection]")
{
    boost::asio::io_context io;
    auto [first, second] = tcp_pair(io);
    const int descriptor = first.native_handle();
    Owner owner;
    owner.connection = std::make_shared<Connection>(io, std::make_unique<TcpStream>(std::move(first)), owner);
    owner.connection->expect_traffic_every(std::chrono::milliseconds(4000));
    unsigned most = 0;
    ::socklen_t bytes = sizeof most;
    REQUIRE(::getsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &most, &bytes) == 0);
    CHECK(most == 4000);
    owner.connection->abandon();
}
