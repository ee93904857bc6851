#include "compute_node/node/jobs/tomography_job.h"

#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/jobs/job_rays.h"
#include "compute_node/tomography/inversion/model_lattice.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

using Values = std::shared_ptr<const std::vector<float>>;

compute::NodeValues values_of(const char* name, const char* units, std::vector<float> values)
{
    return {.name = name, .components = 1, .values = std::move(values), .units = units};
}

compute::GridData slice_of(const tomography::Lattice& lattice, const Values& start, const Values& velocity)
{
    std::vector<float> change(velocity->size());
    for (std::size_t n = 0; n < change.size(); ++n)
        change[n] = 100.0F * ((*velocity)[n] / (*start)[n] - 1.0F);
    compute::GridData data;
    data.format = std::string{"computed"};
    data.dims = {glm::uvec3{lattice.nodes}};
    data.geometry = compute::UniformGeometry{lattice.origin, glm::dvec3{lattice.spacing}};
    data.arrays.push_back(values_of("velocity", "m/s", *velocity));
    data.arrays.push_back(values_of("change", "%", std::move(change)));
    data.position_units = std::string{"m"};
    return data;
}

}  // namespace

compute::Growth::Snapshot JobSlices::with(const std::vector<double>& velocity,
                                          std::shared_ptr<const compute::DatasetRays> rays,
                                          const std::shared_ptr<const compute::Growth>& growth)
{
    rays_.push_back(std::move(rays));
    velocities_.push_back(std::make_shared<const std::vector<float>>(velocity.begin(), velocity.end()));
    std::vector<compute::TimeSlice> slices;
    for (std::size_t n = 0; n < velocities_.size(); ++n)
        slices.push_back(
            {.seconds = static_cast<double>(n),
             .source = fmt::format("iteration {} of '{}'", n, name_),
             .read = [lattice = lattice_, start = velocities_.front(), slice = velocities_[n]](
                         const std::stop_token& /*cancel*/) { return slice_of(lattice, start, slice); }});
    auto dataset = std::make_shared<WholeDataset>(compute::TimeSeries{name_, std::move(slices)}, nullptr,
                                                  nullptr, std::string{}, memory_);
    dataset->grow_with(growth, rays_);
    return dataset;
}

namespace {

using model::JobState;

/// The box of a lattice: two rectangles and what joins them.
std::vector<std::vector<glm::dvec3>> box_of(const tomography::Lattice& lattice)
{
    const glm::dvec3 a = lattice.origin, b = lattice.upper();
    const auto floor = [&](double z) {
        return std::vector<glm::dvec3>{
            {a.x, a.y, z}, {b.x, a.y, z}, {b.x, b.y, z}, {a.x, b.y, z}, {a.x, a.y, z}};
    };
    std::vector<std::vector<glm::dvec3>> lines{floor(a.z), floor(b.z)};
    for (std::size_t corner = 0; corner < 4; ++corner) lines.push_back({lines[0][corner], lines[1][corner]});
    return lines;
}

/// Range of velocities about the mean of a survey, unless limits or the medium give it.
std::array<double, 2> expected_range(const tomography::RunSettings& settings,
                                     const tomography::Survey& survey)
{
    constexpr double slowest = 0.5, fastest = 1.5;  // parts of the mean
    if (const auto& limits = settings.inversion.limits) return {limits->lowest, limits->highest};
    if (survey.data.empty()) return tomography::Mine::velocity_range;
    const double mean = tomography::mean_velocity(survey);
    return {slowest * mean, fastest * mean};
}

compute::GrowthPlan plan_of(const tomography::RunSettings& settings, const tomography::Lattice& model,
                            const tomography::Survey& survey)
{
    compute::GrowthPlan plan{.time_units = "iterations",
                             .last_time = static_cast<double>(settings.inversion.iterations),
                             .range = expected_range(settings, survey)};
    if (!tomography::mine_seed(settings.times)) return plan;
    plan.isovalue = tomography::Mine::gallery_velocity;
    plan.outline = tomography::Mine::wires();
    for (auto& line : box_of(model)) plan.outline.push_back(std::move(line));
    return plan;
}

}  // namespace

TomographyJob::TomographyJob(JobIdentity identity, tomography::RunSettings settings,
                             tomography::Survey survey, tomography::Lattice lattice,
                             MemoryBudget::Reservation bytes, std::shared_ptr<MemoryBudget> memory,
                             std::shared_ptr<const compute::FieldReader> reader)
    : identity_{std::move(identity)},
      settings_{std::move(settings)},
      model_{tomography::coarse_lattice(lattice, settings_.inversion.model_step)},
      bytes_{std::move(bytes)},
      reader_{std::move(reader)},
      growth_{std::make_shared<compute::Growth>(plan_of(settings_, model_, survey))},
      slices_{identity_.dataset, model_, std::move(memory)}
{
    watch(identity_.owner);
    thread_ = std::thread{[this, given = std::move(survey)]() mutable { run(std::move(given)); }};
}

