#pragma once

#include "compute_node/particles/particle_help.h"
#include "compute_node/ranks/rank_answers.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::compute {

/// Has the other ranks hold and move particles.
class RemoteParticles final : public ParticleHelp {
public:
    RemoteParticles(Messenger& messenger, std::uint32_t particle_set, std::uint32_t field,
                    std::shared_ptr<RankAnswers> answers)
        : messenger_{messenger}, particle_set_{particle_set}, field_{field}, answers_{std::move(answers)}
    {}
    ~RemoteParticles() override;
    RemoteParticles(const RemoteParticles&) = delete;
    RemoteParticles& operator=(const RemoteParticles&) = delete;

    [[nodiscard]] std::size_t helpers() const override;
    void give(std::size_t helper, ParticleState particles) override;
    void begin(const FrameBatch& batch, const ParticleSettings& settings, ByteOrder order) override;
    void finish(std::size_t helper, std::span<std::byte* const> outputs,
                std::span<FrameCounts> counts) override;
    [[nodiscard]] ParticleState take_back(std::size_t helper) override;

private:
    Messenger& messenger_;
    std::uint32_t particle_set_, field_;
    std::shared_ptr<RankAnswers> answers_;
};

/// A worker rank's part of one program's particles.
class HeldParticles {
public:
    HeldParticles(std::shared_ptr<const Field> field, ParticleState particles)
        : field_{std::move(field)}, particles_{std::move(particles)}
    {}

    /// The answer to an order of frames: frame after frame, then the number of living particles in each, then
    /// the program's number.
    [[nodiscard]] RankMessage make_frames(const RankMessage& order);
    [[nodiscard]] RankMessage give_back(std::uint32_t particle_set) const;

private:
    std::shared_ptr<const Field> field_;
    ParticleState particles_;
};

}  // namespace farfield::compute
