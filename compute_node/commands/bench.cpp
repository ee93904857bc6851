#include "compute_node/bench/suite_document.h"
#include "compute_node/bench/suites.h"
#include "compute_node/commands/commands.h"
#include "compute_node/ranks/ranks.h"

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
    bool json = false;
};

using SuiteFunction = model::Suite (*)(const BenchOptions&);
constexpr std::array<std::pair<const char*, SuiteFunction>, 7> suites{
    {{"encode", [](const BenchOptions&) { return bench_encode(); }},
     {"open", [](const BenchOptions&) { return bench_open(); }},
     {"ray", [](const BenchOptions&) { return bench_ray(); }},
     {"terrain", [](const BenchOptions& options) { return bench_terrain(options.only); }},
     {"tomography", [](const BenchOptions& options) { return bench_tomography(options.only); }},
     {"trace", [](const BenchOptions& options) { return bench_trace(options.only); }},
     {"volume", [](const BenchOptions& options) { return bench_volume(options.only); }}}};

/// Where no suite is named, figures are, or all are wanted.
bool is_wanted(const BenchOptions& options, const std::string& name)
{
    const auto& names = options.names;
    if (names.empty()) return options.only.starts_with(name) || name.starts_with(options.only);
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Ranks change tracing alone: nothing else is measured with them.
int run_with(compute::Ranks& ranks, const BenchOptions& options)
{
    const model::Suite suite = bench_trace_ranks(ranks);
    fmt::print("{}", options.json ? suite_document(suite).dump(2) + "\n" : model::suite_text(suite));
    return 0;
}

int run(const BenchOptions& options)
{
    if (compute::is_worker_rank()) return compute::help_first_rank();
    if (const auto ranks = compute::lead_ranks()) return run_with(*ranks, options);
    nlohmann::json all = nlohmann::json::array();
    for (const auto& [name, measure] : suites) {
        if (!is_wanted(options, name)) continue;
        const model::Suite suite = measure(options);
        if (options.json)
            all.push_back(suite_document(suite));
        else
            fmt::print("{}", model::suite_text(suite));
    }
    if (options.json) fmt::print("{}\n", (all.size() == 1 ? all.front() : all).dump(2));
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
    command->add_flag("--json", options->json, "One JSON document");
    command->footer("Example: farfield-node bench encode --json\n"
                    "         farfield-node bench ray\n"
                    "         farfield-node bench terrain --only terrain.view.8192\n"
                    "         mpirun -n 2 farfield-node bench trace");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
