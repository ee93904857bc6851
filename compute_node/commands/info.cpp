#include "compute_node/commands/commands.h"
#include "compute_node/commands/info_report.h"
#include "compute_node/commands/named_dataset.h"
#include "compute_node/fields/memory_need.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace farfield::compute {

namespace {

struct InfoOptions {
    std::vector<std::string> names;
    bool json = false;
};

int run(const InfoOptions& options)
{
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& name : join_plot3d(options.names)) {
        const Dataset dataset = in_memory(files_named({name}), false, [&] { return open_named(name); });
        if (options.json)
            all.push_back(info_json(dataset));
        else
            fmt::print("{}", info_text(dataset));
    }
    if (options.json) fmt::print("{}\n", (all.size() == 1 ? all.front() : all).dump(2));
    return 0;
}

}  // namespace

void add_info_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<InfoOptions>();
    CLI::App* command =
        program.add_subcommand("info", "Prints what is understood of files or built-in fields");
    command->add_option("FILE", options->names, "A file, GRID SOLUTION (PLOT3D), or analytic:NAME[:N]")
        ->required();
    command->add_flag("--json", options->json, "One JSON document");
    command->footer("Example: farfield-node info data/combxyz.bin data/combq.bin");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::compute
