#include "compute_node/particles/distributed_particles.h"

#include "compute_node/particles/particle_kernel.h"

#include <algorithm>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::size_t particle_bytes = 16;

/// First particles of parts of whole tiles, as equal as these can be; [parts + 1].
std::vector<std::size_t> begins_of(std::size_t particles, std::size_t parts)
{
    const std::size_t tiles = (particles + tile_particles - 1) / tile_particles;
    std::vector<std::size_t> begins;
    for (std::size_t part = 0; part <= parts; ++part)
        begins.push_back(std::min(particles, tiles * part / parts * tile_particles));
    return begins;
}

template <class T>
void copy_some(const std::vector<T>& from, std::size_t begin, std::size_t count, std::vector<T>& to,
               std::size_t at)
{
    if (!from.empty()) std::copy_n(from.begin() + begin, count, to.begin() + at);
}

/// Copies particles, but not the seeds.
void copy_particles(const ParticleState& from, std::size_t begin, std::size_t count, ParticleState& to,
                    std::size_t at)
{
    const auto copy = [&](const auto& source, auto& target) { copy_some(source, begin, count, target, at); };
    copy(from.age, to.age);
    copy(from.seed, to.seed);
    copy(from.x, to.x);
    copy(from.y, to.y);
    copy(from.z, to.z);
    copy(from.u, to.u);
    copy(from.v, to.v);
    copy(from.w, to.w);
    copy(from.cursors, to.cursors);
    copy(from.way, to.way);
    copy(from.injection, to.injection);
    copy(from.place, to.place);
}

ParticleState room_for(std::size_t particles, const ParticleState& like)
{
    ParticleState state{particles, !like.cursors.empty()};
    if (!like.injection.empty()) {
        state.injection.resize(state.age.size(), -1);
        state.place.resize(state.age.size(), 0);
    }
    state.measure(!like.way.empty());
    state.seeds = like.seeds;
    return state;
}

ParticleState part_of(const ParticleState& all, std::size_t begin, std::size_t end)
{
    ParticleState part = room_for(end - begin, all);
    copy_particles(all, begin, end - begin, part, 0);
    return part;
}

}  // namespace

DistributedParticles::DistributedParticles(std::unique_ptr<ParticleHelp> help, ParticleState& state)
    : help_{std::move(help)}, begins_{begins_of(state.count, help_->helpers() + 1)}
{
    for (std::size_t i = 0; i < help_->helpers(); ++i)
        help_->give(i, part_of(state, begins_[i + 1], begins_[i + 2]));
    state = part_of(state, 0, begins_[1]);
}

void DistributedParticles::begin(const FrameBatch& batch, const ParticleSettings& settings, ByteOrder order)
{
    help_->begin(batch, settings, order);
}

void DistributedParticles::finish(std::span<const std::span<std::byte>> outputs,
                                  std::span<FrameCounts> counts)
{
    for (std::size_t i = 0; i < help_->helpers(); ++i) {
        places_.clear();
        for (const std::span<std::byte> output : outputs)
            places_.push_back(output.data() + begins_[i + 1] * particle_bytes);
        help_->finish(i, places_, counts);
    }
}

void DistributedParticles::collect(ParticleState& state)
{
    ParticleState all = room_for(begins_.back(), state);
    copy_particles(state, 0, state.count, all, 0);
    for (std::size_t i = 0; i < help_->helpers(); ++i) {
        const ParticleState part = help_->take_back(i);
        copy_particles(part, 0, part.count, all, begins_[i + 1]);
    }
    state = std::move(all);
}

}  // namespace farfield::compute
