#include "compute_node/bench/suites.h"
#include "compute_node/bench/workload.h"

#include <fmt/format.h>

#include <set>
#include <thread>

namespace farfield::compute {

namespace {

Figure trace_with(int threads)
{
    constexpr int runs = 7, frames_per_run = 5;
    constexpr std::uint32_t steps_per_frame = 10;
    ParticleSystem particles = standard_workload(threads, steps_per_frame);
    FrameRoom room{particles.frame_bytes()};
    seconds_for(particles, room, ByteOrder::Big, 1);
    const double million_steps =
        static_cast<double>(particles.particles()) * frames_per_run * steps_per_frame / 1e6;
    std::vector<double> speeds;
    for (int run = 0; run < runs; ++run)
        speeds.push_back(million_steps / seconds_for(particles, room, ByteOrder::Big, frames_per_run));
    return figure_of(fmt::format("trace.cell.128.{}.threads{}", particles.particles(), threads), "Msteps/s",
                     speeds);
}

}  // namespace

Suite bench_trace()
{
    Suite suite{"trace", {}};
    const int all = static_cast<int>(std::thread::hardware_concurrency());
    for (const int threads : std::set<int>{1, 2, all > 0 ? all : 1})
        suite.figures.push_back(trace_with(threads));
    return suite;
}

}  // namespace farfield::compute
