#include "bench/link/particle_viewer.h"

#include <future>
#include <thread>
#include <vector>

#include "model/programs/particle_frame.h"
#include "model/programs/particle_params.h"
#include "net/message/frame_stamp.h"

namespace farfield::app {
namespace {

constexpr std::size_t slots = 4;

net::ProgramStart shared_particles()
{
    net::ProgramStart start = lattice_of_particles(32);
    start.layer = "particles";
    start.request = "particles";
    return start;
}

}  // namespace

net::ProgramStart lattice_of_particles(std::uint32_t side)
{
    model::ParticleParams params;
    params.rakes = {model::Rake{.shape = model::BoxRake{.lo = {0.02, 0.03, 0.05},
                                                        .hi = {6.24, 6.25, 6.27},
                                                        .fill = model::BoxLattice{side, side, side}}}};
    params.step = 0.01;
    params.max_age_frames = 1'000'000;
    net::ProgramStart start;
    start.dataset = "analytic:cell:128";
    start.slot_bytes =
        model::particle_preamble_bytes + params.rakes.front().particles() * model::particle_bytes;
    start.params = model::write(params);
    return start;
}

ParticleViewer::ParticleViewer(const net::ClientSettings& node)
    : ring_(slots, shared_particles().slot_bytes), stream_(node)
{
    ring_.ring().observe([this](const net::FrameInfo&, std::span<const std::byte> payload) {
        made_.store(net::stamp_of(payload).frame + 1, std::memory_order_relaxed);
    });
}

void ParticleViewer::start()
{
    stream_.start(model::write(shared_particles()), ring_.ring());
}

void ParticleViewer::stop()
{
    stream_.stop();
    while (ring_.ring().take_next()) ring_.ring().release_oldest(1);
}

void ParticleViewer::run(Clock::time_point begin, Clock::time_point end)
{
    frames_ = 0;
    while (Clock::now() < begin) stream_.receive(1);
    for (; Clock::now() < end; ++frames_) stream_.receive(1);
}

void run_at_once(std::span<ParticleViewer* const> viewers, ParticleViewer::Clock::time_point begin,
                 ParticleViewer::Clock::time_point end, const std::function<void()>& at_begin,
                 const std::function<void()>& at_end)
{
    std::vector<std::future<void>> runs;
    for (ParticleViewer* viewer : viewers)
        runs.push_back(std::async(std::launch::async, [viewer, begin, end] { viewer->run(begin, end); }));
    std::this_thread::sleep_until(begin);
    if (at_begin) at_begin();
    std::this_thread::sleep_until(end);
    if (at_end) at_end();
    for (std::future<void>& run : runs) run.get();
}

}  // namespace farfield::app
