// Nodes that connect to their viewer.
#include "net/session/listening/dialer.h"

#include <future>
#include <semaphore>

#include "net/client/reach/dial_listener.h"
#include "net/message/dial_messages.h"
#include "tests/net/cutting_proxy.h"
#include "tests/net/scripted_peer.h"
#include "tests/net/tls_node.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::chrono::seconds dial_patience{60};

ServerSettings dialling(std::uint16_t port, const std::string& token)
{
    ServerSettings settings;
    settings.is_listening = false;
    settings.dial = DialSettings{.host = "127.0.0.1", .port = port, .token = token};
    return settings;
}

std::shared_ptr<DialListener> listen(const std::string& token, std::uint16_t port = 0)
{
    return std::make_shared<DialListener>(HostPort{"127.0.0.1", port}, DialListener::Terms{token, {}});
}

ClientSettings at_listener(std::shared_ptr<const DialListener> listener)
{
    ClientSettings settings;
    settings.wait_for_nodes(std::move(listener));
    return settings;
}

/// Takes frames over the second connection.
class FrameTaker {
public:
    explicit FrameTaker(const ClientSettings& settings) : ring_({memory_.begin(), memory_.end()})
    {
        ClientEvents events;
        events.frame_arrived = [this](std::uint32_t) { arrived_.release(); };
        client_.emplace(settings, events);
        Json start = start_params();
        start["policy"] = "every";
        client_->attach(client_->call("program.start", start)["stream"].get<std::uint32_t>(), ring_);
    }
    ~FrameTaker() { client_->close(); }
    FrameTaker(const FrameTaker&) = delete;
    FrameTaker& operator=(const FrameTaker&) = delete;

    std::uint64_t take()
    {
        REQUIRE(arrived_.try_acquire_for(dial_patience));
        const auto frame = ring_.take_next();
        REQUIRE(frame);
        const auto number = load_big<std::uint64_t>(ring_.memory(frame->slot).data());
        ring_.release_oldest(1);
        client_->slots_released();
        return number;
    }
    [[nodiscard]] Client& client() { return *client_; }

private:
    std::vector<std::vector<std::byte>> memory_{2, std::vector<std::byte>(1 << 20)};
    FrameRing ring_;
    std::counting_semaphore<> arrived_{0};
    std::optional<Client> client_;
};

void check_session(const ClientSettings& settings)
{
    CHECK(FrameTaker(settings).take() == 0);
}

std::string text_of(const std::optional<Message>& message)
{
    REQUIRE(message);
    return {reinterpret_cast<const char*>(message->payload.data()), message->payload.size()};
}

std::string nonce_of_digits(char digit)
{
    return std::string(32, digit);
}

std::string hello_text(const std::string& nonce)
{
    return node_hello_text({.node = "another", .epoch = "e", .nonce = nonce});
}

}  // namespace

TEST_CASE("dial: a node that connects to its viewer serves a session on both connections, and another",
          "[dial]")
{
    const auto listener = listen("s3cret");
    const TestNode node(dialling(listener->at().port, "s3cret"));
    check_session(at_listener(listener));
    check_session(at_listener(listener));
}

TEST_CASE("dial: without a token both must be of this machine", "[dial]")
{
    const auto listener = listen("");
    const TestNode node(dialling(listener->at().port, ""));
    check_session(at_listener(listener));
    CHECK_THROWS_WITH(DialListener({"0.0.0.0", 0}, {}), ContainsSubstring("a token is needed"));
}

TEST_CASE("dial: a node that connects before its viewer listens tries again", "[dial]")
{
    std::uint16_t port = 0;
    {
        port = listen("s3cret")->at().port;
    }
    const TestNode node(dialling(port, "s3cret"));
    check_session(at_listener(listen("s3cret", port)));
}

TEST_CASE("dial: another token is refused, and the viewer says so", "[dial]")
{
    const auto listener = listen("s3cret");
    const TestNode node(dialling(listener->at().port, "another"));
    auto settings = at_listener(listener);
    settings.connect_timeout = std::chrono::seconds(2);
    CHECK_THROWS_WITH(Client(settings, {}), ContainsSubstring("has it another token?"));
}

