#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/choice_option.h"
#include "compute_node/commands/options/lattice_option.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/number_list.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/stop_signals.h"
#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/models/velocity_model.h"
#include "compute_node/tomography/results/result_files.h"
#include "compute_node/tomography/results/result_folder.h"
#include "compute_node/tomography/surveys/mine.h"
#include "compute_node/tomography/surveys/survey_files.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

struct TomographyOptions {
    std::string times, out, start;
    LatticeOption lattice;
    tomography::SurveyUnits units;
    tomography::InversionSettings inversion;
    bool progress = false, json = false;
};

/// Observed times, and the built-in medium where they are its.
struct SurveyInput {
    tomography::Survey survey;
    std::optional<tomography::Mine> mine = std::nullopt;
};

constexpr double mine_spacing = 1.0;

double mine_spacing_of(const TomographyOptions& options)
{
    return options.lattice.spacing > 0.0 ? options.lattice.spacing : mine_spacing;
}

double fastest_of(const tomography::InversionSettings& settings)
{
    return settings.limits ? settings.limits->highest : std::numeric_limits<double>::infinity();
}

SurveyInput survey_of(const TomographyOptions& options, const std::atomic<bool>* cancelled)
{
    const std::string& name = options.times;
    if (name != "mine" && !name.starts_with("mine:"))
        return {tomography::read_survey(name, options.units, fastest_of(options.inversion), cancelled)};
    std::uint64_t seed = 1;
    if (name != "mine") {
        const auto [end, error] = std::from_chars(name.data() + 5, name.data() + name.size(), seed);
        if (error != std::errc{} || end != name.data() + name.size())
            throw std::runtime_error(fmt::format("expected mine or mine:SEED, found '{}'", name));
    }
    const tomography::Mine mine{seed};
    return {mine.survey(mine_spacing_of(options), options.inversion.eikonal.threads, cancelled), mine};
}

tomography::Lattice lattice_of(const TomographyOptions& options, const SurveyInput& input)
{
    if (input.mine && !options.lattice.box) return tomography::Mine::lattice(mine_spacing_of(options));
    return lattice_for(options.lattice, input.survey);
}

/// The length of all straight rays over the sum of all times.
double mean_velocity(const tomography::Survey& survey)
{
    double metres = 0.0, seconds = 0.0;
    for (const tomography::Datum& datum : survey.data) {
        metres += glm::distance(survey.sources[datum.source], survey.receivers[datum.receiver]);
        seconds += datum.time;
    }
    return metres / seconds;
}

void check_sigma(const TomographyOptions& options, const tomography::Survey& survey)
{
    for (const tomography::Datum& datum : survey.data)
        if (options.inversion.sigma == 0.0 && !(datum.sigma > 0.0))
            throw std::runtime_error(
                "expected the noise of the times: a column sigma of numbers above 0, or --noise SECONDS");
}

void show_iteration(int number, const tomography::Iteration& iteration)
{
    fmt::print(stderr, "iteration {}: chi2 {:.3g}, rms {:.4g} s, alpha {:.3g}, {} left out\n", number,
               iteration.chi2, iteration.rms, iteration.alpha, iteration.left_out);
}

void show_summary(const std::string& out, const tomography::ResultView& view)
{
    const tomography::Survey& survey = view.survey;
    const tomography::Iteration& last = view.result.iterations.back();
    fmt::print(
        "{}: {} iterations, rms {:.4g} s, chi2 {:.3g}, {} of {} data left out, {} faulty, {} averaged\n", out,
        view.result.iterations.size() - 1, last.rms, last.chi2, last.left_out, survey.data.size(),
        survey.faulty.size(), survey.duplicates);
}

