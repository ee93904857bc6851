#include "compute_node/commands/row_command.h"

#include "compute_node/commands/options/out_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/reports/row_progress.h"
#include "compute_node/support/text_file.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>

#include <atomic>

namespace farfield::node {

void add_row_options(CLI::App& command, RowCommand& options)
{
    command.add_option("--out", options.out, "CSV file to write")->required();
    add_curvature_options(command, options.earth);
    add_terrain_options(command, options.terrain);
    command.add_option("--threads", options.threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
}

int run_row_command(const RowCommand& options, const model::CsvColumns& columns,
                    const std::function<CsvTransform(const terrain::Terrain&)>& transform_with)
{
    std::atomic<bool> cancelled{false};
    net::StopSignals signals;
    signals.call([&] { cancelled = true; });
    check_out(options.out, {options.rows});
    TextFile file{options.rows, columns.things, &cancelled};
    model::CsvRows rows{file.text(), options.rows, columns, &cancelled};
    AtomicText out{options.out};
    RowProgress report;
    const terrain::Terrain terrain =
        load_terrain_for(options.out, options.terrain,
                         {[&](double part) { report.show(part, "reading heights"); }, &cancelled});
    const auto show = [&](double part, std::uint64_t count) { report.show(part, count, columns.things); };
    transform_rows(rows, out, transform_with(terrain), options.threads, {show, &cancelled, file.size()});
    report.end();
    if (cancelled) throw interrupted(options.out);
    terrain.verify_intact();
    out.finish();
    return 0;
}

}  // namespace farfield::node
