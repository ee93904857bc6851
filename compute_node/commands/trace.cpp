#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/blocks_option.h"
#include "compute_node/commands/options/choice_option.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/series_option.h"
#include "compute_node/commands/options/split_option.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/rank_services.h"
#include "compute_node/commands/reports/trace_progress.h"
#include "compute_node/datasets/dataset_info.h"
#include "compute_node/datasets/memory_need.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/grids/own_turn.h"
#include "compute_node/lines/line_scalars.h"
#include "compute_node/lines/line_tracer.h"
#include "compute_node/lines/streaklines.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/text_file.h"
#include "compute_node/writers/line_writer.h"
#include "model/data/block_names.h"
#include "model/rakes/seeds.h"
#include "model/rakes/seeds_csv.h"
#include "net/message/memory_budget.h"
#include "net/message/printable.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

enum class Kind { Streamline, Pathline, Streakline };

struct TraceOptions {
    std::vector<std::string> dataset;
    std::string seeds, out;
    Kind kind = Kind::Streamline;
    compute::LineSettings settings;
    std::string velocity;                            ///< its name; "": the dataset's
    std::vector<std::string> blocks;                 ///< names of blocks to read; none: all
    compute::FieldChoice choice;                     ///< choice of the scalar
    std::optional<compute::LineScalar> line_scalar;  ///< taken instead of the field's, once it is open
    bool ends = false;
    Split split = Split::Seeds;
    bool progress = false;
    int threads = 0;
    std::uint64_t max_bytes = net::part_of_memory(2);
};

/// Takes the scalar for one that lines have by themselves, where no array has its name.
void take_line_scalar(TraceOptions& options)
{
    options.line_scalar = compute::line_scalar_named(options.choice.scalar);
    if (options.line_scalar) options.choice.scalar.clear();
}

compute::FieldSource open_field(TraceOptions& options, const compute::DatasetFiles& files)
{
    const std::vector<std::string> names = join_plot3d(options.dataset);
    check_are_steps(names);
    if (is_analytic_name(names.front())) take_line_scalar(options);
    if (is_analytic_name(names.front()))
        return open_named(names.front(), options.velocity, *files.reader).field(options.choice);
    const std::string scalar = options.choice.scalar.empty() ? "speed" : options.choice.scalar;
    compute::TimeSeries series = compute::series_of(files, {}, scalar);
    if (const std::string why_not = compute::why_not_traceable(series.info()); !why_not.empty())
        throw std::runtime_error(why_not);
    if (!compute::has_scalar(series.info(), scalar)) take_line_scalar(options);
    if (const std::string& warning = series.info().velocity_warning; !warning.empty())
        fmt::print(stderr, "farfield-node: {}\n", net::printable(warning, 2000));
    if (options.kind != Kind::Streamline && series.slices() == 1 && std::isnan(series.times().front()))
        throw std::runtime_error(fmt::format("'{}': the times of its steps are not known (info says why), as "
                                             "pathlines and streaklines need them; streamlines do not",
                                             names.front()));
    std::string remark;
    compute::FieldSource source =
        compute::source_of(std::move(series), options.choice, options.max_bytes, &remark);
    note_left_out(remark);
    return source;
}

/// Start times of the seeds: without times of their own, that of the field's first slice.
std::vector<double> start_times(const model::ListRake& read, const compute::Field& field)
{
    if (!read.times.empty()) return read.times;
    const std::vector<float>& times = field.slices().times;
    return std::vector<double>(read.at.size(), field.slices().steady() ? 0.0 : times.front());
}

compute::LineSeeds line_seeds(const model::ListRake& read, const std::vector<double>& starts,
                              const compute::Field& of)
{
    compute::LineSeeds seeds;
    const compute::FieldInfo& field = of.info();
    const compute::OwnTurn turn{field};
    for (std::size_t i = 0; i < read.at.size(); ++i) {
        const auto [x, y, z] = read.at[i];
        seeds.add({field.relative(turn.moved({x, y, z})), static_cast<float>(starts[i])});
    }
    return seeds;
}

std::unique_ptr<compute::LineWriter> writer_for(const TraceOptions& options, const compute::Field& field)
{
    const bool is_vtp = ending_of(options.out) == ".vtp";
    if (is_vtp)
        return compute::vtp_writer(options.out,
                                   options.line_scalar ? std::string{compute::to_string(*options.line_scalar)}
                                                       : field.info().scalar_name,
                                   field.info().origin);
    return compute::csv_writer(options.out,
                               options.ends ? compute::LineContent::Ends : compute::LineContent::Points,
                               field.info().origin);
}

