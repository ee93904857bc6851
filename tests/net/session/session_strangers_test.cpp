// Connections that belong to no session cannot take the places of those that do.
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_node.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int many = 64;

void expect_room(const TestNode& node)
{
    RawViewer viewer(node.port(), "s3cret");
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

bool answers_echo(RawPeer& peer)
{
    peer.send({.type = MessageType::Echo, .sequence = 3});
    const auto reply = peer.receive();
    return reply && reply->header.type == MessageType::Echo;
}

/// The node's log while this lives. To be made before the node, which logs from its own thread.
class Log final : public spdlog::sinks::base_sink<std::mutex> {
public:
    void wait_for(const std::string& words)
    {
        std::unique_lock lock(lines_mutex_);
        changed_.wait(lock, [&] { return lines_.find(words) != std::string::npos; });
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override
    {
        const std::lock_guard lock(lines_mutex_);
        lines_.append(message.payload.data(), message.payload.size());
        changed_.notify_all();
    }
    void flush_() override {}

private:
    std::mutex lines_mutex_;
    std::condition_variable changed_;
    std::string lines_;
};

struct Logged {
    Logged() { spdlog::default_logger()->sinks().push_back(log); }
    ~Logged() { spdlog::default_logger()->sinks().pop_back(); }
    Logged(const Logged&) = delete;
    Logged& operator=(const Logged&) = delete;

    std::shared_ptr<Log> log = std::make_shared<Log>();
};

/// While this lives, this process can open no file and accept no connection.
class NoDescriptors {
public:
    NoDescriptors()
    {
        getrlimit(RLIMIT_NOFILE, &before_);
        const int lowest_free = dup(STDIN_FILENO);
        close(lowest_free);
        const rlimit none{static_cast<rlim_t>(lowest_free), before_.rlim_max};
        setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

private:
    rlimit before_{};
};

}  // namespace

TEST_CASE("Strangers: 64 idle connections lock no viewer out", "[session][strangers]")
{
    TestNode node(with_token("s3cret"));
    std::deque<RawPeer> idle;
    for (int i = 0; i < many; ++i) idle.emplace_back(node.port());
    expect_room(node);
}

TEST_CASE("Strangers: 64 connections inside their first header lock no viewer out", "[session][strangers]")
{
    TestNode node(with_token("s3cret"));
    std::deque<RawPeer> half;
    const HeaderBytes header = encode_header({.payload_bytes = 100});
    for (int i = 0; i < many; ++i) half.emplace_back(node.port()).send_bytes(std::span(header).first(17));
    expect_room(node);
}

TEST_CASE("Strangers: 64 connections that gave wrong secrets and stay lock no viewer out",
          "[session][strangers]")
{
    TestNode node(with_token("s3cret"));
    RawViewer viewer(node.port(), "s3cret");
    const Json guess{{"session", viewer.session["session"]}, {"secret", std::string(64, '0')}};
    std::deque<RawPeer> thieves;
    for (int i = 0; i < many; ++i) thieves.emplace_back(node.port()).send_call(1, "session.attach", guess);
    expect_room(node);
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("Strangers: they are counted apart from the connections of sessions", "[session][strangers]")
{
    ServerSettings settings = with_token("s3cret");
    settings.limits.max_sessions = 2;
    settings.limits.max_connections = 4;
    TestNode node(settings);
    std::deque<RawPeer> idle;
    for (int i = 0; i < many; ++i) idle.emplace_back(node.port());
    RawViewer first(node.port(), "s3cret");
    expect_room(node);
    CHECK(first.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("max_strangers: one more takes the place of the oldest, which is reported", "[session][strangers]")
{
    ServerSettings settings;
    settings.limits.max_strangers = 2;
    TestNode node(settings);
    RawPeer first(node.port());
    RawPeer second(node.port());
    CHECK(answers_echo(first));
    CHECK(answers_echo(second));
    RawPeer third(node.port());
    CHECK(first.receive_json()["error"]["data"] ==
          Json{{"limit", "max_strangers"}, {"value", 2}, {"asked", 3}});
    CHECK(first.is_closed());
    CHECK(answers_echo(second));
    CHECK(answers_echo(third));
}

TEST_CASE("max_strangers: those of one address do not drive out those of another", "[session][strangers]")
{
    ServerSettings settings;
    settings.limits.max_strangers = 3;
    TestNode node(settings);
    RawPeer other(node.port(), "127.0.0.2");
    CHECK(answers_echo(other));
    std::deque<RawPeer> flood;
    for (int i = 0; i < many; ++i) flood.emplace_back(node.port());
    CHECK(answers_echo(flood.back()));
    CHECK(answers_echo(other));
}

TEST_CASE("Strangers: the time of the first call runs on while other bytes come", "[session][strangers]")
{
    ServerSettings settings;
    settings.first_message_timeout = std::chrono::milliseconds(50);
    TestNode node(settings);
    RawPeer busy(node.port());
    for (;;) {
        busy.send({.type = MessageType::Echo});
        const auto reply = busy.receive();
        REQUIRE(reply);
        if (reply->header.type == MessageType::Echo) continue;
        CHECK(reply->json()["error"]["code"] == static_cast<int>(RpcCode::InvalidRequest));
        break;
    }
    CHECK(busy.is_closed());
}

TEST_CASE("Strangers: one that does not read its Echoes is closed", "[session][strangers]")
{
    TestNode node;
    RawPeer deaf(node.port());
    const std::vector<std::byte> payload(max_echo_bytes);
    for (int i = 0; i < 1000; ++i) deaf.send({.type = MessageType::Echo}, payload);
    CHECK(deaf.is_closed());
}

TEST_CASE(
    "SessionServer: without file descriptors sessions go on, and connections come in once there are some",
    "[session][strangers]")
{
    const Logged logged;
    TestNode node;
    RawViewer viewer(node.port());
    RawPeer late;
    {
        const NoDescriptors none;
        late.connect(node.port());
        logged.log->wait_for("cannot accept a connection");
        CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
    }
    CHECK(late.result("session.open", {{"protocol", {1}}})["protocol"] == 1);
}
