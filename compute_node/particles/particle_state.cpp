#include "compute_node/particles/particle_state.h"

#include <algorithm>
#include <limits>

namespace farfield::compute {

namespace {

template <class T>
void append_to(std::vector<T>& to, const std::vector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void SeedTable::append(const SeedTable& other)
{
    append_to(x, other.x);
    append_to(y, other.y);
    append_to(z, other.z);
    append_to(u, other.u);
    append_to(v, other.v);
    append_to(w, other.w);
    append_to(s, other.s);
    append_to(cursors, other.cursors);
    append_to(usable, other.usable);
}

std::uint64_t SeedTable::count_outside() const
{
    return static_cast<std::uint64_t>(std::count(usable.begin(), usable.end(), 0));
}

ParticleState::ParticleState(std::size_t particles, bool with_cursors)
    : count{particles}, age(particles + state_padding, never_released), seed(particles + state_padding, 0)
{
    for (std::vector<float>* lane : {&x, &y, &z, &u, &v, &w}) lane->assign(particles + state_padding, 0.0F);
    if (with_cursors) cursors.resize(particles + state_padding);
}

void ParticleState::measure(bool wanted)
{
    if (!wanted)
        way.clear();
    else if (way.empty())
        way.assign(age.size(), std::numeric_limits<float>::quiet_NaN());
}

void ParticleState::copy_particle(std::size_t to, const ParticleState& from, std::size_t index)
{
    age[to] = from.age[index];
    x[to] = from.x[index];
    y[to] = from.y[index];
    z[to] = from.z[index];
    u[to] = from.u[index];
    v[to] = from.v[index];
    w[to] = from.w[index];
    if (!cursors.empty()) cursors[to] = from.cursors[index];
    if (!way.empty()) way[to] = from.way[index];
}

}  // namespace farfield::compute