/// Opens the field: by the ranks' opener, or in memory that all ranks share, when there are several. Slices
/// that are read on the way are the first rank's alone.
compute::FieldSource open_for(const RanksOfNode& led, TraceOptions& options,
                              const compute::DatasetFiles& files)
{
    if (led.opener != nullptr) {
        try {
            return led.opener->field(files, options.choice);
        } catch (const compute::UnknownScalar&) {
            take_line_scalar(options);
            if (!options.line_scalar) throw;
        }
        return led.opener->field(files, options.choice);
    }
    compute::FieldSource field = open_field(options, files);
    if (led.ranks == nullptr || field.slices != nullptr) return field;
    return led.ranks->share(*field.field);
}

/// Opens the field; an error lists the built-in attributes of lines beside the field's scalars.
compute::FieldSource open_or_list_scalars(const RanksOfNode& led, TraceOptions& options,
                                          const std::shared_ptr<compute::FieldReader>& reader)
{
    std::vector<std::string> names = join_plot3d(options.dataset);
    for (const std::string& name : names) check_present(name);
    names.front() = model::with_blocks(names.front(), options.blocks);
    const compute::DatasetFiles files = named_files(names, options.velocity, reader);
    check_not_read(options.out, files);
    try {
        return compute::in_memory(files, led.opener.get(), [&] { return open_for(led, options, files); });
    } catch (const compute::UnknownScalar& error) {
        throw std::runtime_error(fmt::format("{}; lines also have 'age' and 'arc-length'", error.what()));
    }
}

model::ListRake read_seeds(const TraceOptions& options, const std::atomic<bool>& cancelled)
{
    try {
        TextFile file{options.seeds, "seeds", &cancelled};
        model::ListRake seeds = model::read_seeds_csv(
            file.text(), options.seeds, {"max_seeds_per_rake", model::max_seeds_per_rake}, &cancelled);
        if (!cancelled) return seeds;
    } catch (const std::runtime_error&) {
        if (!cancelled) throw;
    }
    throw interrupted(options.out);
}

/// Opens the field; an interrupt ends the process that reads, and so the reading.
compute::FieldSource open_unless(const std::atomic<bool>& cancelled, const RanksOfNode& led,
                                 TraceOptions& options, const std::shared_ptr<compute::FieldReader>& reader)
{
    try {
        return open_or_list_scalars(led, options, reader);
    } catch (const std::runtime_error&) {
        if (cancelled) throw interrupted(options.out);
        throw;
    }
}

/// Throws the reason why tracing ended early, if it did.
void check_finished(const std::atomic<bool>& cancelled, const compute::Ranks* ranks,
                    const TraceOptions& options)
{
    const std::string failure = ranks != nullptr ? ranks->failure() : "";
    if (!failure.empty()) throw std::runtime_error(failure);
    if (cancelled) throw interrupted(options.out);
}

/// Number of streaklines without any visible part, because the data end before their observation.
std::size_t count_late(const compute::LineBlock& block)
{
    return static_cast<std::size_t>(std::ranges::count_if(block.lines, [&](const compute::Line& line) {
        return line.reason == compute::Termination::OutOfTime && line.points == 1 &&
               std::isnan(block.points[line.first_point].w);
    }));
}

int run(TraceOptions options)
{
    std::atomic<bool> cancelled{false}, finishing{false};
    net::StopSignals signals;
    const auto reader = reader_for_commands();
    if (compute::is_worker_rank()) return help_ranks_of_node(reader);
    const RanksOfNode led = lead_ranks_of_node(options.split, options.threads);
    signals.call([&, out = options.out] {
        cancelled = true;
        reader->stop();
        if (!finishing) return;
        // VTK cannot stop while it writes; the file that it has written has no name yet.
        fmt::print(stderr, "farfield-node: {}\n", interrupted(out).what());
        std::_Exit(1);
    });
    check_ending(options.out, {".csv", ".vtp"});
    if (options.ends && ending_of(options.out) == ".vtp")
        throw CLI::ValidationError("--ends", "a table of ends is written as .csv, not as .vtp");
    check_out(options.out, {options.seeds});
    options.settings.keep_points = !options.ends;
    options.settings.flow_time =
        options.kind == Kind::Streamline ? compute::FlowTime::Frozen : compute::FlowTime::Moving;
    const model::ListRake read = read_seeds(options, cancelled);
    const compute::FieldSource field = open_unless(cancelled, led, options, reader);
    // Particles of a streakline know nothing of their neighbours.
    options.settings.scalar_is_length =
        options.line_scalar == compute::LineScalar::ArcLength && options.kind != Kind::Streakline;
    const std::vector<double> starts = start_times(read, *field.field);
    const compute::LineSeeds seeds = line_seeds(read, starts, *field.field);
    const compute::Resources resources{options.threads, led.ranks.get()};
    const std::unique_ptr<compute::LineWriter> writer = writer_for(options, *field.field);
    ProgressReport report{options.progress};
    compute::LineBlock coloured;
    std::size_t late = 0;
    const bool colour_later = options.line_scalar && !options.settings.scalar_is_length;
    const auto take = [&](const compute::LineBlock& block, const compute::TraceProgress& progress) {
        if (cancelled) return;  // the file is thrown away
        if (options.kind == Kind::Streakline) late += count_late(block);
        if (colour_later) {
            coloured = block;
            compute::set_scalar(*options.line_scalar, compute::LengthMetric{field.field->info()}, coloured);
        }
        writer->add(colour_later ? coloured : block, starts);
        report.show(progress);
    };
    if (options.kind == Kind::Streakline)
        compute::trace_streaklines(field, options.settings, resources, seeds, take, &cancelled);
    else
        compute::LineTracer{field, options.settings, resources}.trace(seeds, take, &cancelled);
    report.end();
    if (const auto* series = dynamic_cast<const compute::SeriesField*>(field.slices.get()))
        note_left_out(series->remark());
    finishing = true;
    check_finished(cancelled, led.ranks.get(), options);
    writer->finish();
    finishing = false;
    if (late > 0)
        fmt::print(stderr,
                   "farfield-node: {} of {} streaklines are one point: {} steps of {:g} after their seeds' "
                   "times there are no data (out-of-time)\n",
                   late, seeds.size(), options.settings.max_steps, options.settings.step);
    return 0;
}

