#include "compute_node/node/jobs/job_settings.h"

#include "compute_node/node/jobs/job_rays.h"
#include "compute_node/support/parallel.h"
#include "compute_node/tomography/eikonal/lane_batch.h"
#include "compute_node/tomography/inversion/model_lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

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

}  // namespace

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

}  // namespace farfield::node
