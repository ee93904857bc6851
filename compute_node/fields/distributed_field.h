#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstdint>
#include <functional>
#include <span>

namespace farfield::compute {

struct FrameJob;
struct LineBlock;
struct LineJob;

/// The arithmetic that a sample agrees with, bit by bit.
enum class SampleRule : std::uint32_t {
    Kernel,  ///< that of the particle kernels, at a time; NaN where data are invalid
    Single,  ///< that of Field::sample(), at a time; no sample where data are invalid
};

/// A field at one position.
struct PointSample {
    glm::vec4 value{0.0F};     ///< velocity and scalar
    std::uint32_t inside = 0;  ///< 0: there is no sample, and the value is undefined
};

/// A field with nodes in several processes. The Field beside it in a FieldSource has grid, times and
/// information, but only some nodes.
/// Threads: one call at a time. Errors: std::runtime_error when a process is gone or has failed.
class DistributedField {
public:
    virtual ~DistributedField() = default;

    /// Samples at each of the positions. samples: [positions]. time: seconds since the first slice.
    virtual void sample(std::span<const glm::vec3> positions, SampleRule rule, float time,
                        std::span<PointSample> samples) = 0;
    /// Traces the job's lines with `threads` of each process, and delivers them in blocks in the order of
    /// their seeds; once the job is cancelled it returns soon and delivers no more. The bits are those of a
    /// field in one process.
    virtual void trace(const LineJob& job, int threads,
                       const std::function<void(const LineBlock&)>& deliver) = 0;
    /// Advances the particles of a job of one step. The bits are those of a field in one process. After a
    /// throw the particles are as before.
    virtual void advance(const FrameJob& one_step, int threads) = 0;

    /// The cost of developing particles; it bounds ParticleSettings::developed.
    struct Cost {
        std::uint64_t particles_per_step = 4'000;    ///< particles that cost as much as one step's messages
        std::uint64_t steps_per_change = 5'000'000;  ///< of all rakes in one change: about a second
    };
    [[nodiscard]] virtual Cost cost() const = 0;
};

}  // namespace farfield::compute