void add_integration(CLI::App& command, compute::LineSettings& settings)
{
    add_choice<compute::Integrator>(
        command, "--integrator", settings.integrator,
        {{"rk4", compute::Integrator::Rk4}, {"dopri5", compute::Integrator::Dopri5}},
        "With a fixed step, or one that adapts");
    command.add_option("--step", settings.step, "Step; the first one of dopri5")->capture_default_str();
    add_choice<compute::StepUnit>(command, "--step-unit", settings.step_unit,
                                  {{"time", compute::StepUnit::Time},
                                   {"cell", compute::StepUnit::CellFraction},
                                   {"length", compute::StepUnit::Length}},
                                  "What --step counts; cell is the part of the cell that the line is in");
    command.add_option("--steps", settings.max_steps, "Steps of a line, at most")->capture_default_str();
    command.add_option(
        "--max-step", settings.max_step,
        "Longest step of dopri5, and of rk4 by cells: a length with --step-unit length, else a time");
    command.add_option("--max-time", settings.max_time, "Time that a line runs, at most");
    command.add_option("--max-length", settings.max_length, "Length of a line, at most");
    command.add_option("--stagnant-speed", settings.stagnant_speed, "Up to this a line stands still")
        ->capture_default_str();
    command.add_option("--absolute-tolerance", settings.absolute_tolerance, "Of a step's error, for dopri5")
        ->capture_default_str();
    command
        .add_option("--relative-tolerance", settings.relative_tolerance,
                    "Of a step's error by the step's length, for dopri5")
        ->capture_default_str();
    command.add_flag("--backward", settings.backward, "Against the flow");
}

}  // namespace

void add_trace_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<TraceOptions>();
    CLI::App* command = program.add_subcommand("trace", "Traces lines through a field into a file");
    command
        ->add_option("DATASET", options->dataset,
                     "A file, GRID SOLUTION (PLOT3D), NetCDF files in time order, or analytic:NAME[:N]")
        ->required();
    command->add_option("--seeds", options->seeds, "CSV with the header x,y,z or x,y,z,t")->required();
    command->add_option("--out", options->out, "File to write, .csv or .vtp")->required();
    add_choice<Kind>(
        *command, "--kind", options->kind,
        {{"streamline", Kind::Streamline}, {"pathline", Kind::Pathline}, {"streakline", Kind::Streakline}},
        "What is traced");
    add_integration(*command, options->settings);
    command->add_flag("--ends", options->ends, "One row a seed: seed,x,y,z,t,steps,reason");
    command->add_option(
        "--velocity", options->velocity,
        "Vector to trace, or the scalars that are its components: U, \"u,v,w\"; otherwise what "
        "info says");
    add_blocks(*command, options->blocks);
    command->add_option(
        "--scalar", options->choice.scalar,
        "Scalar array, or one that is derived: speed (taken otherwise), vorticity, helicity, divergence, "
        "q-criterion, age, arc-length");
    add_split(*command, options->split);
    command->add_option("--threads", options->threads, "Of each rank; 0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command
        ->add_option("--max-dataset-bytes", options->max_bytes,
                     "Memory for time slices, which are read on the way where they do not all fit; half of "
                     "the machine's by default")
        ->check(at_least(1));
    command->add_flag("--progress", options->progress,
                      "Lines a second, memory: on standard error, which a terminal gets anyway");
    command->footer("Example: farfield-node trace analytic:cell:64 --seeds seeds.csv --step 0.01 --steps 200 "
                    "--out lines.vtp\n"
                    "         mpirun -n 4 farfield-node trace ... traces with four processes");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