TEST_CASE("dial: of each peer that is refused a line says why, and of one that comes again but once",
          "[dial]")
{
    std::promise<void> heard;
    std::vector<std::string> lines;
    const auto note = [&](const std::string& line) {
        lines.push_back(line);
        if (lines.size() == 2) heard.set_value();
    };
    const auto listener = std::make_shared<DialListener>(
        HostPort{"127.0.0.1", 0}, DialListener::Terms{.token = "s3cret", .tls = {}, .refused = note});
    std::stop_source enough;
    std::jthread viewer([&] {
        auto settings = at_listener(listener);
        settings.cancelled = enough.get_token();
        CHECK_THROWS(Client(settings, {}));
    });
    const auto visit = [&](const std::string& from) {
        RawPeer browser(listener->at().port, from);
        browser.send_text("GET / HTTP/1.0\r\n\r\n");
        CHECK_FALSE(browser.receive());
    };
    visit("127.0.0.2");
    visit("127.0.0.2");
    visit("127.0.0.3");
    heard.get_future().wait();
    enough.request_stop();
    viewer.join();
    REQUIRE(lines.size() == 2);
    CHECK_THAT(lines[0], ContainsSubstring("127.0.0.2") && ContainsSubstring(" is refused: "));
    CHECK_THAT(lines[1], ContainsSubstring("127.0.0.3"));
}

TEST_CASE("dial: of a node with TLS a viewer without it says what it may need", "[dial]")
{
    const auto listener = std::make_shared<DialListener>(
        HostPort{"127.0.0.1", 0}, DialListener::Terms{"s3cret", {}, std::chrono::milliseconds(50)});
    auto settings = dialling(listener->at().port, "s3cret");
    settings.tls = with_tls().tls;
    const TestNode node(settings);
    auto viewer = at_listener(listener);
    viewer.connect_timeout = std::chrono::seconds(2);
    CHECK_THROWS_WITH(Client(viewer, {}), ContainsSubstring("it said nothing; with TLS"));
}

TEST_CASE("dial: over TLS the viewer knows the node by its pin", "[dial]")
{
    const auto tls = own_context();
    const auto listen_for = [](const std::string& pin) {
        return std::make_shared<DialListener>(
            HostPort{"127.0.0.1", 0},
            DialListener::Terms{.token = "s3cret",
                                .tls = TlsTerms{.check = TlsTerms::Check::Pin, .pin = pin, .file = {}}});
    };
    const auto with_key = [&tls](std::uint16_t port) {
        ServerSettings settings = dialling(port, "s3cret");
        settings.tls = tls;
        return settings;
    };
    {
        const auto listener = listen_for(tls->pin());
        const TestNode node(with_key(listener->at().port));
        check_session(at_listener(listener));
    }
    const auto listener = listen_for("sha256:" + std::string(64, '0'));
    const TestNode node(with_key(listener->at().port));
    auto settings = at_listener(listener);
    settings.connect_timeout = std::chrono::seconds(2);
    CHECK_THROWS_WITH(Client(settings, {}), ContainsSubstring("its key is another"));
}

TEST_CASE("dial: a listening viewer of many silent and lying peers still finds its node", "[dial]")
{
    const auto listener = listen("s3cret");
    const std::uint16_t port = listener->at().port;
    std::vector<std::unique_ptr<RawPeer>> peers;
    for (int i = 0; i < 40; ++i) {
        peers.push_back(std::make_unique<RawPeer>(port, "127.0.0.2"));
        if (i % 4 == 1) peers.back()->send_text("F");  // a header that comes byte by byte
        if (i % 4 == 2) peers.back()->send_text("GET / HTTP/1.1\r\nHost: farfield\r\nAccept: */*\r\n\r\n");
        if (i % 4 == 3) peers.back()->send_header({.type = MessageType::Control, .payload_bytes = ~0ULL});
    }
    const TestNode node(dialling(port, "s3cret"));
    check_session(at_listener(listener));
}

