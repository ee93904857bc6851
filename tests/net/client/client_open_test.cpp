#include "net/client/client.h"

#include <array>
#include <stop_token>

#include "tests/catch.h"
#include "tests/net/scripted_node.h"
#include "tests/net/scripted_peer.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
/// The error of Client's constructor for this peer.
std::string complaint(const ClientSettings& settings)
{
    try {
        const Client client(settings, {});
    } catch (const RpcError& error) {
        return "RpcError " + std::to_string(static_cast<int>(error.code)) + ": " + error.what();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

/// A peer that sends `bytes` and waits for the viewer to close.
ScriptedPeer::Script says(Bytes bytes)
{
    return [bytes = std::move(bytes)](ScriptedPeer& peer) {
        RawPeer control(peer.acceptor());
        control.send_bytes(bytes);
        control.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send);
        (void)control.is_closed();
    };
}

/// A peer that answers session.open with an error.
ScriptedPeer::Script refuses(int code, const std::string& message)
{
    return [=](ScriptedPeer& peer) {
        RawPeer control(peer.acceptor());
        const auto call = control.receive_json();
        control.send_control(
            Json{{"jsonrpc", "2.0"}, {"id", call["id"]}, {"error", {{"code", code}, {"message", message}}}}
                .dump());
        (void)control.is_closed();
    };
}
}  // namespace

TEST_CASE("Client: a port without a node is said with the node's name", "[client]")
{
    ClientSettings settings;
    {
        boost::asio::io_context io;
        const boost::asio::ip::tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
        settings.port = acceptor.local_endpoint().port();
    }
    CHECK(complaint(settings) == "cannot connect to 127.0.0.1:" + std::to_string(settings.port) +
                                     ": Connection refused; is a node or relay running there?");
}

TEST_CASE("Client: a host that does not exist is said with its name", "[client]")
{
    ClientSettings settings;
    settings.host = "no-such-host.invalid";
    CHECK(complaint(settings).starts_with("cannot connect to no-such-host.invalid:7117: "));
}

TEST_CASE("Client: a peer that answers with garbage is no Farfield node", "[client]")
{
    const ScriptedPeer peer(says(bytes_of("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")));
    CHECK(complaint(peer.settings()) ==
          peer.name() + " is no usable Farfield node: not a Farfield message: it does not begin with 'FFLD'");
}

TEST_CASE("Client: a node of another version is said with both versions", "[client]")
{
    auto bytes = message({}, pattern(50));
    bytes[4] = std::byte{2};
    const ScriptedPeer peer(says(bytes));
    CHECK(complaint(peer.settings()) ==
          peer.name() + " is no usable Farfield node: protocol version not supported: expected 1, found 2");
}

TEST_CASE("Client: a peer that closes at once is no Farfield node", "[client]")
{
    const ScriptedPeer peer(says({}));
    CHECK(complaint(peer.settings()) ==
          peer.name() + " is no usable Farfield node: the peer closed the connection");
}

TEST_CASE("Client: a header that claims 2^60 bytes is refused", "[client]")
{
    const ScriptedPeer peer(says(copy_of(encode_header({.payload_bytes = 1ULL << 60}))));
    CHECK(complaint(peer.settings()) ==
          peer.name() +
              " is no usable Farfield node: a message of type 1 has 1152921504606846976 bytes: at most "
              "1048576 are allowed (max_control_bytes)");
}

TEST_CASE("Client: an error without an id is the node's last word", "[client]")
{
    const ScriptedPeer peer(says(message(
        {}, bytes_of(
                R"({"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"too many connections"}})"))));
    CHECK(complaint(peer.settings()) ==
          peer.name() + " is no usable Farfield node: the node reports: too many connections");
}

TEST_CASE("Client: a silent peer is given up in time", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        RawPeer control(self.acceptor());
        (void)control.is_closed();
    });
    auto settings = peer.settings();
    settings.connect_timeout = std::chrono::milliseconds(50);
    CHECK(complaint(settings) == peer.name() + " did not answer within 50 ms; is it a Farfield node?");
}

TEST_CASE("Client: an opening that is cancelled ends, also while TLS waits for an answer", "[client]")
{
    std::stop_source stop;
    ScriptedPeer peer([&stop](ScriptedPeer& silent) {
        RawPeer control(silent.acceptor());
        std::array<std::byte, 4096> hello;
        boost::system::error_code ended;
        while (!ended) {
            (void)control.socket().read_some(boost::asio::buffer(hello), ended);
            stop.request_stop();
        }
    });
    ClientSettings settings = peer.settings();
    settings.connect_timeout = std::chrono::minutes(1);
    settings.tls.emplace();
    settings.cancelled = stop.get_token();
    CHECK(complaint(settings).find("cancelled") != std::string::npos);
}

TEST_CASE("Client: a refused token is said with the node's code and words", "[client]")
{
    const ScriptedPeer peer(refuses(-32001, "the token is wrong"));
    CHECK(complaint(peer.settings()) ==
          "RpcError -32001: " + peer.name() + " refused the session: the token is wrong");
}

TEST_CASE("Client: a refused version is said with the node's code and words", "[client]")
{
    const ScriptedPeer peer(refuses(-32002, "this node speaks version 7"));
    CHECK(complaint(peer.settings()) ==
          "RpcError -32002: " + peer.name() + " refused the session: this node speaks version 7");
}

TEST_CASE("Client: a faulty answer to session.open is said with its fault", "[client]")
{
    const ScriptedPeer peer([](ScriptedPeer& self) {
        RawPeer control(self.acceptor());
        answer(control, {{"protocol", 1}, {"session", 5}});
        (void)control.is_closed();
    });
    CHECK(complaint(peer.settings()) == peer.name() +
                                            " is no usable Farfield node: its answer to session.open: "
                                            "parameter 'session': expected a string, found 5");
}

TEST_CASE("Client: a node that refuses the data connection is said with its words", "[client]")
{
    const ScriptedPeer peer([](ScriptedPeer& self) {
        RawPeer control(self.acceptor());
        answer(control, session_result());
        RawPeer data(self.acceptor());
        const auto call = data.receive_json();
        data.send_control(Json{{"jsonrpc", "2.0"},
                               {"id", call["id"]},
                               {"error", {{"code", -32004}, {"message", "no such session"}}}}
                              .dump());
        (void)control.is_closed();
    });
    CHECK(complaint(peer.settings()) ==
          "RpcError -32004: " + peer.name() + " refused the session: no such session");
}

TEST_CASE("Client: opens a session with a real node", "[client]")
{
    const TestNode node;
    ClientSettings settings;
    settings.port = node.port();
    Client client(settings, {});
    CHECK(client.session()["protocol"] == 1);
    CHECK(farfield::model::read_answer<farfield::model::DatasetList>(
              client.call("dataset.list", Json::object()))
              .datasets.at(0)
              .name == "plain");
    CHECK_THROWS_WITH(client.call("dataset.open", {{"dataset", "missing"}}), "there is no dataset 'missing'");
    CHECK_FALSE(client.is_lost());
}

TEST_CASE("Client: shows the node its token", "[client]")
{
    ServerSettings server;
    server.token = "correct horse battery staple";
    const TestNode node(server);
    ClientSettings settings;
    settings.port = node.port();
    CHECK(complaint(settings).starts_with("RpcError -32001: 127.0.0.1:"));
    settings.token = server.token;
    CHECK(complaint(settings).empty());
}
