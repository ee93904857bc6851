#pragma once

#include "model/calls/tomography_params.h"
#include "model/fields/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The calls job.start, job.list and job.stop, and the notification job.progress: docs/protocol.md,
/// section 17.
namespace farfield::model {

/// Names of the kinds of jobs.
inline constexpr std::array job_kinds{"tomography"};

/// The name of the dataset that a node computes from `data` with default settings.
[[nodiscard]] inline std::string dataset_of_job(const std::string& data)
{
    return "tomography:" + data;
}

struct JobStartCall {
    std::string job = job_kinds[0];
    std::string data = {};  ///< file below a data folder, or built-in data: "mine:1"
    TomographyParams params = {};
    friend bool operator==(const JobStartCall&, const JobStartCall&) = default;

    static void fields(auto& visit)
    {
        visit("job", &JobStartCall::job, required, names(job_kinds));
        visit("data", &JobStartCall::data, required);
        visit("params", &JobStartCall::params);
    }
};

struct JobStarted {
    std::string job = {};      ///< the job's number
    std::string dataset = {};  ///< name of the resulting dataset
    std::string data = {};
    std::uint64_t bytes = 0;              ///< memory that is reserved for the job
    std::array<std::uint32_t, 3> grid{};  ///< nodes of the result along x, y and z
    friend bool operator==(const JobStarted&, const JobStarted&) = default;

    static void fields(auto& visit)
    {
        visit("job", &JobStarted::job, required);
        visit("dataset", &JobStarted::dataset, required);
        visit("data", &JobStarted::data, required);
        visit("bytes", &JobStarted::bytes, required);
        visit("grid", &JobStarted::grid, required);
    }
};

struct JobListCall {
    friend bool operator==(const JobListCall&, const JobListCall&) = default;
    static void fields(auto& /*visit*/) {}
};

enum class JobState : std::uint8_t { Running, Finished, Stopped, Failed };
inline constexpr std::array job_state_names{"running", "finished", "stopped", "failed"};

/// A job of a node.
struct JobEntry {
    std::string job = {};
    std::string kind = job_kinds[0];
    std::string dataset = {};
    std::string data = {};
    JobState state = JobState::Running;
    std::uint32_t iteration = 0;
    std::string owner = {};    ///< session that started the job; empty: that session has ended
    std::string message = {};  ///< why the job failed
    friend bool operator==(const JobEntry&, const JobEntry&) = default;

    static void fields(auto& visit)
    {
        visit("job", &JobEntry::job, required);
        visit("kind", &JobEntry::kind, required);
        visit("dataset", &JobEntry::dataset, required);
        visit("data", &JobEntry::data, required);
        visit("state", &JobEntry::state, required, names(job_state_names));
        visit("iteration", &JobEntry::iteration, required);
        visit("owner", &JobEntry::owner, always);
        visit("message", &JobEntry::message);
    }
};

struct JobList {
    std::vector<JobEntry> jobs = {};
    friend bool operator==(const JobList&, const JobList&) = default;

    static void fields(auto& visit) { visit("jobs", &JobList::jobs, required); }
};

struct JobStopCall {
    std::string job = {};
    friend bool operator==(const JobStopCall&, const JobStopCall&) = default;

    static void fields(auto& visit) { visit("job", &JobStopCall::job, required); }
};

/// The parameters of job.progress: sent for each iteration, from that of the start, and once at the end.
struct JobProgress {
    std::string job = {};
    std::string dataset = {};
    JobState state = JobState::Running;
    std::uint32_t iteration = 0;
    std::uint32_t iterations = 0;  ///< most iterations
    double chi2 = 0.0;             ///< mean square of residual over standard deviation
    double rms = 0.0;              ///< root mean square of the residuals, s
    double alpha = 0.0;            ///< weight of the roughness
    std::uint64_t left_out = 0;    ///< data without a ray
    double seconds = 0.0;          ///< since the job began
    std::string message = {};      ///< why the job failed
    friend bool operator==(const JobProgress&, const JobProgress&) = default;

    static void fields(auto& visit)
    {
        visit("job", &JobProgress::job, required);
        visit("dataset", &JobProgress::dataset, required);
        visit("state", &JobProgress::state, required, names(job_state_names));
        visit("iteration", &JobProgress::iteration, required);
        visit("iterations", &JobProgress::iterations, required);
        visit("chi2", &JobProgress::chi2, required);
        visit("rms", &JobProgress::rms, required);
        visit("alpha", &JobProgress::alpha, always);
        visit("left_out", &JobProgress::left_out, always);
        visit("seconds", &JobProgress::seconds, always);
        visit("message", &JobProgress::message);
    }
};

}  // namespace farfield::model
