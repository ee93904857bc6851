#include "compute_node/node/jobs/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "compute_node/node/jobs/job_rays.h"
#include "compute_node/support/parallel.h"
#include "compute_node/tomography/eikonal/lane_batch.h"
#include "compute_node/tomography/inversion/model_lattice.h"
#include "compute_node/tomography/runs/inversion_run.h"
#include "model/calls/tomography_params.h"

namespace farfield::node {

namespace {

/// Casts between two enumerations with the same order.
template <class To, class From>
To as(From value)
{
    return static_cast<To>(value);
}

tomography::SurveyUnits units_of(const model::TomographyParams& params)
{
    constexpr std::array metres{1.0, 1000.0};
    constexpr std::array seconds{1.0, 1e-3, 1e-6};
    return {.metres = metres[static_cast<std::size_t>(params.length_unit)],
            .seconds = seconds[static_cast<std::size_t>(params.time_unit)],
            .z_down = params.z_down};
}

/// Throws unless the start is a number or a gradient: a file's name is refused.
void expect_plain_start(const std::string& start)
{
    const bool is_gradient = start.starts_with("gradient:");
    const std::string rest = is_gradient ? start.substr(9) : start;
    const bool is_plain = rest.find_first_not_of("0123456789.,eE+-") == std::string::npos;
    const auto commas = std::ranges::count(rest, ',');
    if (!is_plain || (is_gradient && (commas != 1 || rest.size() < 3)) || (!is_gradient && commas != 0))
        throw model::FieldError("params.start", "V or gradient:V0,G", fmt::format("'{}'", start));
}

/// The settings of an inversion that a viewer asks for. times: as in RunSettings. Throws model::FieldError
/// for a start that is a file, which viewers do not name.
tomography::RunSettings run_settings(const model::TomographyParams& params, std::string times, int threads)
{
    expect_plain_start(params.start);
    tomography::RunSettings settings;
    settings.times = std::move(times);
    settings.start = params.start;
    settings.lattice = {params.spacing.value_or(0.0), params.box};
    settings.units = units_of(params);
    tomography::InversionSettings& inversion = settings.inversion;
    inversion.iterations = static_cast<int>(params.iterations);
    inversion.sigma = params.noise;
    inversion.alpha = params.smooth;
    const auto& smooth = params.anisotropic_smooth;
    inversion.smoothing = {smooth[0], smooth[1], smooth[2]};
    inversion.damping = params.damp;
    inversion.model_step = static_cast<int>(params.model_step);
    if (params.limits)
        inversion.limits = tomography::VelocityLimits{(*params.limits)[0], (*params.limits)[1]};
    inversion.method = as<tomography::InversionMethod>(params.method);
    inversion.misfit = as<tomography::Misfit>(params.robust);
    inversion.statics = as<tomography::StaticTerms>(params.statics);
    inversion.rays = as<tomography::RayMethod>(params.rays);
    inversion.eikonal.threads = threads;
    return settings;
}

/// Approximate bytes of an inversion: the times of one batch for each thread, on the finest grid that is
/// solved on; a row of sensitivities for each datum; and all slices of the result with their fields. lattice:
/// of the run. Sets the memory limit of the batches to their part of these bytes.
std::uint64_t reserve_run(tomography::RunSettings& settings, const tomography::Lattice& lattice,
                          std::size_t data)
{
    constexpr std::uint64_t lanes = 16, bytes_of_slice_node = 2 * 3 * sizeof(float);
    constexpr std::uint64_t entries_of_cell = 4, bytes_of_entry = 8;  // of a row, for each cell of a ray
    const tomography::Lattice finest = tomography::finest_lattice(settings, lattice);
    const auto model = tomography::coarse_lattice(lattice, settings.inversion.model_step);
    const auto threads = static_cast<std::uint64_t>(thread_count(settings.inversion.eikonal.threads));
    const auto longest = static_cast<std::uint64_t>(model.nodes.x + model.nodes.y + model.nodes.z);
    const std::uint64_t batches = threads * tomography::LaneBatch::bytes(finest, lanes);
    settings.inversion.eikonal.max_bytes = batches;
    return batches + 2 * sizeof(float) * (std::uint64_t{finest.count()} + lattice.count()) +
           std::uint64_t{data} * longest * entries_of_cell * bytes_of_entry +
           (std::uint64_t{model.count()} * bytes_of_slice_node + ray_bytes(lattice, data)) *
               static_cast<std::uint64_t>(settings.inversion.iterations + 1);
}

constexpr std::string_view prefix = "tomography:";

/// The path of a file that a viewer names, or the name of a built-in.
std::string times_of(const std::string& data, const compute::DatasetCatalogue& catalogue)
{
    try {
        if (tomography::mine_seed(data)) return data;
        const auto files = catalogue.resolve(data);
        if (files.size() != 1) throw std::runtime_error(fmt::format("'{}' is not one file", data));
        return files.front().string();
    } catch (const std::runtime_error& error) {
        throw net::RpcError(net::RpcCode::NotFound, error.what());
    }
}

/// True for a job's number, as in "tomography:2"; other texts name the data of a job.
bool is_number(std::string_view data)
{
    return data.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

bool Jobs::is_dataset(std::string_view name)
{
    return name.starts_with(prefix);
}

std::shared_ptr<TomographyJob> Jobs::find(const std::string& dataset) const
{
    const std::lock_guard lock{mutex_};
    const auto job =
        std::ranges::find_if(jobs_, [&](const auto& one) { return one->identity().dataset == dataset; });
    return job == jobs_.end() ? nullptr : *job;
}

/// Removes the oldest ended job where there are too many; it is destroyed with its last user. Called with the
/// mutex locked.
std::shared_ptr<TomographyJob> Jobs::make_room()
{
    if (jobs_.size() < settings_.max_jobs) return nullptr;
    const auto ended = std::ranges::find_if(jobs_, [](const auto& job) { return !job->is_running(); });
    if (ended == jobs_.end()) throw net::limit_error("max_jobs", settings_.max_jobs, jobs_.size() + 1);
    auto job = *ended;
    jobs_.erase(ended);
    return job;
}

void Jobs::expect_room()
{
    const std::lock_guard lock{mutex_};
    const bool is_full = jobs_.size() >= settings_.max_jobs;
    if (is_full && std::ranges::all_of(jobs_, [](const auto& job) { return job->is_running(); }))
        throw net::limit_error("max_jobs", settings_.max_jobs, jobs_.size() + 1);
}

std::shared_ptr<TomographyJob> Jobs::add(JobIdentity identity, tomography::RunSettings settings,
                                         tomography::Survey survey)
{
    const tomography::Lattice lattice = tomography::run_lattice(settings, survey);
    const std::size_t data = std::max(survey.data.size(), survey.sources.size() * survey.receivers.size());
    const std::uint64_t needed = reserve_run(settings, lattice, data);
    auto bytes = settings_.memory->reserve_for(fmt::format("the tomography of '{}'", identity.data), needed);
    std::shared_ptr<TomographyJob> oldest;  // destroyed after the mutex is free
    const std::lock_guard lock{mutex_};
    const auto same = std::ranges::find_if(
        jobs_, [&](const auto& one) { return one->identity().dataset == identity.dataset; });
    if (same != jobs_.end() && (*same)->has_result()) return *same;  // another session was faster
    if (same != jobs_.end()) {
        oldest = std::move(*same);
        jobs_.erase(same);
    } else {
        oldest = make_room();
    }
    identity.number = fmt::format("{}", ++started_);
    if (identity.dataset.empty()) identity.dataset = fmt::format("{}{}", prefix, identity.number);
    jobs_.push_back(std::make_shared<TomographyJob>(std::move(identity), std::move(settings),
                                                    std::move(survey), lattice, std::move(bytes),
                                                    settings_.memory, settings_.reader));
    return jobs_.back();
}

/// Begins a job: reads and lays out its data at once, so that errors are answers; long work is the job's.
std::shared_ptr<TomographyJob> Jobs::begin(JobIdentity identity, const model::TomographyParams& params,
                                           const compute::DatasetCatalogue& catalogue,
                                           const std::stop_token& cancel)
{
    expect_room();
    auto settings = run_settings(params, times_of(identity.data, catalogue), settings_.threads);
    settings.inversion.helpers = settings_.helpers;
    if (!settings.start.empty()) (void)tomography::velocity_model(settings.start, *settings_.reader);
    std::atomic<bool> cancelled{false};
    const std::stop_callback on_cancel{cancel, [&] { cancelled = true; }};
    tomography::Survey survey = tomography::read_times(settings, &cancelled);
    if (cancelled) throw std::runtime_error("it is not waited for any more");
    return add(std::move(identity), std::move(settings), std::move(survey));
}

model::JobStarted Jobs::start(const model::JobStartCall& call, const compute::DatasetCatalogue& catalogue,
                              std::shared_ptr<const net::Notices> owner, const std::stop_token& cancel)
{
    return begin({.data = call.data, .owner = std::move(owner)}, call.params, catalogue, cancel)->started();
}

model::JobList Jobs::list() const
{
    const std::lock_guard lock{mutex_};
    model::JobList list;
    for (const auto& job : jobs_) list.jobs.push_back(job->entry());
    return list;
}

void Jobs::stop(const std::string& number, const std::shared_ptr<const net::Notices>& caller)
{
    std::shared_ptr<TomographyJob> dropped;  // destroyed after the mutex is free
    const std::lock_guard lock{mutex_};
    const auto job =
        std::ranges::find_if(jobs_, [&](const auto& one) { return one->identity().number == number; });
    if (job == jobs_.end())
        throw net::RpcError(net::RpcCode::NotFound, fmt::format("there is no job '{}'", number));
    const JobIdentity& identity = (*job)->identity();
    if (!(*job)->is_running()) {
        dropped = std::move(*job);
        jobs_.erase(job);
        return;
    }
    const bool is_of_callers = caller && identity.owner && identity.owner->session() == caller->session();
    if ((*job)->has_owner() && !is_of_callers)
        throw net::RpcError(net::RpcCode::NotAuthorised,
                            fmt::format("job {} runs for session {}, which alone may stop it", number,
                                        identity.owner->session()));
    (*job)->stop();
}

std::vector<std::string> Jobs::datasets() const
{
    const std::lock_guard lock{mutex_};
    std::vector<std::string> names;
    for (const auto& job : jobs_) names.push_back(job->identity().dataset);
    return names;
}

void Jobs::expect_there(const std::string& dataset) const
{
    if (!is_dataset(dataset) || is_number(std::string_view{dataset}.substr(prefix.size()))) return;
    if (const auto job = find(dataset); !job || !job->has_result())
        throw net::RpcError(net::RpcCode::NotAuthorised, "a member that watches may not start jobs");
}

compute::Growth::Snapshot Jobs::open(const std::string& dataset, const compute::DatasetCatalogue& catalogue,
                                     const std::stop_token& cancel,
                                     const std::shared_ptr<const net::Notices>& watcher)
{
    std::shared_ptr<TomographyJob> job = find(dataset);
    const std::string data = dataset.substr(prefix.size());
    if (!job && is_number(data))
        throw net::RpcError(
            net::RpcCode::NotFound,
            fmt::format("no dataset '{}': there is no such job; job.list has those there are", dataset));
    if (!is_number(data) && (!job || !job->has_result()))
        job = begin({.dataset = dataset, .data = data}, {}, catalogue, cancel);
    job->watch(watcher);
    return job->open(cancel);
}

Jobs::~Jobs()
{
    for (const auto& job : jobs_) job->stop();  // stops all of them before waiting for the first
}

}  // namespace farfield::node
