#include "compute_node/ranks/remote_particles.h"

#include "compute_node/ranks/tracing_orders.h"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::size_t particle_bytes = 16;

/// Rank of a helper: ranks from 1 on are helpers from 0 on.
int rank_of(std::size_t helper)
{
    return static_cast<int>(helper) + 1;
}

}  // namespace

RemoteParticles::~RemoteParticles()
{
    for (std::size_t i = 0; i < helpers(); ++i)
        messenger_.send(rank_of(i), message_of(TracingOrder::DropParticles, particle_set_));
}

std::size_t RemoteParticles::helpers() const
{
    return static_cast<std::size_t>(messenger_.size() - 1);
}

void RemoteParticles::give(std::size_t helper, ParticleState particles)
{
    messenger_.send(rank_of(helper), message_of(TracingOrder::Particles,
                                                ParticlesOrder{particle_set_, field_, std::move(particles)}));
}

void RemoteParticles::begin(const FrameBatch& batch, const ParticleSettings& settings, ByteOrder order)
{
    const RankMessage message =
        message_of(TracingOrder::Frames, FramesOrder{particle_set_, settings, order, batch});
    for (std::size_t i = 0; i < helpers(); ++i) messenger_.send(rank_of(i), message);
}

void RemoteParticles::finish(std::size_t helper, std::span<std::byte* const> outputs,
                             std::span<FrameCounts> counts)
{
    const RankMessage message = answers_->take(rank_of(helper));
    const std::size_t frames = outputs.size();
    const std::size_t behind = frames * sizeof(std::uint64_t) + sizeof particle_set_;
    const std::size_t frame_bytes = (message.bytes.size() - behind) / frames;
    const std::byte* const alive_counts = message.bytes.data() + frames * frame_bytes;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        std::memcpy(outputs[frame], message.bytes.data() + frame * frame_bytes, frame_bytes);
        std::uint64_t alive = 0;
        std::memcpy(&alive, alive_counts + frame * sizeof alive, sizeof alive);
        counts[frame].alive += alive;
    }
}

ParticleState RemoteParticles::take_back(std::size_t helper)
{
    messenger_.send(rank_of(helper), message_of(TracingOrder::TakeBack, particle_set_));
    return content_of<ParticlesOrder>(answers_->take(rank_of(helper))).particles;
}

RankMessage HeldParticles::make_frames(const RankMessage& order)
{
    auto wanted = content_of<FramesOrder>(order);
    const std::size_t frames = wanted.batch.frames(), frame_bytes = particles_.count * particle_bytes;
    RankMessage answer{static_cast<int>(TracingOrder::MadeFrames), {}};
    answer.bytes.resize(frames * (frame_bytes + sizeof(std::uint64_t)) + sizeof wanted.particle_set);
    std::vector<std::byte*> places;
    for (std::size_t frame = 0; frame < frames; ++frame)
        places.push_back(answer.bytes.data() + frame * frame_bytes);
    wanted.batch.place(places);
    const auto alive = wanted.batch.advance(field_, particles_, wanted.settings, wanted.order);
    std::byte* const behind = answer.bytes.data() + frames * frame_bytes;
    std::memcpy(behind, alive.data(), alive.size_bytes());
    std::memcpy(behind + alive.size_bytes(), &wanted.particle_set, sizeof wanted.particle_set);
    return answer;
}

RankMessage HeldParticles::give_back(std::uint32_t particle_set) const
{
    return message_of(TracingOrder::GivenBack, ParticlesOrder{particle_set, 0, particles_});
}

}  // namespace farfield::compute
