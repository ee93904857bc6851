#include "bench/node/suite_document.h"
#include "bench/node/suites.h"
#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/rank_services.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

struct BenchOptions {
    std::vector<std::string> names;
    std::string only;
    std::string file;
    bool json = false;
};

using SuiteFunction = model::Suite (*)(const BenchOptions&);
constexpr std::array<std::pair<const char*, SuiteFunction>, 7> suites{
    {{"encode", [](const BenchOptions&) { return bench_encode(); }},
     {"open",
      [](const BenchOptions& options) {
          return options.file.empty() ? bench_open() : bench_open_file(options.file);
      }},
     {"ray", [](const BenchOptions&) { return bench_ray(); }},
     {"terrain", [](const BenchOptions& options) { return bench_terrain(options.only); }},
     {"tomography", [](const BenchOptions& options) { return bench_tomography(options.only); }},
     {"trace", [](const BenchOptions& options) { return bench_trace(options.only); }},
     {"volume", [](const BenchOptions& options) { return bench_volume(options.only); }}}};

/// True for a suite that is named, or, where none is, one with figures that --only allows.
bool is_wanted(const BenchOptions& options, const std::string& name)
{
    const auto& names = options.names;
    if (names.empty()) return options.only.starts_with(name) || name.starts_with(options.only);
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Prints suites as they come, or all of them as one JSON document.
class SuitePrinter {
public:
    explicit SuitePrinter(bool as_json) : as_json_{as_json} {}

    void add(const model::Suite& suite)
    {
        if (as_json_)
            all_.push_back(suite_document(suite));
        else
            fmt::print("{}", model::suite_text(suite));
    }
    void finish() const
    {
        if (as_json_) fmt::print("{}\n", (all_.size() == 1 ? all_.front() : all_).dump(2));
    }

private:
    bool as_json_;
    nlohmann::json all_ = nlohmann::json::array();
};

/// Measures with ranks: tracing and tomography alone, since ranks change no other suite. Tomography, which
/// takes minutes, only by its name.
void run_with(const RanksOfNode& led, const BenchOptions& options, SuitePrinter& printer)
{
    const bool named = !options.names.empty() || !options.only.empty();
    const bool tomography = named && is_wanted(options, "tomography");
    if (tomography) printer.add(bench_tomography_ranks(*led.arrivals, led.ranks->size(), options.only));
    if (!tomography || is_wanted(options, "trace")) printer.add(bench_trace_ranks(*led.ranks));
}

int run(const BenchOptions& options)
{
    if (compute::is_worker_rank()) return help_ranks_of_node(reader_for_commands());
    const RanksOfNode led = lead_ranks_of_node(Split::Seeds, 0);
    SuitePrinter printer{options.json};
    if (led.ranks != nullptr)
        run_with(led, options, printer);
    else
        for (const auto& [name, measure] : suites)
            if (is_wanted(options, name)) printer.add(measure(options));
    printer.finish();
    return 0;
}

}  // namespace

void add_bench_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command =
        program.add_subcommand("bench", "Measures the node's kernels, and answers over loopback");
    command
        ->add_option("SUITE", options->names,
                     "encode, open, ray, terrain, tomography, trace, volume; all of them when none is named")
        ->check(CLI::IsMember({"encode", "open", "ray", "terrain", "tomography", "trace", "volume"}));
    command->add_option("--only", options->only,
                        "Of terrain, tomography, trace and volume: figures whose names begin with this");
    command->add_option("--file", options->file, "Of open: this dataset alone, read once");
    command->add_flag("--json", options->json, "One JSON document");
    command->footer("Example: farfield-node bench encode --json\n"
                    "         farfield-node bench open --file carotid.vtk\n"
                    "         farfield-node bench ray\n"
                    "         farfield-node bench terrain --only terrain.view.8192\n"
                    "         mpirun -n 2 farfield-node bench trace\n"
                    "         mpirun -n 2 farfield-node bench tomography");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
