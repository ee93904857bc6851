#include "compute_node/particles/particle_clock.h"

#include <algorithm>
#include <cmath>

namespace farfield::compute {

ParticleClock::ParticleClock(const NodeSlices& slices, const FieldTime& time)
    : time_{time}, steady_{slices.steady()}, first_{slices.times.front()}, last_{slices.times.back()}
{}

double ParticleClock::at(double elapsed) const
{
    const double t = time_.start + elapsed;
    if (steady_) return t;
    if (!time_.loop) return std::clamp(t, first_, last_);
    const double span = last_ - first_;
    const double within = std::fmod(t - first_, span);
    return first_ + (within < 0.0 ? within + span : within);
}

}  // namespace farfield::compute
