// The real client at the real server: rings, credits and policies joined.
#include <atomic>
#include <semaphore>

#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

/// A client with one ring, and a count of frames that have arrived.
struct Viewer {
    Viewer(std::uint16_t port, std::size_t slots, std::size_t slot_bytes)
        : memory(slots * slot_bytes), ring(spans(slots, slot_bytes)), client(settings(port), events())
    {}
    ~Viewer() { client.close(); }

    static ClientSettings settings(std::uint16_t port)
    {
        ClientSettings settings;
        settings.port = port;
        return settings;
    }
    ClientEvents events()
    {
        ClientEvents events;
        events.frame_arrived = [this](std::uint32_t) { arrived.release(); };
        events.notified = [this](const std::string& method, const Json& params) {
            if (method == "program.ended") ended = params["reason"];
            notified.release();
        };
        return events;
    }
    std::vector<std::span<std::byte>> spans(std::size_t slots, std::size_t slot_bytes)
    {
        std::vector<std::span<std::byte>> all;
        for (std::size_t i = 0; i < slots; ++i)
            all.push_back(std::span(memory).subspan(i * slot_bytes, slot_bytes));
        return all;
    }
    std::uint64_t number_in(std::size_t slot) const
    {
        return load_big<std::uint64_t>(ring.memory(slot).data());
    }

    std::vector<std::byte> memory;
    FrameRing ring;
    std::counting_semaphore<> arrived{0};
    std::binary_semaphore notified{0};
    std::string ended;
    Client client;
};

Json program(const char* policy, std::size_t slot_bytes)
{
    Json params = start_params({{"bytes", 64}});
    params["policy"] = policy;
    params["slot_bytes"] = slot_bytes;
    return params;
}

}  // namespace

TEST_CASE("A client with a full ring is sent no more, and the node computes no more", "[session_client]")
{
    TestNode node;
    Viewer viewer(node.port(), 4, 64);
    (void)viewer.client.call("program.start", program("every", 64));
    viewer.client.attach(1, viewer.ring);
    for (int n = 0; n < 4; ++n) viewer.arrived.acquire();
    (void)viewer.client.call("program.pause", {{"stream", 1}});
    CHECK(viewer.ring.published() == 4);
    CHECK(node.service.log.produced == 4);
}

TEST_CASE("With policy every, a client takes each frame in turn", "[session_client]")
{
    TestNode node;
    Viewer viewer(node.port(), 3, 64);
    (void)viewer.client.call("program.start", program("every", 64));
    viewer.client.attach(1, viewer.ring);
    for (std::uint64_t n = 0; n < 100; ++n) {
        viewer.arrived.acquire();
        const auto taken = viewer.ring.take_next();
        REQUIRE(taken);
        CHECK(taken->skipped == 0);
        CHECK(viewer.number_in(taken->slot) == n);
        viewer.ring.release_oldest(1);
        viewer.client.slots_released();
    }
}

TEST_CASE("With policy latest, a client may pass over frames, and what it shows is newer each time",
          "[session_client]")
{
    TestNode node;
    Viewer viewer(node.port(), 6, 64);
    (void)viewer.client.call("program.start", program("latest", 64));
    viewer.client.attach(1, viewer.ring);
    std::uint64_t seen = 0;
    std::uint64_t shown = 0;
    while (seen < 200) {
        viewer.arrived.acquire();
        const auto taken = viewer.ring.take_newest();
        if (!taken) continue;
        seen += taken->skipped + 1;
        CHECK(viewer.number_in(taken->slot) + 1 == seen);
        ++shown;
        viewer.ring.release_oldest(viewer.ring.held());
        viewer.client.slots_released();
    }
    CHECK(shown <= seen);
}

TEST_CASE("A client hears that its program has ended, after the last frame", "[session_client]")
{
    TestNode node;
    Viewer viewer(node.port(), 4, 64);
    Json params = program("every", 64);
    params["frames"] = 2;
    (void)viewer.client.call("program.start", params);
    viewer.client.attach(1, viewer.ring);
    viewer.notified.acquire();
    CHECK(viewer.ended == "finished");
    for (int n = 0; n < 2; ++n) viewer.arrived.acquire();
    CHECK(viewer.ring.published() == 2);
}
