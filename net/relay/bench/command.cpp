#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "net/relay/bench/suites.h"
#include "net/relay/program/commands.h"

namespace farfield::net::relay {
namespace {

struct BenchOptions {
    BenchSettings settings;
    bool as_json = false;
};

int run_bench(const BenchOptions& options)
{
    model::Suite suite{"relay", {}};
    bench_core(suite, options.settings);
    bench_dis(suite, options.settings);
    if (options.as_json)
        fmt::print("{}\n", model::suite_json(suite).dump(2));
    else
        fmt::print("{}", model::suite_text(suite));
    return 0;
}

}  // namespace

void add_bench_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command = program.add_subcommand("bench", "Measures the relay on this machine");
    command->add_flag("--quick", options->settings.is_quick, "Fewer and shorter runs");
    command->add_option("--only", options->settings.only, "Figures whose names begin with this");
    command->add_flag("--json", options->as_json, "One JSON document");
    command->footer("Example: farfield-relay bench --quick");
    command->callback([options, &action] { action = [options] { return run_bench(*options); }; });
}

}  // namespace farfield::net::relay
