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
    std::uint32_t max_jobs = 2;  ///< that are kept, running or not
    int threads = 0;             ///< of each; 0: as many as OpenMP would take
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
    ~Jobs();  ///< ends all, and waits for that
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// Whether a dataset's name stands for a job's result.
    [[nodiscard]] static bool is_dataset(std::string_view name);

    /// catalogue: of the files that `call.data` may name. owner: the session that asks, or null. Throws
    /// net::RpcError and model::LimitError: no such file, one that cannot be read, no memory, too many jobs.
    [[nodiscard]] model::JobStarted start(const model::JobStartCall& call,
                                          const compute::DatasetCatalogue& catalogue,
                                          std::shared_ptr<const net::Notices> owner,
                                          const std::stop_token& cancel);
    [[nodiscard]] model::JobList list() const;
    /// Ends a job that runs, soon after, and drops one that has ended, with its dataset. caller: the session
    /// that asks, or null. Throws net::RpcError: there is no such job; it runs for another session, which is
    /// open.
    void stop(const std::string& job, const std::shared_ptr<const net::Notices>& caller);

    [[nodiscard]] std::vector<std::string> datasets() const;
    /// The dataset as it is, once it has a slice. "tomography:DATA" starts a job with default settings where
    /// there is none with a result. watcher: gets the job's progress from now on. Throws as start() and
    /// TomographyJob::open() do.
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
