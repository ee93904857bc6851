#include <chrono>
#include <optional>

#include "app/bench/suites.h"
#include "app/play/play_link.h"
#include "app/show/frames/plain_ring.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int runs = 5;
constexpr std::size_t slots = 16;
constexpr std::uint64_t warm_up_frames =
    2 * slots;  // those that fill the ring come faster than they are made
constexpr std::uint64_t measured_frames = 2 * slots;

/// A lattice of seeds in a field that every compute node has, a million particles in all that nothing ends.
Script million_particles()
{
    Script script;
    script.dataset = "analytic:cell:128";
    script.frames = warm_up_frames + runs * measured_frames;
    script.particles.rakes = {model::Rake{.shape = model::BoxRake{.lo = {0.02, 0.03, 0.05},
                                                                  .hi = {6.24, 6.25, 6.27},
                                                                  .fill = model::BoxLattice{100, 100, 100}}}};
    script.particles.step = 0.01;
    script.max_age_frames = 1'000'000;
    return script;
}

void receive(PlayLink& link, net::FrameRing& ring, std::uint64_t frames)
{
    while (frames > 0) {
        if (ring.take_next()) {
            ring.release_oldest(1);
            link.client().slots_released();
            --frames;
            continue;
        }
        if (const auto end = link.end(); end && end->reason != StreamEnd::Reason::Finished)
            throw std::runtime_error("link: " + end->message);
        link.wait_for_news(std::chrono::seconds(1));
    }
}

}  // namespace

model::Suite run_link_suite(const net::ClientSettings& node)
{
    std::optional<Interrupt> opening(std::in_place);  // measuring, Ctrl-C ends the program
    PlayLink link(node, million_particles(), 0.0, *opening);
    opening.reset();
    PlainRing ring(slots, link.start().slot_bytes);
    link.attach(ring.ring());
    receive(link, ring.ring(), warm_up_frames);
    std::vector<double> round_trips, speeds, rates;
    for (int run = 0; run < runs; ++run) {
        const auto begin = Clock::now();
        receive(link, ring.ring(), measured_frames);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        rates.push_back(static_cast<double>(measured_frames) / seconds);
        speeds.push_back(rates.back() * static_cast<double>(link.program().frame_bytes) * 1e-6);
        round_trips.push_back(link.client().link().round_trip_ms);
    }
    link.detach();
    model::Suite result;
    result.name = "link";
    result.circumstances["node"] = link.node_name();
    result.figures = {model::figure_of("link.round_trip", "ms", round_trips),
                      model::figure_of("link.particles_1M", "MB/s", speeds),
                      model::figure_of("link.particles_1M.rate", "frames/s", rates)};
    return result;
}

}  // namespace farfield::app
