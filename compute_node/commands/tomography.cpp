#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/blanked_nodes.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/rank_services.h"
#include "compute_node/commands/tomography_options.h"
#include "compute_node/tomography/files/vtk_xml.h"
#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/inversion/resolution_sweep.h"
#include "compute_node/tomography/results/report.h"
#include "compute_node/tomography/results/result_folder.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

void show_iteration(int number, const tomography::Iteration& iteration)
{
    fmt::print(stderr, "iteration {}: chi2 {:.3g}, rms {:.4g} s, alpha {:.3g}, {} left out\n", number,
               iteration.chi2, iteration.rms, iteration.alpha, iteration.left_out);
}

/// Prints a summary, and a note where data are not fitted though more iterations were allowed.
void show_summary(const std::string& out, const tomography::ResultView& view, int most_iterations)
{
    const tomography::Survey& survey = view.survey;
    const tomography::Iteration& last = view.result.iterations.back();
    fmt::print(
        "{}: {} iterations, rms {:.4g} s, chi2 {:.3g}, {} of {} data left out, {} faulty, {} averaged\n", out,
        view.result.iterations.size() - 1, last.rms, last.chi2, last.left_out, survey.data.size(),
        survey.faulty.size(), survey.duplicates);
    constexpr double misfit = 2.0;
    if (last.chi2 > misfit && std::ssize(view.result.iterations) - 1 < most_iterations)
        fmt::print(
            stderr,
            "note: the data are not fitted to their noise, and no step fits them better; another start "
            "model (--start gradient:V0,G) or a smaller spacing may, or --robust where some data are wrong\n");
}

/// Keeps a file for each iteration, from number 0.
void keep_iterations(tomography::InversionSettings& settings, const std::filesystem::path& folder)
{
    settings.keep = [folder](int number, const tomography::KeptModel& model) {
        const std::array<tomography::NamedArray, 1> array{{{"velocity", model.velocity}}};
        tomography::write_image(folder / fmt::format("iteration_{:03}.vti", number), model.lattice, array);
    };
}

/// The end of a run before its time.
struct Ending {
    std::atomic<bool> cancelled{false};
    compute::Ranks* ranks = nullptr;  ///< may be null

    /// Throws when a rank has died, after which a launcher signals the others, and when the run was
    /// cancelled.
    void check(const std::string& out) const
    {
        const std::string failure = ranks != nullptr ? ranks->failure() : "";
        if (!failure.empty()) throw std::runtime_error(failure);
        if (cancelled) throw interrupted(out);
    }
};

/// Runs the inversion and its resolution tests, and writes their files.
void invert_into(tomography::ResultFolder& folder, const TomographyOptions& options,
                 const tomography::RunInput& input, tomography::InversionSettings settings,
                 const Ending& ending)
{
    if (options.progress) settings.progress = show_iteration;
    if (options.keeps_iterations) keep_iterations(settings, folder.part());
    const tomography::InversionResult result = tomography::invert(input.start, input.survey, settings);
    tomography::ResultView view{result, input.survey, {}};
    for (const tomography::ResolutionTest& test : options.resolution) {
        if (ending.cancelled) break;
        view.resolution.push_back(tomography::test_resolution(result, input.survey, settings, test));
    }
    if (input.mine) view.truth = [&mine = *input.mine](glm::dvec3 at) { return mine.velocity(at); };
    ending.check(options.out);
    tomography::write_results(folder.part(), view);
    ending.check(options.out);
    folder.keep();
    if (options.json)
        fmt::print("{}\n", tomography::report_of(view).dump(2));
    else
        show_summary(options.out, view, settings.iterations);
}

void show_sweep(const std::vector<tomography::SweepStep>& steps, bool as_json)
{
    nlohmann::json all = nlohmann::json::array();
    for (const auto& [lattice, tasks] : steps) {
        all.push_back(tomography::tasks_of(tasks));
        all.back()["spacing"] = lattice.spacing;
        all.back()["nodes"] = {lattice.nodes.x, lattice.nodes.y, lattice.nodes.z};
    }
    if (as_json) return fmt::print("{}\n", all.dump(2));
    fmt::print("{:>8} {:>15} {:>6} {:>9} {:>16} {:>12} {:>8} {:>10} {:>9}\n", "spacing", "nodes", "tasks",
               "s a task", "bytes a message", "s a message", "threads", "predicted", "measured");
    for (const auto& [lattice, tasks] : steps)
        fmt::print("{:>8g} {:>15} {:>6} {:>9.4f} {:>16.0f} {:>12.5f} {:>8} {:>10.3f} {:>9.3f}\n",
                   lattice.spacing,
                   fmt::format("{} x {} x {}", lattice.nodes.x, lattice.nodes.y, lattice.nodes.z),
                   tasks.tasks, tasks.seconds_of_task(), tasks.bytes_of_message(), tasks.seconds_of_message(),
                   tasks.threads, tasks.predicted_efficiency(), tasks.efficiency());
}

/// Checks all that needs no travel times: those of a mine take long to compute.
void check_beforehand(const TomographyOptions& options, const tomography::Survey& survey,
                      const compute::FieldReader& reader)
{
    const tomography::Lattice lattice = tomography::run_lattice(options, survey);
    for (const tomography::ResolutionTest& test : options.resolution)
        tomography::check_resolution_test(test, options.inversion.model_step * lattice.spacing);
    if (!tomography::mine_seed(options.times)) return;
    if (options.progress) fmt::print(stderr, "computing the mine's own times\n");
    if (options.topography.empty() && options.void_surfaces.empty()) return;
    tomography::SlownessModel model =
        tomography::slowness_on(lattice, tomography::velocity_model("constant:1000", reader));
    if (!options.topography.empty()) blank_above(options.topography, model);
    if (!options.void_surfaces.empty()) blank_inside(options.void_surfaces, model);
}

int run(const TomographyOptions& options)
{
    Ending ending;
    net::StopSignals signals;
    const auto reader = reader_for_commands();
    if (compute::is_worker_rank()) return help_ranks_of_node(reader);
    const RanksOfNode led = lead_ranks_of_node(Split::Seeds, options.inversion.eikonal.threads);
    ending.ranks = led.ranks.get();
    signals.call([&ending] { ending.cancelled = true; });
    tomography::Survey survey = tomography::read_times(options, &ending.cancelled);
    ending.check(options.out);
    for (const std::string& remark : survey.remarks)
        fmt::print(stderr, "note: '{}': {}\n", options.times, remark);
    check_beforehand(options, survey, *reader);
    tomography::RunInput input =
        tomography::run_input(options, std::move(survey), *reader, &ending.cancelled);
    ending.check(options.out);
    if (!options.topography.empty()) blank_above(options.topography, input.start);
    if (!options.void_surfaces.empty()) blank_inside(options.void_surfaces, input.start);
    tomography::InversionSettings settings = options.inversion;
    settings.eikonal.cancelled = &ending.cancelled;
    settings.helpers = led.arrivals;
    if (options.sweeps) {
        const auto steps = tomography::sweep_resolution(input.lattice, input.medium, input.survey, settings);
        ending.check("the sweep");
        show_sweep(steps, options.json);
        return 0;
    }
    tomography::ResultFolder folder{options.out};
    invert_into(folder, options, input, settings, ending);
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
    command->add_option("--out", options->out, "Folder to write, which must not be there yet");
    add_tomography_options(*command, *options);
    command->footer("Example: farfield-node tomography mine:1 --out result --progress\n"
                    "         mpirun -n 4 farfield-node tomography ... inverts with four processes");
    command->callback([options, &action] {
        check_tomography_options(*options);
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
