// The node in this process, with an allocator that counts: frames in steady state take nothing from the heap.
#include <cstdlib>
#include <thread>

#include <sys/socket.h>

#include "compute_node/node/compute_service.h"
#include "net/session/session_server.h"
#include "tests/catch.h"
#include "tests/net/counting_allocator.h"
#include "tests/net/raw_peer.h"

using namespace farfield;
using net::Json;

namespace {

/// The compute node's service on a free port.
struct Node {
    Node() : service(node::NodeSettings{}), server(service, settings()), thread([this] { server.run(); }) {}
    ~Node()
    {
        server.stop();
        thread.join();
    }
    static net::ServerSettings settings()
    {
        net::ServerSettings settings;
        settings.port = 0;
        return settings;
    }

    node::ComputeService service;
    net::SessionServer server;
    std::thread thread;
};

/// Reads frames into memory of its own and grants the next one for each, without allocating.
class FrameReader {
public:
    FrameReader(net::test::RawPeer& data, std::size_t frame_bytes)
        : socket_(data.socket().native_handle()), frame_(net::header_bytes + frame_bytes)
    {}

    void grant(std::uint64_t total) const
    {
        const auto credit =
            net::encode_header({.type = net::MessageType::Credit, .stream = 1, .sequence = total});
        (void)!::send(socket_, credit.data(), credit.size(), MSG_NOSIGNAL);
    }
    void read(std::uint64_t frames, std::uint64_t& granted)
    {
        for (std::uint64_t n = 0; n < frames; ++n) {
            if (::recv(socket_, frame_.data(), frame_.size(), MSG_WAITALL) !=
                static_cast<ssize_t>(frame_.size()))
                std::abort();
            grant(++granted);
        }
    }

private:
    int socket_;
    std::vector<std::byte> frame_;
};

}  // namespace

TEST_CASE("A node in steady state takes nothing from the heap, whatever the policy", "[allocation]")
{
    for (const char* policy : {"latest", "every"}) {
        Node node;
        net::test::RawViewer viewer(node.server.port());
        const Json state = viewer.control.result("program.start", {{"program", "particles"},
                                                                   {"dataset", "analytic:abc:24"},
                                                                   {"policy", policy},
                                                                   {"slot_bytes", 1 << 20},
                                                                   {"params",
                                                                    {{"rakes",
                                                                      {{{"kind", "line"},
                                                                        {"from", {1, 1, 1}},
                                                                        {"to", {5, 5, 5}},
                                                                        {"seeds", 100},
                                                                        {"particles_per_seed", 20}}}},
                                                                     {"max_age_frames", 50}}}});
        FrameReader reader(viewer.data, state["frame_bytes"].get<std::size_t>());
        std::uint64_t granted = 4;
        reader.grant(granted);
        reader.read(200, granted);
        const std::size_t before = net::test::allocations();
        reader.read(1000, granted);
        CHECK(net::test::allocations() == before);
    }
}
