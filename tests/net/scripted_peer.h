#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/raw_peer.h"

namespace farfield::net::test {

/// The other end of a Client: whatever the test's script does runs on a thread of its own, over plain
/// sockets.
class ScriptedPeer {
public:
    using Script = std::function<void(ScriptedPeer&)>;

    explicit ScriptedPeer(Script script)
        : acceptor_(io_, {boost::asio::ip::address_v4::loopback(), 0}),
          thread_([this, script = std::move(script)] {
              try {
                  script(*this);
              } catch (const std::exception& error) {
                  failure_ = error.what();
              }
          })
    {}
    ~ScriptedPeer() { join(); }
    /// Waits for the script's end.
    void join()
    {
        if (thread_.joinable()) thread_.join();
        CHECK(failure_.empty());
    }

    [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    [[nodiscard]] std::string name() const { return "127.0.0.1:" + std::to_string(port()); }
    [[nodiscard]] ClientSettings settings() const
    {
        ClientSettings settings;
        settings.port = port();
        settings.connect_timeout = std::chrono::seconds(30);
        return settings;
    }
    /// To accept with: RawPeer(peer.acceptor()).
    [[nodiscard]] boost::asio::ip::tcp::acceptor& acceptor() { return acceptor_; }

private:
    boost::asio::io_context io_;
    boost::asio::ip::tcp::acceptor acceptor_;
    std::string failure_;
    std::thread thread_;
};

inline void answer(RawPeer& peer, const Json& result)
{
    const auto call = peer.receive_json();
    peer.send_control(Json{{"jsonrpc", "2.0"}, {"id", call["id"]}, {"result", result}}.dump());
}

inline Json session_result()
{
    return {{"protocol", 1},
            {"session", "s"},
            {"secret", "x"},
            {"node", "script"},
            {"heartbeat_ms", 50},
            {"timeout_ms", 10000},
            {"limits", {{"max_frame_bytes", 8 << 20}, {"max_particles", 1}, {"max_streams", 1}}}};
}

/// A node's ends of a session that has just been opened.
struct NodeEnds {
    explicit NodeEnds(ScriptedPeer& peer) : control(peer.acceptor())
    {
        answer(control, session_result());
        data.emplace(peer.acceptor());
        answer(*data, Json::object());
    }
    /// The next message that is no Echo; Echoes are answered.
    static Message receive(RawPeer& peer)
    {
        while (auto message = peer.receive()) {
            if (message->header.type != MessageType::Echo) return *message;
            message->header.flags = flag_reply;
            message->header.time_ns = now_ns();
            peer.send(message->header, message->payload);
        }
        throw std::runtime_error("the viewer closed the connection");
    }
    /// Returns when the viewer has read all that was sent to it: it has answered two Echoes, one after the
    /// other.
    static void wait_until_read(RawPeer& peer)
    {
        for (std::uint64_t i = 0; i < 2; ++i) {
            peer.send({.type = MessageType::Echo, .sequence = 1000 + i});
            while (true) {
                const auto message = peer.receive();
                if (!message) throw std::runtime_error("the viewer closed the connection");
                if (message->header.sequence == 1000 + i && message->header.flags == flag_reply) break;
            }
        }
    }
    /// Until the viewer has closed both.
    void wait_for_end()
    {
        (void)control.is_closed();
        control.close();
        (void)data->is_closed();
    }

    RawPeer control;
    std::optional<RawPeer> data;
};

/// The events of a client so far; waits for its next.
class Events {
public:
    [[nodiscard]] ClientEvents events()
    {
        return {.frame_arrived = [this](std::uint32_t) { add([&] { ++frames_; }); },
                .notified = [this](const std::string& method,
                                   const Json&) { add([&] { methods_.push_back(method); }); },
                .lost = [this](const std::string& why) { add([&] { losses_.push_back(why); }); }};
    }
    void wait_for_frames(std::uint64_t count)
    {
        wait([&] { return frames_ >= count; });
    }
    std::vector<std::string> wait_for_notification()
    {
        wait([&] { return !methods_.empty(); });
        return methods_;
    }
    std::string wait_for_loss()
    {
        wait([&] { return !losses_.empty(); });
        return losses_[0];
    }
    std::size_t notification_count()
    {
        const std::lock_guard lock(mutex_);
        return methods_.size();
    }
    std::size_t losses()
    {
        const std::lock_guard lock(mutex_);
        return losses_.size();
    }

private:
    template <typename Change>
    void add(Change change)
    {
        const std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    }
    template <typename Condition>
    void wait(Condition condition)
    {
        std::unique_lock lock(mutex_);
        REQUIRE(changed_.wait_for(lock, std::chrono::seconds(60), condition));
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t frames_ = 0;
    std::vector<std::string> methods_;
    std::vector<std::string> losses_;
};

}  // namespace farfield::net::test
