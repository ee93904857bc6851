// A client that loses its connections, against a real server.
#include "net/client/client.h"
#include "net/client/reach.h"
#include "net/transport/tcp_stream.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <sys/socket.h>
#include <unistd.h>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

/// The connections of a client, which a test can cut.
class CutLink {
public:
    explicit CutLink(std::uint16_t port) : port_(port) {}
    ~CutLink() { std::ranges::for_each(handles_, ::close); }
    CutLink(const CutLink&) = delete;
    CutLink& operator=(const CutLink&) = delete;

    /// Makes connections that are remembered in their order.
    [[nodiscard]] StreamMaker maker()
    {
        return [this](boost::asio::io_context& io) -> std::unique_ptr<ByteStream> {
            if (is_down) throw std::runtime_error("the link is down");
            if (made() == refused && !std::exchange(has_refused_, true))
                throw std::runtime_error("the link is down for a moment");
            boost::asio::ip::tcp::socket socket(io);
            const bool is_silent = made() == silent;
            const auto port = is_silent ? silent_peer_.local_endpoint().port() : port_;
            socket.connect({boost::asio::ip::address_v4::loopback(), port});
            const std::lock_guard lock(mutex_);
            handles_.push_back(::dup(socket.native_handle()));
            return std::make_unique<TcpStream>(std::move(socket));
        };
    }
    [[nodiscard]] std::size_t made()
    {
        const std::lock_guard lock(mutex_);
        return handles_.size();
    }
    /// Cuts the connections from number `first` on.
    void cut(std::size_t first)
    {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = first; i < handles_.size(); ++i) ::shutdown(handles_[i], SHUT_RDWR);
    }

    void cut_one(std::size_t number)
    {
        const std::lock_guard lock(mutex_);
        ::shutdown(handles_.at(number), SHUT_RDWR);
    }

    std::atomic<bool> is_down = false;
    std::atomic<std::size_t> silent = ~std::size_t{0};   ///< the connection of this number is not answered
    std::atomic<std::size_t> refused = ~std::size_t{0};  ///< the connection of this number, at its first try

private:
    const std::uint16_t port_;
    boost::asio::io_context io_;
    boost::asio::ip::tcp::acceptor silent_peer_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
    std::mutex mutex_;
    std::vector<int> handles_;
    bool has_refused_ = false;
};

/// Counts what a client reports.
struct Reports {
    [[nodiscard]] ClientEvents events()
    {
        return {.frame_arrived = [this](std::uint32_t) { count(frames); },
                .notified =
                    [this](const std::string& method, const Json&) {
                        if (method == "program.ended") count(ended);
                    },
                .lost =
                    [this](const std::string& words) {
                        {
                            const std::lock_guard lock(mutex);
                            why = words;
                        }
                        count(lost);
                    },
                .interrupted = [this](const Interruption&) { count(interrupted); },
                .resumed = [this] { count(resumed); }};
    }
    void count(int& number)
    {
        const std::lock_guard lock(mutex);
        ++number;
        changed.notify_all();
    }
    void wait_for(const int& number, int at_least)
    {
        std::unique_lock lock(mutex);
        if (!changed.wait_for(lock, std::chrono::seconds(60), [&] { return number >= at_least; }))
            throw std::runtime_error("what was waited for has not come");
    }

    std::mutex mutex;
    std::condition_variable changed;
    int frames = 0, ended = 0, lost = 0, interrupted = 0, resumed = 0;
    std::string why;
};

struct SlotRing {
    SlotRing(std::size_t slots, std::size_t slot_bytes)
        : memory(slots, Bytes(slot_bytes)), ring({memory.begin(), memory.end()})
    {}
    std::vector<Bytes> memory;
    FrameRing ring;
};

