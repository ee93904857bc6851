#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <utility>
#include <vector>

#include "net/message/control_messages.h"
#include "net/message/messages.h"

/// A viewer's socket in the raw: whatever a test likes goes over it, also what no viewer would send.
namespace farfield::net::test {

struct Message {
    MessageHeader header;
    std::vector<std::byte> payload;

    [[nodiscard]] Json json() const
    {
        return Json::parse(reinterpret_cast<const char*>(payload.data()),
                           reinterpret_cast<const char*>(payload.data()) + payload.size());
    }
};

/// A connected socket, not owned by anything yet.
struct Descriptor {
    int number;
    int family;  ///< AF_INET, AF_UNIX
};

class RawPeer {
public:
    using Socket = boost::asio::generic::stream_protocol::socket;

    explicit RawPeer(std::uint16_t port) : RawPeer() { connect(port); }
    /// From another address of this machine, 127.0.0.2 and so on.
    RawPeer(std::uint16_t port, const std::string& from) : RawPeer()
    {
        socket_.bind(boost::asio::ip::tcp::endpoint(boost::asio::ip::make_address(from), 0));
        connect(port);
    }
    /// A socket that is not connected yet.
    RawPeer() : socket_(io_) { socket_.open(boost::asio::ip::tcp::v4()); }
    void connect(std::uint16_t port)
    {
        socket_.connect(boost::asio::ip::tcp::endpoint(boost::asio::ip::address_v4::loopback(), port));
        prepare();
    }
    explicit RawPeer(Descriptor connected) : socket_(io_)
    {
        socket_.assign(boost::asio::generic::stream_protocol(connected.family, 0), connected.number);
        prepare();
    }
    /// The other end: a node's socket.
    explicit RawPeer(boost::asio::ip::tcp::acceptor& acceptor) : socket_(io_)
    {
        acceptor.accept(socket_);
        prepare();
    }

    void prepare()
    {
        boost::system::error_code ignored;  // of a local socket
        socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
        const timeval patience{.tv_sec = 60, .tv_usec = 0};  // a fault fails the test instead of hanging it
        ::setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }

    [[nodiscard]] int native_handle() { return socket_.native_handle(); }

    void send_bytes(std::span<const std::byte> bytes)
    {
        boost::system::error_code ignored;  // the node may have closed already: what it said is what counts
        boost::asio::write(socket_, boost::asio::buffer(bytes.data(), bytes.size()), ignored);
    }
    void send_text(const std::string& text) { send_bytes(std::as_bytes(std::span(text))); }

    void send(MessageHeader header, std::span<const std::byte> payload = {})
    {
        header.payload_bytes = payload.size();
        send_header(header);
        send_bytes(payload);
    }
    void send_header(const MessageHeader& header) { send_bytes(encode_header(header)); }
    void send_control(const std::string& text)
    {
        send({.type = MessageType::Control}, std::as_bytes(std::span(text)));
    }
    void send_call(const Json& id, const std::string& method, const Json& params = Json::object())
    {
        send_control(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
    }
    void credit(std::uint32_t stream, std::uint64_t total)
    {
        send({.type = MessageType::Credit, .stream = stream, .sequence = total});
    }

    /// The next message, or nothing when the node has closed the connection.
    std::optional<Message> receive()
    {
        HeaderBytes bytes;
        if (!read(bytes)) return std::nullopt;
        Message message;
        if (decode_header(bytes, message.header)) throw std::runtime_error("the node sent no header");
        message.payload.resize(message.header.payload_bytes);
        if (!read(message.payload)) return std::nullopt;
        return message;
    }
    /// The next control message.
    Json receive_json()
    {
        const auto message = receive();
        if (!message) throw std::runtime_error("the node closed the connection instead of answering");
        if (message->header.type != MessageType::Control)
            throw std::runtime_error("expected a control message");
        return message->json();
    }
    /// Calls and waits for the answer; notifications on the way are kept.
    Json call(const std::string& method, const Json& params = Json::object())
    {
        const Json id = ++last_id_;
        send_call(id, method, params);
        for (;;) {
            Json answer = receive_json();
            if (answer.contains("method"))
                notifications_.push_back(std::move(answer));
            else if (answer["id"] == id)
                return answer;
        }
    }
    /// The result of a call that succeeds.
    Json result(const std::string& method, const Json& params = Json::object())
    {
        const Json answer = call(method, params);
        if (answer.contains("error")) throw std::runtime_error(answer["error"].dump());
        return answer["result"];
    }
    /// The code of a call that fails.
    int error_code(const std::string& method, const Json& params = Json::object())
    {
        return call(method, params).at("error").at("code").get<int>();
    }
    /// The next notification, kept or still to come.
    Json notification()
    {
        if (notifications_.empty()) return receive_json();
        Json first = std::move(notifications_.front());
        notifications_.erase(notifications_.begin());
        return first;
    }

    /// Reads past what still comes. True when the node has closed the connection.
    bool is_closed()
    {
        while (receive()) {
        }
        return true;
    }
    void close() { socket_.close(); }
    Socket& socket() { return socket_; }

private:
    bool read(std::span<std::byte> to)
    {
        for (std::size_t done = 0; done < to.size();) {
            const auto got = ::recv(socket_.native_handle(), to.data() + done, to.size() - done, 0);
            if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
                throw std::runtime_error("the node is silent");
            if (got <= 0) return false;
            done += static_cast<std::size_t>(got);
        }
        return true;
    }

    boost::asio::io_context io_;
    Socket socket_;
    std::vector<Json> notifications_;
    int last_id_ = 1000;
};

/// Both connections of a session, opened.
struct RawViewer {
    explicit RawViewer(std::uint16_t port, const std::string& token = "") : control(port), data(port)
    {
        open(token);
    }
    /// node: anything with a connect() that a RawPeer can be made of.
    template <class Node>
    requires requires(Node& node) { node.connect(); }
    explicit RawViewer(Node& node) : control(node.connect()), data(node.connect()) { open(""); }
    void open(const std::string& token)
    {
        Json params{{"protocol", {protocol_version}}, {"client", "test"}};
        if (!token.empty()) params["token"] = token;
        session = control.result("session.open", params);
        attach(data);
    }
    void attach(RawPeer& peer) const
    {
        (void)peer.result("session.attach", {{"session", session["session"]}, {"secret", session["secret"]}});
    }

    RawPeer control;
    RawPeer data;
    Json session;
};

}  // namespace farfield::net::test
