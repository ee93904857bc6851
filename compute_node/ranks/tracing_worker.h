#pragma once

#include "compute_node/ranks/communicator.h"
#include "compute_node/ranks/rank_tasks.h"
#include "compute_node/ranks/remote_particles.h"
#include "compute_node/ranks/tracing_orders.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace farfield::compute {

/// The fields and particles that a rank other than 0 has, and the lines it traces.
/// Threads: take() and fail() are called on the communication thread.
class TracingWorker final : public RankService {
public:
    /// Borrows both arguments.
    TracingWorker(Communicator& communicator, RankTasks& tasks) : communicator_{communicator}, tasks_{tasks}
    {}

    [[nodiscard]] KindRange kinds() const override { return tracing_kinds; }
    void take(int from, RankMessage message) override;
    /// Cancels all jobs.
    void fail(const std::string& text) override;

private:
    struct Job {
        LineJobOrder order;
        std::atomic<bool> cancelled{false};
    };

    void begin(const LineJobOrder& order);
    void end(std::uint32_t job);
    [[nodiscard]] std::shared_ptr<Job> job_of(std::uint32_t number);
    void carry_out(const RankMessage& message);
    void take_field(const FieldOrder& order);
    void trace(const LinesOrder& order);
    void hold(ParticlesOrder order);
    void make_frames(const RankMessage& order);
    void report_failure(std::uint32_t job, const std::exception& error);

    Communicator& communicator_;
    RankTasks& tasks_;
    std::mutex mutex_;
    std::map<std::uint32_t, std::shared_ptr<Job>> jobs_;            ///< jobs that have not ended
    std::map<std::uint32_t, std::shared_ptr<const Field>> fields_;  ///< fields in the communicator's memory
    std::map<std::uint32_t, HeldParticles> particle_sets_;
};

}  // namespace farfield::compute