struct ResumingClient {
    explicit ResumingClient(const TestNode& node, const char* policy = "every", std::uint64_t frames = 0,
                            const std::string& token = "", std::size_t frame_bytes = 100,
                            bool is_single = false)
        : link(node.port()), owned(16, frame_bytes)
    {
        ClientSettings settings;
        settings.token = token;
        settings.port = node.port();
        settings.connect = link.maker();
        settings.resume = true;
        settings.is_single = is_single;
        client.emplace(settings, reports.events());
        Json start = start_params({{"bytes", frame_bytes}});
        start["policy"] = policy;
        start["slot_bytes"] = frame_bytes;
        if (frames > 0) start["frames"] = frames;
        CHECK(client->call("program.start", start)["stream"] == 1);
        client->attach(1, owned.ring);
    }
    /// Takes frames in their order up to number `end`. Each says its number.
    void take_until(std::uint64_t end)
    {
        while (next < end) {
            if (const auto taken = owned.ring.take_next()) {
                REQUIRE(owned.ring.info(taken->slot).header.sequence == next);
                REQUIRE(load_big<std::uint64_t>(owned.ring.memory(taken->slot).data()) == next);
                ++next;
                owned.ring.release_oldest(1);
                client->slots_released();
            } else {
                reports.wait_for(reports.frames, static_cast<int>(next) + 1);
            }
        }
    }

    CutLink link;
    Reports reports;
    SlotRing owned;
    std::uint64_t next = 0;
    std::optional<Client> client;
};

}  // namespace

TEST_CASE("Client: resumes when both connections break, and every frame comes once", "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    for (int cut = 1; cut <= 5; ++cut) {
        resuming.take_until(resuming.next + 100);
        resuming.link.cut(2 * static_cast<std::size_t>(cut - 1));
        resuming.reports.wait_for(resuming.reports.resumed, cut);
    }
    resuming.take_until(resuming.next + 100);
    CHECK(resuming.client->link().resumes == 5);
    CHECK(resuming.client->link().interrupted_ms > 0.0);
    CHECK(resuming.reports.lost == 0);
}

TEST_CASE("Client: resumes the data connection alone where the control connection stands", "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    resuming.take_until(50);
    resuming.link.cut(1);
    resuming.reports.wait_for(resuming.reports.resumed, 1);
    CHECK(resuming.link.made() == 3);
    resuming.take_until(150);
}

TEST_CASE("Client: a data connection that fails after the control connection was made is tried again",
          "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    resuming.take_until(50);
    resuming.link.refused = 3;
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.resumed, 1);
    resuming.take_until(150);
    CHECK(resuming.link.made() == 4);
    CHECK(resuming.reports.interrupted == 1);
}

TEST_CASE("Client: a resume that is not answered in time is tried on a new connection", "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    resuming.take_until(50);
    resuming.link.silent = 2;
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.resumed, 1);
    resuming.take_until(150);
    CHECK(resuming.link.made() == 5);
    CHECK(resuming.client->call("dataset.open", {{"dataset", "plain"}})["dataset"] == "plain");
}

TEST_CASE("Client: resumes at once where it is asked to, while frames are still on their way",
          "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    for (int cut = 1; cut <= 20; ++cut) {
        resuming.take_until(resuming.next + 20);
        const auto made = resuming.link.made();
        resuming.link.cut_one(made - 2);  // the control connection
        resuming.reports.wait_for(resuming.reports.interrupted, cut);
        resuming.client->retry_now();
        resuming.reports.wait_for(resuming.reports.resumed, cut);
    }
    resuming.take_until(resuming.next + 20);
}

TEST_CASE("Client: a single connection that breaks is resumed on one new one, and every frame comes once",
          "[client][resume][single]")
{
    TestNode node;
    ResumingClient resuming(node, "every", 0, "", 200'000, true);
    for (std::size_t cut = 1; cut <= 3; ++cut) {
        resuming.take_until(resuming.next + 20);
        resuming.link.cut(cut - 1);
        resuming.reports.wait_for(resuming.reports.resumed, static_cast<int>(cut));
        CHECK(resuming.link.made() == cut + 1);
    }
    resuming.take_until(resuming.next + 20);
    CHECK(resuming.client->call("dataset.list", Json::object())["datasets"].size() == 1);
    CHECK(resuming.reports.lost == 0);
}

TEST_CASE("Client: a single connection to a node that keeps no sessions is lost with the reason of its end",
          "[client][resume][single]")
{
    ServerSettings settings;
    settings.grace = std::chrono::seconds(0);
    TestNode node(settings);
    ResumingClient resuming(node, "every", 0, "", 100, true);
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.lost, 1);
    CHECK_THAT(resuming.reports.why, Catch::Matchers::ContainsSubstring("closed the connection") ||
                                         Catch::Matchers::ContainsSubstring("connection broke: "));
    CHECK(resuming.reports.interrupted == 0);
}

