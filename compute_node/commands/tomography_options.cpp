#include "compute_node/commands/tomography_options.h"

#include "compute_node/commands/options/choice_option.h"
#include "compute_node/commands/options/lattice_option.h"
#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/validators.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace farfield::node {

namespace {

void add_grid_options(CLI::App& command, TomographyOptions& options)
{
    add_lattice_options(command, options.lattice,
                        "Metres between nodes; 128 along the longest side otherwise");
    command
        .add_option("--model-step", options.inversion.model_step,
                    "Forward nodes from one model node to the next")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command.add_option("--start", options.start, "V, gradient:V0,G (V0 + G z) or FILE.vti:ARRAY, m/s");
    command.add_option("--topography", options.topography,
                       "Raster of heights in metres: no ray passes above the ground");
    command.add_option("--void", options.void_surfaces, "STL of closed surfaces: no ray passes inside");
    add_choice<double>(command, "--length-unit", options.units.metres, {{"m", 1.0}, {"km", 1000.0}},
                       "Of the file");
    add_choice<double>(command, "--time-unit", options.units.seconds,
                       {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}}, "Of the file");
    command.add_flag("--z-down", options.units.z_down, "z of the file is a depth");
}

void add_inversion_options(CLI::App& command, tomography::InversionSettings& settings)
{
    command.add_option("--iterations", settings.iterations, "At most so many")
        ->check(CLI::Range(1U, model::max_tomography_iterations))
        ->capture_default_str();
    command.add_option("--noise", settings.sigma, "Standard deviation of all times, s")
        ->check(more_than(0.0));
    command.add_option("--smooth", settings.alpha, "Weight of the roughness; found from the noise otherwise")
        ->check(more_than(0.0));
    add_numbers<3>(command, "--anisotropic-smooth", "X,Y,Z", "Weights of the roughness along the axes",
                   [&settings](const auto& n) {
                       if (std::ranges::min(n) < 0.0 || std::ranges::max(n) <= 0.0)
                           throw CLI::ValidationError("--anisotropic-smooth",
                                                      "expected weights of 0 or more, one above 0 at least");
                       settings.smoothing = {n[0], n[1], n[2]};
                   });
    command.add_option("--damp", settings.damping, "Weight of each step's length")->check(at_least(0.0));
    add_numbers<2>(command, "--limits", "V0,V1", "Velocities between which the model stays, m/s",
                   [&settings](const auto& n) {
                       if (!(n[0] > 0.0 && n[0] < n[1]))
                           throw CLI::ValidationError("--limits", "expected two velocities, the lower first");
                       settings.limits = tomography::VelocityLimits{n[0], n[1]};
                   });
    add_choice(command, "--method", settings.method, model::tomography_method_names, "Solver of a step");
    add_choice(command, "--statics", settings.statics, model::tomography_statics_names,
               "Delays of sensors to solve for");
    add_choice(command, "--robust", settings.misfit, model::tomography_misfit_names, "Misfit");
    add_choice(command, "--rays", settings.rays, model::tomography_rays_names, "Rays");
}

void add_resolution_option(CLI::App& command, TomographyOptions& options, tomography::AnomalyPattern pattern,
                           const std::string& description)
{
    const std::string name = "--" + tomography::ResolutionTest{pattern}.name();
    add_numbers<2>(command, name, "SIZE,PERCENT", description, [&options, pattern, name](const auto& n) {
        if (!(n[0] > 0.0 && n[1] > 0.0 && n[1] < 100.0))
            throw CLI::ValidationError(name, "expected a size above 0 and a percentage from 0 to 100");
        options.resolution.push_back({pattern, n[0], n[1]});
    });
}

void add_output_options(CLI::App& command, TomographyOptions& options)
{
    add_resolution_option(command, options, tomography::AnomalyPattern::Checkerboard,
                          "Recovers cubes of SIZE metres, fast and slow in turn");
    add_resolution_option(command, options, tomography::AnomalyPattern::Spikes,
                          "Recovers single fast cubes of SIZE metres");
    command
        .add_option("--l-curve", options.inversion.l_curve,
                    "So many weights of the roughness to compare about the result")
        ->check(CLI::Range(2, 100));
    command.add_flag(
        "--resolution-sweep", options.sweeps,
        "Instead of an inversion: seconds of a task, bytes of a message and efficiency of the first "
        "iteration with the spacing, twice and four times as much");
    command.add_flag("--keep-iterations", options.keeps_iterations, "A file for each iteration's velocity");
    command.add_flag("--progress", options.progress, "A line on the standard error for each iteration");
    command.add_flag("--json", options.json, "The report as JSON");
}

void add_resource_options(CLI::App& command, tomography::EikonalSettings& settings)
{
    command.add_option("--threads", settings.threads, "Of each rank; 0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command.add_option("--max-bytes", settings.max_bytes, "Memory of the travel times; no limit otherwise");
}

}  // namespace

void add_tomography_options(CLI::App& command, TomographyOptions& options)
{
    add_grid_options(command, options);
    add_inversion_options(command, options.inversion);
    add_output_options(command, options);
    add_resource_options(command, options.inversion.eikonal);
}

void check_tomography_options(const TomographyOptions& options)
{
    const tomography::InversionSettings& settings = options.inversion;
    if (options.out.empty() && !options.sweeps) throw CLI::RequiredError("--out");
    if (options.sweeps && settings.rays == tomography::RayMethod::Straight)
        throw CLI::ValidationError("--resolution-sweep", "straight rays have no tasks; leave out --rays");
    if (settings.method == tomography::InversionMethod::Sirt &&
        (settings.alpha > 0.0 || settings.l_curve > 0))
        throw CLI::ValidationError("--method", "sirt has no weight of the roughness; leave out --smooth and "
                                               "--l-curve");
}

}  // namespace farfield::node
