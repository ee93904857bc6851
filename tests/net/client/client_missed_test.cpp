// A client that was away for longer than its node keeps events.
#include "net/client/client.h"
#include "net/client/events_lost.h"
#include "net/transport/tcp_stream.h"
#include "tests/catch.h"
#include "tests/net/scripted_node.h"
#include <array>
#include <condition_variable>
#include <mutex>
#include <sys/socket.h>
#include <unistd.h>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

/// Connections that can be cut, and none while it is down.
struct Link {
    explicit Link(std::uint16_t to) : port(to) {}
    ~Link() { std::ranges::for_each(handles, ::close); }

    std::unique_ptr<ByteStream> make(boost::asio::io_context& io)
    {
        const std::lock_guard lock(mutex);
        if (is_down) throw std::runtime_error("the link is down");
        boost::asio::ip::tcp::socket socket(io);
        socket.connect({boost::asio::ip::address_v4::loopback(), port});
        handles.push_back(::dup(socket.native_handle()));
        return std::make_unique<TcpStream>(std::move(socket));
    }
    void take_down()
    {
        const std::lock_guard lock(mutex);
        is_down = true;
        for (const int handle : handles) ::shutdown(handle, SHUT_RDWR);
    }
    void put_up()
    {
        const std::lock_guard lock(mutex);
        is_down = false;
    }

    const std::uint16_t port;
    std::mutex mutex;
    bool is_down = false;
    std::vector<int> handles;
};

/// A client on such a link, and what it hears.
struct Away {
    explicit Away(TestNode& node) : link(node.port()), client(settings(), events()) {}

    [[nodiscard]] ClientSettings settings()
    {
        ClientSettings settings;
        settings.port = link.port;
        settings.resume = true;
        settings.connect = [this](boost::asio::io_context& io) { return link.make(io); };
        return settings;
    }
    [[nodiscard]] ClientEvents events()
    {
        return {.frame_arrived = {},
                .notified =
                    [this](const std::string& method, const Json& params) {
                        const std::lock_guard lock(mutex);
                        heard.emplace_back(method, params);
                    },
                .lost = {},
                .interrupted = [this](const Interruption&) { note(is_interrupted); },
                .resumed = [this] { note(is_resumed); }};
    }
    void note(bool& what)
    {
        const std::lock_guard lock(mutex);
        what = true;
        changed.notify_all();
    }
    [[nodiscard]] bool wait_for(const bool& what)
    {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, std::chrono::seconds(60), [&] { return what; });
    }
    /// Returns the parameters of all notifications of this name.
    [[nodiscard]] std::vector<Json> all(const std::string& method)
    {
        const std::lock_guard lock(mutex);
        std::vector<Json> found;
        for (const auto& [name, params] : heard)
            if (name == method) found.push_back(params);
        return found;
    }

    Link link;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::pair<std::string, Json>> heard;
    bool is_interrupted = false, is_resumed = false;
    Client client;
};

ClientSettings guest_of(Client& client, TestNode& node)
{
    const Json invited = client.call("session.invite", Json::object());
    ClientSettings guest;
    guest.port = node.port();
    guest.join = JoinCall{invited["session"], invited["secret"]};
    return guest;
}

/// More events than a node keeps.
void patch_often(Client& client)
{
    for (int i = 0; i < 300; ++i) (void)client.call("session.patch", {{"patch", {{"scene", {{"n", i}}}}}});
}

}  // namespace

TEST_CASE("Client: says that it has missed events, where more came than the node keeps, and what is now",
          "[client][resume]")
{
    TestNode node;
    Away away(node);
    (void)away.client.call("program.start", start_params({{"bytes", 100}}));
    Client other(guest_of(away.client, node), {});
    away.link.take_down();
    REQUIRE(away.wait_for(away.is_interrupted));
    patch_often(other);
    away.link.put_up();
    REQUIRE(away.wait_for(away.is_resumed));
    CHECK(away.all(events_lost).size() == 1);
    CHECK(away.heard.back().first == "program.updated");
}

TEST_CASE("Client: a program that ended while events were lost is reported, one that runs is not",
          "[client][resume]")
{
    TestNode node;
    Away away(node);
    std::array<std::vector<std::byte>, 2> memory{std::vector<std::byte>(400), std::vector<std::byte>(400)};
    std::array<FrameRing, 2> rings{FrameRing(slots_of(memory[0], 4)), FrameRing(slots_of(memory[1], 4))};
    for (const std::size_t i : {0U, 1U}) {
        const Json started = away.client.call("program.start", start_params({{"bytes", 100}}));
        away.client.attach(started["stream"].get<std::uint32_t>(), rings[i]);
    }
    Client other(guest_of(away.client, node), {});
    away.link.take_down();
    REQUIRE(away.wait_for(away.is_interrupted));
    (void)other.call("program.stop", {{"stream", 1}});
    patch_often(other);
    away.link.put_up();
    REQUIRE(away.wait_for(away.is_resumed));
    const auto ended = away.all("program.ended");
    REQUIRE(ended.size() == 1);
    CHECK(ended[0] ==
          Json{{"stream", 1}, {"reason", "stopped"}, {"message", "it ended while this viewer was away"}});
    CHECK(away.all("program.updated").size() == 1);
    away.client.close();
}
