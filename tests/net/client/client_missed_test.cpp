// A client that was away for longer than its node keeps events.
#include "net/client/client.h"
#include "net/client/events_lost.h"
#include "net/transport/tcp_stream.h"
#include "tests/catch.h"
#include "tests/net/scripted_node.h"
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

}  // namespace

TEST_CASE("Client: says that it has missed events, where more came than the node keeps, and what is now",
          "[client][resume]")
{
    TestNode node;
    Link link(node.port());
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> heard;
    bool is_interrupted = false, is_resumed = false;
    const auto wait_for = [&](const bool& what) {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, std::chrono::seconds(60), [&] { return what; });
    };
    const auto note = [&](bool& what) {
        const std::lock_guard lock(mutex);
        what = true;
        changed.notify_all();
    };
    ClientSettings settings;
    settings.port = node.port();
    settings.resume = true;
    settings.connect = [&](boost::asio::io_context& io) { return link.make(io); };
    Client away(settings, {.frame_arrived = {},
                           .notified =
                               [&](const std::string& method, const Json&) {
                                   const std::lock_guard lock(mutex);
                                   heard.push_back(method);
                               },
                           .lost = {},
                           .interrupted = [&](const Interruption&) { note(is_interrupted); },
                           .resumed = [&] { note(is_resumed); }});
    (void)away.call("program.start", start_params({{"bytes", 100}}));
    const Json invited = away.call("session.invite", Json::object());
    ClientSettings guest;
    guest.port = node.port();
    guest.join = JoinCall{invited["session"], invited["secret"]};
    Client other(guest, {});
    link.take_down();
    REQUIRE(wait_for(is_interrupted));
    for (int i = 0; i < 300; ++i) (void)other.call("session.patch", {{"patch", {{"scene", {{"n", i}}}}}});
    link.put_up();
    REQUIRE(wait_for(is_resumed));
    const std::lock_guard lock(mutex);
    CHECK(std::ranges::count(heard, events_lost) == 1);
    CHECK(heard.back() == "program.updated");
}
