#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

#include "model/calls/listing.h"
#include "model/calls/opening.h"
#include "net/message/byte_order.h"
#include "net/message/limits.h"
#include "net/service/service.h"
#include "net/session/session_server.h"
#include "tests/net/bytes.h"
#include "tests/net/raw_peer.h"
#include "tests/net/transports.h"

namespace farfield::net::test {

/// Lets a test hold a thread of the node at one place, and see that it is there.
class Gate {
public:
    void pass()
    {
        std::unique_lock lock(mutex_);
        ++arrived_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return open_; });
    }
    void open()
    {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    void wait_for_arrival()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return arrived_ > 0; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int arrived_ = 0;
    bool open_ = false;
};

/// Calls that take until they are cancelled.
class EndlessCalls {
public:
    void take(const std::stop_token& cancel)
    {
        std::unique_lock lock(mutex_);
        ++begun_;
        changed_.notify_all();
        changed_.wait(lock, cancel, [] { return false; });
        ++ended_;
        changed_.notify_all();
    }
    void wait_until_begun(int calls)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return begun_ >= calls; });
    }
    void wait_until_ended(int calls)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ended_ >= calls; });
    }

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    int begun_ = 0, ended_ = 0;
};

/// What a test sees of its programs.
struct ProgramLog {
    std::atomic<std::uint64_t> produced{0};
    std::atomic<std::uint64_t> updates{0};
    std::atomic<std::uint64_t> long_begun{0};
    std::atomic<std::uint64_t> news{0};  ///< frames beside those of "answer"
    std::function<void()> wake;          ///< of the program that listens last
    ProgramEvents::Notify notify;        ///< as well
    std::mutex mutex;
    std::condition_variable changed;
    int alive = 0;
    std::vector<std::chrono::steady_clock::time_point> times;  ///< when each frame was begun
    struct Batch {
        std::uint64_t mark;
        std::size_t frames;
    };
    std::vector<Batch> batches;  ///< of programs that make several frames at once

    void note_batch(std::uint64_t mark, std::size_t frames)
    {
        const std::lock_guard lock(mutex);
        batches.push_back({mark, frames});
    }
    [[nodiscard]] std::vector<Batch> batches_so_far()
    {
        const std::lock_guard lock(mutex);
        return batches;
    }
    void note_time()
    {
        const std::lock_guard lock(mutex);
        times.push_back(std::chrono::steady_clock::now());
    }
    void count(int change)
    {
        const std::lock_guard lock(mutex);
        alive += change;
        changed.notify_all();
    }
    void wait_until_all_ended()
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return alive == 0; });
    }
};

/// Frames of `bytes` bytes that begin with the frame's number and the newest value of the setting "mark".
/// Settings: bytes, mark, last (frames until the end), fail_at, answer (frames until it is idle, until the
/// next update), long (a frame is computed until it is interrupted), several (makes as
/// many at once as it may).
class ScriptedProgram final : public Program {
public:
    ScriptedProgram(const ProgramStart& start, ProgramLog& log) : log_(log)
    {
        log_.count(+1);
        take(start.params);
    }
    ~ScriptedProgram() override { log_.count(-1); }

    [[nodiscard]] Answer answer() const override
    {
        Answer answer{.frame_bytes = bytes_};
        if (answer_ != ~0ULL) answer.members["parts"] = answer_;
        return answer;
    }
    void update(const Json& params) override
    {
        if (params.contains("refuse")) throw RpcError(RpcCode::InvalidParams, "refused as asked");
        take(params);
        ++log_.updates;
        answered_ = 0;
        interrupted_ = false;
    }
    void interrupt() noexcept override { interrupted_ = true; }
    void listen(const ProgramEvents& events) override
    {
        log_.wake = events.wake;
        log_.notify = events.notify;
    }
    [[nodiscard]] bool update_outdates_frames() const override { return answer_ != ~0ULL; }
    [[nodiscard]] Making make(std::span<const std::span<std::byte>> buffers, std::span<Made> made) override
    {
        if (!several_) return make_one(buffers.front(), made.front());
        std::size_t count = 0;
        Making last;
        for (const auto buffer : buffers) {
            last = make_one(buffer, made[count]);
            if (std::holds_alternative<Frames>(last)) ++count;
        }
        log_.note_batch(mark_, count);
        return count > 0 ? Frames{count} : last;
    }

private:
    [[nodiscard]] Making make_one(std::span<std::byte> buffer, Made& made)
    {
        if (frame_ == last_) return Ended{};
        if (answered_ - answer_ == log_.news) return Idle{};
        if (long_) {
            ++log_.long_begun;
            while (!interrupted_) std::this_thread::yield();
        }
        if (long_ && interrupted_.exchange(false)) return Interrupted{};
        ++answered_;
        if (frame_ == fail_at_) throw std::runtime_error("the field burned down");
        log_.note_time();
        store_big(buffer.data(), frame_++);
        store_big(buffer.data() + 8, mark_);
        ++log_.produced;
        made = {MessageType::Particles, buffer.first(bytes_)};
        return Frames{1};
    }
    void take(const Json& params)
    {
        several_ = params.value("several", several_);
        bytes_ = params.value("bytes", bytes_);
        mark_ = params.value("mark", mark_);
        last_ = params.value("last", last_);
        fail_at_ = params.value("fail_at", fail_at_);
        answer_ = params.value("answer", answer_);
        long_ = params.value("long", long_);
    }

