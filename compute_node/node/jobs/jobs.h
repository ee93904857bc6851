#pragma once

#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/node/jobs/tomography_job.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::node {

struct JobsSettings {
    std::uint32_t max_jobs = 2;  ///< jobs that are kept, running or not
    int threads = 0;             ///< threads of each job; 0: as many as OpenMP would take
    std::shared_ptr<MemoryBudget> memory;
    std::shared_ptr<const compute::FieldReader> reader;
    tomography::ArrivalHelpers* helpers =
        nullptr;  ///< processes that trace beside this one; or null; borrowed
};

/// The jobs of a node and the datasets that they compute. A job outlives the session that started it, until
/// it is dropped or, once it has ended, a later one takes its place. Threads: any.
class Jobs {
public:
    explicit Jobs(JobsSettings settings) : settings_{std::move(settings)} {}
    ~Jobs();  ///< ends all jobs, and waits for their end
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// True for a dataset's name that stands for a job's result.
    [[nodiscard]] static bool is_dataset(std::string_view name);

    /// Starts a job. catalogue: of files that `call.data` may name. owner: the session that asks, or null.
    /// Throws net::RpcError and model::LimitError: file missing or unreadable, no memory, too many jobs.
    [[nodiscard]] model::JobStarted start(const model::JobStartCall& call,
                                          const compute::DatasetCatalogue& catalogue,
                                          std::shared_ptr<const net::Notices> owner,
                                          const std::stop_token& cancel);
    [[nodiscard]] model::JobList list() const;
    /// Ends a job that runs, soon after, and drops one that has ended, with its dataset. caller: the session
    /// that asks, or null. Throws net::RpcError where there is no such job, or it runs for another session
    /// that is open.
    void stop(const std::string& job, const std::shared_ptr<const net::Notices>& caller);

    [[nodiscard]] std::vector<std::string> datasets() const;
    /// Opens the dataset in its present state, once it has a slice. "tomography:DATA" starts a job with
    /// default settings where no job has a result. watcher: gets the job's progress from now on. Throws as
    /// start() and TomographyJob::open() do.
    [[nodiscard]] compute::Growth::Snapshot
    open(const std::string& dataset, const compute::DatasetCatalogue& catalogue,
         const std::stop_token& cancel, const std::shared_ptr<const net::Notices>& watcher = nullptr);

    /// Throws net::RpcError, NotAuthorised, where open() would start a job.
    void expect_there(const std::string& dataset) const;

private:
    [[nodiscard]] std::shared_ptr<TomographyJob> find(const std::string& dataset) const;
    [[nodiscard]] std::shared_ptr<TomographyJob> begin(JobIdentity identity,
                                                       const model::TomographyParams& params,
                                                       const compute::DatasetCatalogue& catalogue,
                                                       const std::stop_token& cancel);
    [[nodiscard]] std::shared_ptr<TomographyJob> add(JobIdentity identity, tomography::RunSettings settings,
                                                     tomography::Survey survey);
    void expect_room();
    [[nodiscard]] std::shared_ptr<TomographyJob> make_room();

    const JobsSettings settings_;
    mutable std::mutex mutex_;
    std::uint64_t started_ = 0;
    std::vector<std::shared_ptr<TomographyJob>> jobs_;  ///< oldest first
};

}  // namespace farfield::node
