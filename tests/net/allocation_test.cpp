#include <atomic>
#include <thread>

#include "net/client/client.h"
#include "net/session/session_server.h"
#include "tests/catch.h"
#include "tests/net/counting_allocator.h"
#include "tests/net/transports.h"

// Allocations are counted in the whole program: the viewer's threads and the node's.
using namespace farfield::net;
using namespace farfield::net::test;

namespace {
constexpr std::size_t slots = 6;

/// Frames that are there already: whatever is allocated, the node's machinery allocates it.
struct PlainFrames final : Program {
    explicit PlainFrames(std::uint64_t bytes) : frame_bytes(bytes) {}
    [[nodiscard]] Answer answer() const override { return {.frame_bytes = frame_bytes}; }
    void update(const Json&) override {}
    [[nodiscard]] Making make(std::span<const std::span<std::byte>> buffers, std::span<Made> made) override
    {
        made.front() = {MessageType::Particles, buffers.front().first(frame_bytes)};
        return Frames{1};
    }
    std::uint64_t frame_bytes;
};

struct PlainService final : Service {
    [[noreturn]] CallResult call(std::string_view name, const CallRequest&, const CallContext&) override
    {
        throw unknown_method(name);
    }
    [[nodiscard]] std::unique_ptr<Program> start(const ProgramStart& start,
                                                 const std::stop_token& /*cancel*/) override
    {
        return std::make_unique<PlainFrames>(start.slot_bytes);
    }
};

struct PlainNode {
    PlainNode() : thread([this] { server.run(); }) {}
    ~PlainNode()
    {
        server.stop();
        thread.join();
    }
    static ServerSettings settings()
    {
        ServerSettings settings;
        settings.port = 0;
        return settings;
    }
    PlainService service;
    SessionServer server{service, settings()};
    std::thread thread;
};

/// A viewer that takes frames of one stream as they come.
class Consumer {
public:
    Consumer(const ClientSettings& settings, std::size_t frame_bytes, const char* policy)
        : memory_(slots, std::vector<std::byte>(frame_bytes)),
          ring_({memory_.begin(), memory_.end()}),
          client_(settings,
                  {.frame_arrived = [this](std::uint32_t) { ++arrived_; }, .notified = {}, .lost = {}})
    {
        const Json params{
            {"program", "particles"}, {"dataset", "plain"}, {"slot_bytes", frame_bytes}, {"policy", policy}};
        client_.attach(client_.call("program.start", params)["stream"].get<std::uint32_t>(), ring_);
    }
    ~Consumer() { client_.close(); }

    void take_frames(std::uint64_t count)
    {
        for (std::uint64_t done = 0; done < count;) {
            const auto taken = ring_.take_next();
            if (!taken) {
                std::this_thread::yield();
                continue;
            }
            ++done;
            ring_.release_oldest(1);
            client_.slots_released();
        }
    }

private:
    std::vector<std::vector<std::byte>> memory_;
    FrameRing ring_;
    std::atomic<std::uint64_t> arrived_{0};
    Client client_;
};

ClientSettings settings_for(SessionServer& server, Transport transport)
{
    ClientSettings settings;
    settings.port = server.port();
    if (transport == Transport::SocketPair)
        settings.connect = [&server](boost::asio::io_context& io) {
            return std::make_unique<SocketPairStream>(
                SocketPairStream::Socket(io, boost::asio::local::stream_protocol(), connect_locally(server)));
        };
    return settings;
}
}  // namespace

TEST_CASE("A stream allocates nothing per frame, in the viewer as in the node", "[allocation]")
{
    const Transport transport = each_transport();
    const bool is_single = GENERATE(false, true);
    for (const std::size_t frame_bytes : {64U, 16'064U, 1'000'000U}) {
        for (const auto* policy : {"latest", "every"}) {
            PlainNode node;  // of its own: the end of the session before may take a while, and allocate
            auto settings = settings_for(node.server, transport);
            settings.is_single = is_single;
            Consumer consumer(settings, frame_bytes, policy);
            consumer.take_frames(300);  // buffers grow to their size
            const auto before = allocations();
            consumer.take_frames(1000);
            CHECK(allocations() - before == 0);
        }
    }
}
