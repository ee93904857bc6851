#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/stop_signals.h"
#include "compute_node/commands/tomography_options.h"
#include "compute_node/tomography/files/vtk_xml.h"
#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/models/velocity_model.h"
#include "compute_node/tomography/results/report.h"
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
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

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

/// One file for each iteration, from number 0.
void keep_iterations(tomography::InversionSettings& settings, const std::filesystem::path& folder)
{
    settings.keep = [folder](int number, const tomography::Lattice& lattice,
                             const std::vector<double>& velocity) {
        const std::array<tomography::NamedArray, 1> array{{{"velocity", velocity}}};
        tomography::write_image(folder / fmt::format("iteration_{:03}.vti", number), lattice, array);
    };
}

/// The inversion, its resolution tests and their files. Throws interrupted() when it was cancelled.
void invert_into(tomography::ResultFolder& folder, const TomographyOptions& options, const SurveyInput& input,
                 const tomography::SlownessModel& start, const std::atomic<bool>& cancelled)
{
    tomography::InversionSettings settings = options.inversion;
    settings.eikonal.cancelled = &cancelled;
    if (options.progress) settings.progress = show_iteration;
    if (options.keeps_iterations) keep_iterations(settings, folder.part());
    const tomography::InversionResult result = tomography::invert(start, input.survey, settings);
    tomography::ResultView view{result, input.survey, {}};
    for (const tomography::ResolutionTest& test : options.resolution) {
        if (cancelled) break;
        view.resolution.push_back(tomography::test_resolution(result, input.survey, settings, test));
    }
    if (input.mine) view.truth = [&mine = *input.mine](glm::dvec3 at) { return mine.velocity(at); };
    if (cancelled) throw interrupted(options.out);
    tomography::write_results(folder.part(), view);
    if (cancelled) throw interrupted(options.out);
    folder.keep();
    if (options.json)
        fmt::print("{}\n", tomography::report_of(view).dump(2));
    else
        show_summary(options.out, view);
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
    for (const tomography::ResolutionTest& test : options.resolution)
        tomography::check_resolution_test(test, options.inversion.model_step * lattice.spacing);
    const std::string start =
        options.start.empty() ? fmt::format("{}", mean_velocity(input.survey)) : options.start;
    const auto reader = reader_for_commands();
    tomography::ResultFolder folder{options.out};
    invert_into(folder, options, input,
                tomography::slowness_on(lattice, tomography::velocity_model(start, *reader)), cancelled);
    return 0;
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
    add_tomography_options(*command, *options);
    command->footer("Example: farfield-node tomography mine:1 --out result --progress");
    command->callback([options, &action] {
        expect_one_process("tomography");
        check_tomography_options(*options);
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