TomographyJob::~TomographyJob()
{
    stop();
    thread_.join();
}

model::JobEntry TomographyJob::entry() const
{
    const std::lock_guard lock{mutex_};
    model::JobEntry entry{.job = identity_.number,
                          .dataset = identity_.dataset,
                          .data = identity_.data,
                          .state = state_,
                          .owner = has_owner() ? identity_.owner->session() : std::string{}};
    if (!progress_.empty()) {
        entry.iteration = progress_.back().iteration;
        entry.message = progress_.back().message;
    }
    return entry;
}

model::JobStarted TomographyJob::started() const
{
    const auto nodes = glm::uvec3{model_.nodes};
    return {identity_.number, identity_.dataset, identity_.data, bytes_.bytes(), {nodes.x, nodes.y, nodes.z}};
}

bool TomographyJob::is_running() const
{
    const std::lock_guard lock{mutex_};
    return state_ == JobState::Running;
}

compute::Growth::Snapshot TomographyJob::open(const std::stop_token& cancel) const
{
    auto snapshot = growth_->wait_for_first(cancel);
    if (snapshot) return snapshot;
    const model::JobEntry now = entry();
    throw std::runtime_error(now.message.empty()
                                 ? fmt::format("'{}' has no result yet", identity_.dataset)
                                 : fmt::format("'{}' failed: {}", identity_.dataset, now.message));
}

void TomographyJob::watch(const std::shared_ptr<const net::Notices>& notices)
{
    if (!notices) return;
    const std::lock_guard lock{mutex_};
    std::erase_if(watchers_, [](const auto& watcher) { return watcher->has_ended(); });
    if (std::ranges::find(watchers_, notices) != watchers_.end()) return;
    watchers_.push_back(notices);
    for (const model::JobProgress& done : progress_) notices->send("job.progress", model::write(done));
}

void TomographyJob::report(const model::JobProgress& progress)
{
    const std::lock_guard lock{mutex_};
    report_locked(progress);
}

void TomographyJob::report_locked(const model::JobProgress& progress)
{
    state_ = progress.state;
    progress_.push_back(progress);
    const net::Json json = model::write(progress);
    for (const auto& watcher : watchers_) watcher->send("job.progress", json);
}

double TomographyJob::seconds() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

void TomographyJob::take_slice(int number, const tomography::Iteration& iteration,
                               const tomography::KeptModel& model, const tomography::Survey& survey)
{
    growth_->publish(slices_.with(model.velocity, rays_to_show(model, survey), growth_));
    report({.job = identity_.number,
            .dataset = identity_.dataset,
            .iteration = static_cast<std::uint32_t>(number),
            .iterations = static_cast<std::uint32_t>(settings_.inversion.iterations),
            .chi2 = iteration.chi2,
            .rms = iteration.rms,
            .alpha = iteration.alpha,
            .left_out = iteration.left_out,
            .seconds = seconds()});
}

void TomographyJob::end(JobState state, const std::string& message)
{
    model::JobProgress last{.job = identity_.number, .dataset = identity_.dataset};
    {
        // Code that the growth's end wakes finds the state and the message of the end.
        const std::lock_guard lock{mutex_};
        if (!progress_.empty()) last = progress_.back();
        last.state = state;
        last.message = message;
        last.seconds = seconds();
        growth_->end();
        report_locked(last);
    }
    spdlog::info("job {}: {} after {:.1f} s{}{}", identity_.number,
                 model::job_state_names[static_cast<std::size_t>(state)], last.seconds,
                 message.empty() ? "" : ": ", message);
}

void TomographyJob::invert(tomography::Survey survey)
{
    const tomography::RunInput input =
        tomography::run_input(settings_, std::move(survey), *reader_, &cancelled_);
    if (cancelled_) return;
    tomography::InversionSettings settings = settings_.inversion;
    settings.eikonal.cancelled = &cancelled_;
    tomography::Iteration iteration;
    settings.progress = [&](int, const tomography::Iteration& now) { iteration = now; };
    settings.keep = [&](int number, const tomography::KeptModel& model) {
        if (!cancelled_) take_slice(number, iteration, model, input.survey);
    };
    (void)tomography::invert(input.start, input.survey, settings);
}

void TomographyJob::run(tomography::Survey survey)
{
    spdlog::info("job {}: tomography of '{}' into '{}'", identity_.number, identity_.data, identity_.dataset);
    try {
        invert(std::move(survey));
        end(cancelled_ ? JobState::Stopped : JobState::Finished, "");
    } catch (const std::exception& error) {
        end(JobState::Failed, error.what());
    }
}

}  // namespace farfield::node
