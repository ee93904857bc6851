#include "relay/json/json_reader.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <condition_variable>
#include <mutex>

#include "relay/sockets/datagram_sender.h"
#include "tests/catch.h"
#include "tests/relay/core/unused_port.h"

using namespace farfield;
using namespace farfield::net::relay;
using Catch::Matchers::ContainsSubstring;
using Way = JsonSpec::Way;

namespace {

constexpr std::chrono::seconds reader_patience{20};

/// A reader of one input, and what came of its lines.
class Reading {
public:
    explicit Reading(Way way, TokenCheck is_token = {}, Ipv4 address = loopback_ipv4)
        : at_{address, test::unused_port()}, reader_{sink(), std::move(is_token)}
    {
        JsonSpec spec;
        spec.way = way;
        spec.at = at_;
        reader_.open(3, "json:test", spec);
        reader_.start();
    }

    /// Ids that were taken, once so many lines were taken or refused.
    std::vector<std::string> ids_after(std::uint64_t lines)
    {
        std::unique_lock lock(mutex_);
        REQUIRE(news_.wait_for(lock, reader_patience, [&] { return reader_.counters(3).received >= lines; }));
        return ids_;
    }
    /// The first line for the log.
    std::string warning()
    {
        std::unique_lock lock(mutex_);
        REQUIRE(news_.wait_for(lock, reader_patience, [this] { return !warnings_.empty(); }));
        return warnings_.front();
    }
    [[nodiscard]] LineCounters counters() const { return reader_.counters(3); }
    [[nodiscard]] Endpoint at() const { return {loopback_ipv4, at_.port}; }

private:
    LineSink sink()
    {
        return {.take =
                    [this](const JsonEntity& entity, std::uint32_t input, std::uint64_t /*sender*/) {
                        const std::lock_guard lock(mutex_);
                        ids_.push_back(entity.id);
                        return input == 3 && entity.id != "full";
                    },
                .taken =
                    [this] {
                        const std::lock_guard lock(mutex_);
                        news_.notify_all();
                    },
                .warn =
                    [this](const std::string& text) {
                        const std::lock_guard lock(mutex_);
                        warnings_.push_back(text);
                        news_.notify_all();
                    }};
    }

    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<std::string> ids_, warnings_;
    Endpoint at_;
    JsonReader reader_;
};

class Connection {
public:
    explicit Connection(const Endpoint& to) : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)}
    {
        const auto address = to_system(to);
        REQUIRE(::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }
    void send(std::string_view text)
    {
        while (!text.empty()) {
            const auto sent = ::send(fd_.get(), text.data(), text.size(), MSG_NOSIGNAL);
            REQUIRE(sent > 0);
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
    }
    /// Whether the other end has closed it.
    [[nodiscard]] bool is_closed() const
    {
        char byte = 0;
        return ::recv(fd_.get(), &byte, 1, 0) <= 0;
    }

private:
    FileDescriptor fd_;
};

std::string at_zero(const std::string& id)
{
    return fmt::format("{{\"id\": \"{}\", \"lon\": 0, \"lat\": 0}}\n", id);
}

}  // namespace

TEST_CASE("JsonReader: one connection too many takes the place of that which is silent longest", "[json]")
{
    Reading reading{Way::Tcp};
    std::vector<std::unique_ptr<Connection>> idle;
    for (std::size_t i = 0; i < max_json_connections; ++i) {
        idle.push_back(std::make_unique<Connection>(reading.at()));
        idle.back()->send(at_zero(fmt::format("idle {}", i)));
        REQUIRE(reading.ids_after(i + 1).size() == i + 1);
    }
    Connection one_more{reading.at()};
    one_more.send(at_zero("late"));
    CHECK(reading.ids_after(max_json_connections + 1).back() == "late");
    CHECK(idle.front()->is_closed());
}

TEST_CASE("JsonReader: connections without the token do not take the place of one that gave it", "[json]")
{
    Reading reading{Way::Tcp, [](std::string_view given) { return given == "secret"; }, 0};
    Connection known{reading.at()};
    known.send("secret\n" + at_zero("before"));
    REQUIRE(reading.ids_after(1) == std::vector<std::string>{"before"});
    std::vector<std::unique_ptr<Connection>> strangers;
    for (std::size_t i = 0; i < 2 * max_json_connections; ++i)
        strangers.push_back(std::make_unique<Connection>(reading.at()));
    CHECK(strangers.front()->is_closed());
    known.send(at_zero("after"));
    CHECK(reading.ids_after(2) == std::vector<std::string>{"before", "after"});
}