    ProgramLog& log_;
    std::uint64_t bytes_ = 64;
    std::uint64_t mark_ = 0;
    std::uint64_t last_ = ~0ULL;
    std::uint64_t fail_at_ = ~0ULL;
    std::uint64_t answer_ = ~0ULL;
    bool long_ = false;
    std::uint64_t answered_ = 0;
    std::atomic<bool> interrupted_{false};
    std::uint64_t frame_ = 0;
    bool several_ = false;
};

inline SharedBytes owned(std::vector<std::byte> bytes)
{
    const auto memory = std::make_shared<std::vector<std::byte>>(std::move(bytes));
    return {.memory = std::shared_ptr<const std::byte[]>(memory, memory->data()), .size = memory->size()};
}

/// dataset.list: `datasets`. dataset.open: its name says what becomes of it. terrain.open: takes
/// until the call is given up. test.*: below.
class ScriptedService final : public Service {
public:
    [[nodiscard]] std::unique_ptr<Program> start(const ProgramStart& start,
                                                 const std::stop_token& /*cancel*/) override
    {
        return std::make_unique<ScriptedProgram>(start, log);
    }

    /// A rake with the member `invalid` is.
    void check(const Json& document) override
    {
        const Json rakes = document.value("rakes", Json::object());
        for (const auto& [id, rake] : rakes.items())
            if (rake.contains("invalid")) throw RpcError(RpcCode::InvalidParams, "rakes." + id + ".invalid");
    }

    [[nodiscard]] CallResult call(std::string_view name, const CallRequest& request,
                                  const CallContext& context) override
    {
        if (name == "dataset.list")
            return {.result =
                        page_of(datasets, model::read<model::ListCall>(request.params), max_result_bytes)};
        if (name == "dataset.open") return open_dataset(request.params, context.cancel);
        if (name == "terrain.open") {
            endless.take(context.cancel);
            throw std::runtime_error("given up");
        }
        return call_test(name, request, context);
    }

    model::DatasetList datasets{.datasets = {{"plain", "analytic"}}};  ///< to be set before anyone asks
    std::atomic<int> opened{0};
    std::atomic<int> called{0};
    Gate slow;
    EndlessCalls endless;
    ProgramLog log;

private:
    [[nodiscard]] CallResult open_dataset(const Json& params, const std::stop_token& cancel)
    {
        const std::string name = model::read<model::DatasetOpenCall>(params).dataset;
        ++opened;
        if (name == "slow") slow.pass();
        if (name == "endless") endless.take(cancel);
        if (name == "missing") throw RpcError(RpcCode::NotFound, "there is no dataset 'missing'");
        if (name == "broken") throw std::runtime_error("cannot read 'broken': the file is truncated");
        model::DatasetInfo info;
        info.dataset = name;
        info.kind = "analytic";
        return {.result = model::write(info)};
    }

    /// test.count: how many bytes came. test.reverse: these, reversed. test.make: `size` bytes. test.kept:
    /// how often the session has called it.
    [[nodiscard]] CallResult call_test(std::string_view name, const CallRequest& request,
                                       const CallContext& context)
    {
        ++called;
        const auto sent = request.bytes.span();
        if (name == "test.count") return {.result = {{"count", sent.size()}}};
        if (name == "test.reverse")
            return {.result = {{"method", name}}, .bytes = owned({sent.rbegin(), sent.rend()})};
        if (name == "test.make") return {.bytes = owned(pattern(request.params.at("size")))};
        if (name != "test.kept") throw unknown_method(name);
        const int calls = context.kept.has_value() ? std::any_cast<int>(context.kept) + 1 : 1;
        context.kept = calls;
        return {.result = {{"calls", calls}}};
    }
};

/// A node with scripted frames on a free port.
class TestNode {
public:
    explicit TestNode(ServerSettings with = {}, Transport way = Transport::Tcp)
        : transport(way), settings(std::move(with))
    {
        settings.port = 0;
        server = std::make_unique<SessionServer>(service, settings);
        thread = std::thread([this] { server->run(); });
    }
    explicit TestNode(Transport way) : TestNode(ServerSettings{}, way) {}
    ~TestNode()
    {
        service.slow.open();
        server->stop();
        thread.join();
    }
    [[nodiscard]] std::uint16_t port() const { return server->port(); }
    /// A socket that is connected to the node by its transport.
    [[nodiscard]] Descriptor connect() const
    {
        boost::asio::io_context io;
        if (transport == Transport::SocketPair) return {connect_locally(*server), AF_UNIX};
        boost::asio::ip::tcp::socket socket(io);
        socket.connect({boost::asio::ip::address_v4::loopback(), port()});
        return {socket.release(), AF_INET};
    }

    const Transport transport;
    ServerSettings settings;
    ScriptedService service;
    std::unique_ptr<SessionServer> server;
    std::thread thread;
};

inline constexpr int not_authorised = static_cast<int>(RpcCode::NotAuthorised);

inline ServerSettings with_token(const std::string& token)
{
    ServerSettings settings;
    settings.token = token;
    return settings;
}

/// Parameters of program.start that every test shares.
inline Json start_params(Json settings = Json::object())
{
    return {{"program", "particles"},
            {"dataset", "plain"},
            {"slot_bytes", 1 << 20},
            {"params", std::move(settings)}};
}

}  // namespace farfield::net::test
