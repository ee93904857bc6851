#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "bench/relay/network/network_suite.h"
#include "bench/relay/network/own_network.h"
#include "bench/relay/report.h"
#include "bench/relay/suites.h"
#include "net/message/printable.h"
#include "relay/commands/commands.h"

namespace farfield::net::relay {
namespace {

struct BenchOptions {
    BenchSettings settings;
    std::string report;
    bool as_json = false;
};

/// Runs the figures of processes that communicate over a network.
void bench_network(model::Suite& suite, const BenchSettings& settings, const OwnNetwork& network)
{
    bench_throughput(suite, settings);
    bench_costs(suite, settings, network);
    bench_ages(suite, settings);
    bench_subscribers(suite, settings);
    bench_overload(suite, settings);
}

/// Load average of the last minute: other work of the machine.
std::string load_average()
{
    std::ifstream in{"/proc/loadavg"};
    std::string average = "unknown";
    in >> average;
    return average;
}

int run_bench(const BenchOptions& options)
{
    model::Suite suite{"relay", {}};
    suite.circumstances["load_before"] = load_average();
    bench_core(suite, options.settings);
    bench_dis(suite, options.settings);
    bench_policies(suite, options.settings);
    const OwnNetwork network{apart().others.value_or(0), apart().receiver.value_or(0)};
    suite.circumstances["network"] = network.text();
    bench_network(suite, options.settings, network);
    const MeasuredTables tables =
        options.report.empty() ? MeasuredTables{} : measure_tables(options.settings, network);
    if (suite.figures.empty() && tables.topologies.empty() && tables.by_size.empty())
        throw std::runtime_error(
            fmt::format("--only '{}': expected the beginning of a figure's name, such as relay.core_ns, or "
                        "relay.topology with --report",
                        printable(options.settings.only, 200)));
    suite.circumstances["load_after"] = load_average();
    if (!options.report.empty()) write_report(options.report, suite, tables);
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
    command->add_option("--only", options->settings.only, "Figures with names that begin with this");
    command->add_option(
        "--report", options->report,
        "Folder for relay.html and relay.json: the figures, and the tables of the thesis of 1997 "
        "beside those of here");
    command->add_flag("--json", options->as_json, "One JSON document");
    command->footer("Example: farfield-relay bench --quick");
    command->callback([options, &action] { action = [options] { return run_bench(*options); }; });
}

}  // namespace farfield::net::relay