TEST_CASE("Client: calls made before and during a break are answered after it, each run once",
          "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    resuming.link.is_down = true;
    std::mutex mutex;
    std::vector<int> answers;
    const auto note = [&](int number) {
        return [&, number](const std::optional<RpcError>& error, const Json&) {
            const std::lock_guard lock(mutex);
            answers.push_back(error ? -number : number);
        };
    };
    resuming.client->call_async("dataset.open", {{"dataset", "slow"}}, note(1));
    node.service.slow.wait_for_arrival();
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.interrupted, 1);
    resuming.client->call_async("dataset.open", {{"dataset", "plain"}}, note(2));
    node.service.slow.open();
    resuming.link.is_down = false;
    resuming.reports.wait_for(resuming.reports.resumed, 1);
    CHECK(resuming.client->call("dataset.open", {{"dataset", "plain"}})["dataset"] == "plain");
    const std::lock_guard lock(mutex);
    CHECK(answers == std::vector<int>{1, 2});
    CHECK(node.service.opened == 3);
}

TEST_CASE("Client: hears of a program's end that happened during a break, with all of its frames",
          "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node, "every", 40);
    resuming.take_until(10);
    resuming.link.cut(0);
    resuming.take_until(40);
    resuming.reports.wait_for(resuming.reports.ended, 1);
    Json streams;
    do streams = resuming.client->call("node.stats", Json::object())["sessions"][0]["streams"];
    while (!streams.empty());
    CHECK(streams.empty());
}

TEST_CASE("Client: under policy latest numbers go on after a break", "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node, "latest");
    std::uint64_t sequence = 0, number = 0;
    const auto take = [&](std::uint64_t frames) {
        for (std::uint64_t i = 0; i < frames;) {
            const auto taken = resuming.owned.ring.take_next();
            if (!taken) continue;
            REQUIRE(resuming.owned.ring.info(taken->slot).header.sequence == sequence);
            const auto now = load_big<std::uint64_t>(resuming.owned.ring.memory(taken->slot).data());
            CHECK(now >= number);
            number = now;
            ++sequence, ++i;
            resuming.owned.ring.release_oldest(1);
            resuming.client->slots_released();
        }
    };
    take(50);
    resuming.link.cut(0);
    take(100);
    CHECK(resuming.client->link().resumes == 1);
}

TEST_CASE("Client: a session that the node does not keep is lost, with its words", "[client][resume]")
{
    ServerSettings settings;
    settings.grace = std::chrono::seconds(600);
    settings.limits.max_kept = 0;
    TestNode node(settings);
    ResumingClient resuming(node);
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.lost, 1);
    CHECK_THAT(resuming.reports.why, Catch::Matchers::ContainsSubstring("no such session"));
    CHECK(resuming.client->is_lost());
}

TEST_CASE("Client: a node that shuts down ends the session at once", "[client][resume]")
{
    auto node = std::make_unique<TestNode>();
    ResumingClient resuming(*node);
    node.reset();
    resuming.reports.wait_for(resuming.reports.lost, 1);
    CHECK_THAT(resuming.reports.why, Catch::Matchers::ContainsSubstring("shutting down"));
}

TEST_CASE("Client: shows its token when it resumes, too", "[client][resume]")
{
    TestNode node(with_token("s3cret"));
    ResumingClient resuming(node, "every", 0, "s3cret");
    resuming.take_until(20);
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.resumed, 1);
    resuming.take_until(40);
}

TEST_CASE("Client: a session with a node that keeps none is lost at once", "[client][resume]")
{
    ServerSettings settings;
    settings.grace = std::chrono::seconds(0);
    TestNode node(settings);
    ResumingClient resuming(node);
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.lost, 1);
    CHECK(resuming.reports.interrupted == 0);
}

TEST_CASE("Client: can be closed while it is interrupted", "[client][resume]")
{
    TestNode node;
    ResumingClient resuming(node);
    resuming.link.is_down = true;
    resuming.link.cut(0);
    resuming.reports.wait_for(resuming.reports.interrupted, 1);
    resuming.client->close();
    CHECK(resuming.reports.lost == 0);
}

TEST_CASE("Client: without resume a break ends the session", "[client][resume]")
{
    TestNode node;
    CutLink link(node.port());
    Reports reports;
    ClientSettings settings;
    settings.port = node.port();
    settings.connect = link.maker();
    const Client client(settings, reports.events());
    link.cut(0);
    reports.wait_for(reports.lost, 1);
    CHECK(reports.interrupted == 0);
}
