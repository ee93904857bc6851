#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <semaphore>
#include <string>
#include <vector>

#include "net/client/client.h"
#include "tests/catch.h"

namespace farfield::test {

/// Takes so many frames of analytic:abc from a node, none of which may be missing, and ends its session.
inline std::uint64_t take_frames(const net::ClientSettings& settings, std::uint64_t count,
                                 const std::function<void(const std::string&)>& noted)
{
    constexpr std::size_t slot_bytes = 1 << 20;
    const net::Json program{{"program", "particles"},
                            {"dataset", "analytic:abc"},
                            {"policy", "every"},
                            {"slot_bytes", slot_bytes},
                            {"params",
                             {{"rakes",
                               {{{"kind", "line"},
                                 {"from", {2.5, 3.0, 3.5}},
                                 {"to", {3.5, 3.5, 3.0}},
                                 {"seeds", 50},
                                 {"particles_per_seed", 100}}}},
                              {"step", 0.005}}}};
    std::vector<std::vector<std::byte>> memory(3, std::vector<std::byte>(slot_bytes));
    net::FrameRing ring({memory.begin(), memory.end()});
    std::counting_semaphore<> arrived{0};
    net::ClientEvents events;
    events.frame_arrived = [&arrived](std::uint32_t) { arrived.release(); };
    events.noted = noted;
    net::Client client(settings, events);
    client.attach(client.call("program.start", program)["stream"].get<std::uint32_t>(), ring);
    std::uint64_t taken = 0;
    while (taken < count) {
        REQUIRE(arrived.try_acquire_for(std::chrono::seconds(60)));
        const auto frame = ring.take_next();
        REQUIRE(frame);
        REQUIRE(frame->skipped == 0);
        ++taken;
        ring.release_oldest(1);
        client.slots_released();
    }
    client.close();
    return taken;
}

inline std::uint64_t take_frames(const net::ClientSettings& settings, std::uint64_t count,
                                 std::vector<std::string>& notes)
{
    return take_frames(settings, count, [&notes](const std::string& line) { notes.push_back(line); });
}

}  // namespace farfield::test
