#include <chrono>
#include <vector>

#include "app/show/frames/plain_ring.h"
#include "bench/link/client_stream.h"
#include "bench/link/particle_viewer.h"
#include "bench/link/suites.h"
#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int runs = 5;
constexpr std::size_t slots = 16;
constexpr std::uint64_t warm_up_frames =
    2 * slots;  // frames that fill the ring come faster than the node makes them
constexpr std::uint64_t measured_frames = 2 * slots;

/// Start of a program of a million particles.
net::ProgramStart million_particles()
{
    net::ProgramStart start = lattice_of_particles(100);
    start.policy = net::Policy::Every;
    start.frames = warm_up_frames + runs * measured_frames;
    return start;
}

}  // namespace

model::Suite run_link_suite(const net::ClientSettings& node)
{
    ClientStream stream(node);
    const auto program = million_particles();
    PlainRing ring(slots, program.slot_bytes);
    stream.start(model::write(program), ring.ring());
    stream.receive(warm_up_frames);
    std::vector<double> round_trips, speeds, rates;
    for (int run = 0; run < runs; ++run) {
        const auto begin = Clock::now();
        stream.receive(measured_frames);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        rates.push_back(static_cast<double>(measured_frames) / seconds);
        speeds.push_back(rates.back() * static_cast<double>(program.slot_bytes) * 1e-6);
        round_trips.push_back(stream.client().link().round_trip_ms);
    }
    stream.stop();
    model::Suite result;
    result.name = "link";
    result.circumstances["node"] = model::text_or(stream.client().session(), "node", "");
    result.figures = {model::figure_of("link.round_trip", "ms", round_trips),
                      model::figure_of("link.particles_1M", "MB/s", speeds),
                      model::figure_of("link.particles_1M.rate", "frames/s", rates)};
    return result;
}

}  // namespace farfield::app