TEST_CASE("JsonReader: a listener that the system gives no descriptor says so, rests, and goes on", "[json]")
{
    Reading reading{Way::Tcp};
    Connection before{reading.at()};
    before.send(at_zero("before"));
    REQUIRE(reading.ids_after(1).size() == 1);
    rlimit usual{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &usual) == 0);
    const FileDescriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const rlimit none{.rlim_cur = static_cast<rlim_t>(socket.get()), .rlim_max = usual.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    const auto address = to_system(reading.at());
    CHECK(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    const std::string said = reading.warning();
    CHECK(::setrlimit(RLIMIT_NOFILE, &usual) == 0);
    CHECK_THAT(said, ContainsSubstring("cannot take a connection: Too many open files"));
    const std::string line = at_zero("late");
    CHECK(::send(socket.get(), line.data(), line.size(), MSG_NOSIGNAL) == std::ssize(line));
    CHECK(reading.ids_after(2) == std::vector<std::string>{"before", "late"});
}

TEST_CASE("JsonReader: good lines of a connection are taken, bad ones are counted and named", "[json]")
{
    Reading reading{Way::Tcp};
    {
        Connection connection{reading.at()};
        connection.send(at_zero("a") + "\n\r\n");
        connection.send("{\"id\": \"b\", \"lon\": 8, \"lat\": 91}\n" + at_zero("c"));
        connection.send(std::string(1U << 20U, 'x') + "\n" + at_zero("d"));
        connection.send("{\"id\": \"e\", \"a\": " + std::string(200, '[') + "\n" + at_zero("full"));
        connection.send("{\"id\": \"half\", \"lon\"");
    }
    CHECK(reading.ids_after(8) == std::vector<std::string>{"a", "c", "d", "full"});
    CHECK(reading.counters().received == 8);
    CHECK(reading.counters().refused == 5);
    CHECK(reading.counters().taken == 3);
    CHECK_THAT(reading.warning(), ContainsSubstring("json:test") && ContainsSubstring("127.0.0.1:") &&
                                      ContainsSubstring("line 4") && ContainsSubstring("lat") &&
                                      ContainsSubstring("91"));
}

TEST_CASE("JsonReader: a line may come in parts, and the last one without a newline", "[json]")
{
    Reading reading{Way::Tcp};
    {
        Connection connection{reading.at()};
        const std::string line = at_zero("a");
        for (const char c : line) connection.send({&c, 1});
        connection.send(std::string_view{line}.substr(0, line.size() - 1));
    }
    CHECK(reading.ids_after(2) == std::vector<std::string>{"a", "a"});
}

TEST_CASE("JsonReader: datagrams hold one line or several", "[json]")
{
    Reading reading{Way::Udp};
    DatagramSender sender{{.to = reading.at()}};
    const std::string one = R"({"id": "a", "lon": 0, "lat": 0})",
                      several = at_zero("b") + "{\n" + at_zero("c");
    const std::array datagrams{std::as_bytes(std::span{one}), std::as_bytes(std::span{several})};
    REQUIRE(sender.send(datagrams) == 2);
    CHECK(reading.ids_after(4) == std::vector<std::string>{"a", "b", "c"});
    CHECK(reading.counters().refused == 1);
}

TEST_CASE("JsonReader: beyond loopback a connection begins with the token", "[json]")
{
    const TokenCheck is_token = [](std::string_view given) { return given == "sesame"; };
    Reading reading{Way::Tcp, is_token, 0};
    Connection stranger{reading.at()}, talker{reading.at()}, friendly{reading.at()};
    stranger.send(at_zero("stranger"));
    CHECK(stranger.is_closed());
    talker.send(std::string(10'000, 'x'));
    talker.send("\n" + at_zero("talker"));
    CHECK(talker.is_closed());
    friendly.send("sesame\n" + at_zero("friend"));
    CHECK(reading.ids_after(1) == std::vector<std::string>{"friend"});
    CHECK_THAT(reading.warning(), ContainsSubstring("--json-token"));
    CHECK(reading.counters().received == 1);
}

TEST_CASE("JsonReader: beyond loopback without a token, and a port in use, are refused in words", "[json]")
{
    JsonReader reader{{}, {}};
    JsonSpec spec;
    spec.way = Way::Tcp;
    spec.at = {0, 5000};
    CHECK_THROWS_WITH(reader.open(0, "json:tcp:0.0.0.0:5000", spec), ContainsSubstring("--json-token"));
    const Reading other{Way::Tcp};
    spec.at = other.at();
    CHECK_THROWS_WITH(reader.open(0, "json:tcp", spec), ContainsSubstring(to_text(other.at())));
}