TEST_CASE("dial: a listening viewer closes what is silent in time, and what is another protocol at once",
          "[dial]")
{
    using namespace std::chrono_literals;
    const auto wait_for_a_node = [](const std::shared_ptr<DialListener>& listener, auto meet) {
        std::stop_source enough;
        const std::jthread viewer([&] {
            auto settings = at_listener(listener);
            settings.cancelled = enough.get_token();
            CHECK_THROWS(Client(settings, {}));
        });
        meet(listener->at().port);
        enough.request_stop();
    };
    const auto listen_so_long = [](std::chrono::milliseconds patience) {
        return std::make_shared<DialListener>(HostPort{"127.0.0.1", 0},
                                              DialListener::Terms{"s3cret", {}, patience});
    };
    wait_for_a_node(listen_so_long(50ms), [](std::uint16_t port) {
        RawPeer silent(port);
        CHECK_FALSE(silent.receive());
        RawPeer greets(port);
        greets.send_control(hello_text(nonce_of_digits('1')));
        CHECK(greets.receive());
        CHECK_FALSE(greets.receive());
    });
    wait_for_a_node(listen_so_long(1h), [](std::uint16_t port) {
        RawPeer browser(port);
        browser.send_text("GET / HTTP/1.0\r\n\r\n");
        CHECK_FALSE(browser.receive());
    });
}

TEST_CASE("dial: a peer without the token learns no proof that it could show to another", "[dial]")
{
    const auto listener = listen("s3cret");
    std::stop_source enough;
    std::jthread viewer([&] {
        auto settings = at_listener(listener);
        settings.cancelled = enough.get_token();
        CHECK_THROWS(Client(settings, {}));
    });
    RawPeer peer(listener->at().port);
    peer.send_control(hello_text(nonce_of_digits('1')));
    const ViewerHello first = read_viewer_hello(text_of(peer.receive()));
    // What the viewer proves is of its own side, and of a nonce that it never takes again.
    CHECK(first.proof == dial_proof("s3cret", "viewer", nonce_of_digits('1'), first.nonce));
    peer.send_control(node_proof_text(first.proof));
    CHECK_FALSE(peer.receive());
    RawPeer again(listener->at().port);
    again.send_control(hello_text(nonce_of_digits('1')));
    const ViewerHello second = read_viewer_hello(text_of(again.receive()));
    CHECK(second.nonce != first.nonce);
    CHECK(second.proof != first.proof);
    enough.request_stop();
}

TEST_CASE("dial: a node proves nothing to a viewer that has not proved the token", "[dial]")
{
    ScriptedPeer viewer([](ScriptedPeer& self) {
        RawPeer node(self.acceptor());
        const NodeHello hello = read_node_hello(text_of(node.receive()));
        node.send_control(
            viewer_hello_text({.nonce = nonce_of_digits('2'),
                               .proof = dial_proof("a guess", "viewer", hello.nonce, nonce_of_digits('2'))}));
        CHECK_FALSE(node.receive());
        // The same again: the node has another nonce, and what was shown before is of no use.
        RawPeer next(self.acceptor());
        CHECK(read_node_hello(text_of(next.receive())).nonce != hello.nonce);
    });
    const TestNode node(dialling(viewer.port(), "s3cret"));
    viewer.join();
}

TEST_CASE("dial: a session whose connections are cut goes on over new ones of the node, without a frame lost",
          "[dial]")
{
    const auto listener = listen("s3cret");
    const CuttingProxy proxy(listener->at().port, 2000, 3);
    const TestNode node(dialling(proxy.port(), "s3cret"));
    auto settings = at_listener(listener);
    settings.resume = true;
    FrameTaker taker(settings);
    for (std::uint64_t number = 0; number < 400; ++number) REQUIRE(taker.take() == number);
    CHECK(proxy.cuts() > 0);
    CHECK(taker.client().link().resumes > 0);
}

TEST_CASE("dial: a node without a port of its own takes no guests", "[dial]")
{
    const auto listener = listen("s3cret");
    const TestNode node(dialling(listener->at().port, "s3cret"));
    Client owner(at_listener(listener), {});
    CHECK_THROWS_WITH(owner.call("session.invite", Json::object()), ContainsSubstring("no way to this node"));
    owner.close();
}

TEST_CASE("dial: a node that listens connects to no viewer", "[dial]")
{
    TestNode node;
    RawPeer peer(node.port());
    (void)peer.result("session.open", {{"protocol", {1}}});
    CHECK(peer.error_code("session.dial", Json::object()) == static_cast<int>(RpcCode::Failed));
}
