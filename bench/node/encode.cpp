#include "bench/node/suites.h"
#include "bench/node/workload.h"

namespace farfield::node {

model::Suite bench_encode()
{
    constexpr int runs = 41, frames_per_run = 4;
    compute::ParticleSystem particles = standard_workload(1, 1);
    const FrameRoom room{particles.frame_bytes()};
    seconds_for(particles, room, compute::ByteOrder::Big, frames_per_run);
    const double million_steps = static_cast<double>(particles.particles()) * frames_per_run / 1e6;
    std::vector<double> big, native, ratio;
    for (int run = 0; run < runs; ++run) {
        // The order alternates from run to run, so that neither profits from the caches that the other
        // filled.
        double seconds[2];
        for (int turn = 0; turn < 2; ++turn) {
            const bool is_big = (run + turn) % 2 == 0;
            seconds[is_big ? 0 : 1] =
                seconds_for(particles, room, is_big ? compute::ByteOrder::Big : compute::ByteOrder::Native,
                            frames_per_run);
        }
        big.push_back(million_steps / seconds[0]);
        native.push_back(million_steps / seconds[1]);
        ratio.push_back(seconds[0] / seconds[1]);
    }
    return {"encode",
            {model::figure_of("encode.big", "Msteps/s", big),
             model::figure_of("encode.native", "Msteps/s", native),
             model::figure_of("encode.big_over_native", "ratio", ratio)}};
}

}  // namespace farfield::node