int run(const TomographyOptions& options)
{
    std::atomic<bool> cancelled{false};
    StopSignals signals;
    signals.call([&] { cancelled = true; });
    const SurveyInput input = survey_of(options, &cancelled);
    if (cancelled) throw interrupted(options.out);
    check_sigma(options, input.survey);
    const tomography::Lattice lattice = lattice_of(options, input);
    const std::string start =
        options.start.empty() ? fmt::format("{}", mean_velocity(input.survey)) : options.start;
    const auto reader = reader_for_commands();
    tomography::InversionSettings settings = options.inversion;
    settings.eikonal.cancelled = &cancelled;
    if (options.progress) settings.progress = show_iteration;
    tomography::ResultFolder folder{options.out};
    const tomography::InversionResult result = tomography::invert(
        tomography::slowness_on(lattice, tomography::velocity_model(start, *reader)), input.survey, settings);
    if (cancelled) throw interrupted(options.out);
    tomography::ResultView view{result, input.survey, {}};
    if (input.mine) view.truth = [&mine = *input.mine](glm::dvec3 at) { return mine.velocity(at); };
    tomography::write_results(folder.part(), view);
    folder.keep();
    if (options.json)
        fmt::print("{}\n", tomography::report_of(view).dump(2));
    else
        show_summary(options.out, view);
    return 0;
}

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
    add_choice<double>(command, "--length-unit", options.units.metres, {{"m", 1.0}, {"km", 1000.0}},
                       "Of the file");
    add_choice<double>(command, "--time-unit", options.units.seconds,
                       {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}}, "Of the file");
    command.add_flag("--z-down", options.units.z_down, "z of the file is a depth");
}

void add_inversion_options(CLI::App& command, tomography::InversionSettings& settings)
{
    command.add_option("--iterations", settings.iterations, "At most so many")
        ->check(CLI::Range(1, tomography::max_iterations))
        ->capture_default_str();
    command.add_option("--noise", settings.sigma, "Standard deviation of all times, s")
        ->check(more_than(0.0));
    command.add_option("--smooth", settings.alpha, "Weight of the roughness; found from the noise otherwise")
        ->check(more_than(0.0));
    add_numbers<3>(command, "--anisotropic-smooth", "X,Y,Z", "Weights of the roughness along the axes",
                   [&settings](const auto& n) {
                       settings.smoothing = {n[0], n[1], n[2]};
                   });
    command.add_option("--damp", settings.damping, "Weight of each step's length")->check(at_least(0.0));
    add_numbers<2>(command, "--limits", "V0,V1", "Velocities between which the model stays, m/s",
                   [&settings](const auto& n) {
                       if (!(n[0] > 0.0 && n[0] < n[1]))
                           throw CLI::ValidationError("--limits", "expected two velocities, the lower first");
                       settings.limits = tomography::VelocityLimits{n[0], n[1]};
                   });
    using tomography::Misfit;
    add_choice<Misfit>(command, "--robust", settings.misfit,
                       {{"l2", Misfit::Square}, {"huber", Misfit::Huber}, {"l1", Misfit::Absolute}},
                       "Misfit");
    using tomography::RayMethod;
    add_choice<RayMethod>(command, "--rays", settings.rays,
                          {{"curved", RayMethod::Curved}, {"straight", RayMethod::Straight}}, "Rays");
    command.add_option("--threads", settings.eikonal.threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command.add_option("--max-bytes", settings.eikonal.max_bytes,
                       "Memory of the travel times; no limit otherwise");
}

}  // namespace

void add_tomography_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<TomographyOptions>();
    CLI::App* command = program.add_subcommand("tomography", "Inverts first-arrival times for velocity");
    command
        ->add_option("TIMES", options->times,
                     "CSV with the columns sx,sy,sz,rx,ry,rz,t and perhaps sigma; .sgt or .dat; or "
                     "mine:SEED, built in")
        ->required();
    command->add_option("--out", options->out, "Folder to write, which must not be there yet")->required();
    add_grid_options(*command, *options);
    add_inversion_options(*command, options->inversion);
    command->add_flag("--progress", options->progress, "A line on the standard error for each iteration");
    command->add_flag("--json", options->json, "The report as JSON");
    command->footer("Example: farfield-node tomography mine:1 --out result --progress");
    command->callback([options, &action] {
        expect_one_process("tomography");
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
