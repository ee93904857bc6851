#pragma once

#include "compute_node/datasets/dataset_rays.h"
#include "compute_node/datasets/growth.h"
#include "compute_node/fields/field_reader.h"
#include "compute_node/node/datasets/memory_budget.h"
#include "compute_node/tomography/lattices/lattice.h"
#include "compute_node/tomography/runs/inversion_run.h"
#include "model/calls/jobs.h"
#include "net/message/notices.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace farfield::node {

/// The result of an inversion as a dataset: `velocity` (m/s) and `change` (% of the start) at the nodes of
/// the model, one slice for each iteration; the time is the iteration's number. Threads: one.
class JobSlices {
public:
    /// name: of the dataset. memory: for the fields that programs make of its slices.
    JobSlices(std::string name, tomography::Lattice lattice, std::shared_ptr<MemoryBudget> memory)
        : name_{std::move(name)}, lattice_{lattice}, memory_{std::move(memory)}
    {}

    /// The dataset with one more slice. velocity: [nodes]. rays: through this model; or null.
    [[nodiscard]] compute::Growth::Snapshot with(const std::vector<double>& velocity,
                                                 std::shared_ptr<const compute::DatasetRays> rays,
                                                 const std::shared_ptr<const compute::Growth>& growth);

private:
    std::string name_;
    tomography::Lattice lattice_;
    std::shared_ptr<MemoryBudget> memory_;
    std::vector<std::shared_ptr<const std::vector<float>>> velocities_;
    std::vector<std::shared_ptr<const compute::DatasetRays>> rays_;
};

/// Names of a job, and the session that started it; null: none.
struct JobIdentity {
    std::string number = {}, dataset = {}, data = {};
    std::shared_ptr<const net::Notices> owner = nullptr;
};

/// An inversion of travel times that runs by itself; its result is a dataset that grows. Threads: any.
class TomographyJob {
public:
    /// Begins at once. survey, lattice: as read_times() and run_lattice() return them. bytes: reserved for
    /// the job.
    TomographyJob(JobIdentity identity, tomography::RunSettings settings, tomography::Survey survey,
                  tomography::Lattice lattice, MemoryBudget::Reservation bytes,
                  std::shared_ptr<MemoryBudget> memory, std::shared_ptr<const compute::FieldReader> reader);
    ~TomographyJob();  ///< ends the job, and waits for its end

    [[nodiscard]] const JobIdentity& identity() const { return identity_; }
    [[nodiscard]] model::JobEntry entry() const;
    [[nodiscard]] model::JobStarted started() const;
    [[nodiscard]] bool is_running() const;
    /// True while it runs, and when it has ended with at least one slice.
    [[nodiscard]] bool has_result() const { return is_running() || growth_->newest() != nullptr; }
    /// True while the session that started it is open.
    [[nodiscard]] bool has_owner() const { return identity_.owner && !identity_.owner->has_ended(); }
    /// Opens the dataset for dataset.open. Throws std::runtime_error where the job failed before its first
    /// slice, or `cancel` is asked to stop.
    [[nodiscard]] compute::Growth::Snapshot open(const std::stop_token& cancel) const;

    /// Reports each iteration to this session from now on, and past ones at once. Null: has no effect.
    void watch(const std::shared_ptr<const net::Notices>& notices);
    /// Asks the job to end; its result so far stays.
    void stop() { cancelled_ = true; }

private:
    void run(tomography::Survey survey);
    void invert(tomography::Survey survey);
    void take_slice(int number, const tomography::Iteration& iteration, const tomography::KeptModel& model,
                    const tomography::Survey& survey);
    void end(model::JobState state, const std::string& message);
    [[nodiscard]] double seconds() const;  ///< since it began
    void report(const model::JobProgress& progress);
    void report_locked(const model::JobProgress& progress);  ///< with mutex_ held

    const JobIdentity identity_;
    const tomography::RunSettings settings_;
    const tomography::Lattice model_;  ///< nodes of the result
    const MemoryBudget::Reservation bytes_;
    const std::shared_ptr<const compute::FieldReader> reader_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::atomic<bool> cancelled_{false};
    const std::shared_ptr<compute::Growth> growth_;
    JobSlices slices_;

    mutable std::mutex mutex_;
    model::JobState state_ = model::JobState::Running;
    std::vector<model::JobProgress> progress_;
    std::vector<std::shared_ptr<const net::Notices>> watchers_;

    std::thread thread_;  ///< last: it uses all members above
};

}  // namespace farfield::node
