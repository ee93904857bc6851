#include "compute_node/commands/commands.h"
#include "compute_node/commands/info_report.h"
#include "compute_node/fields/dataset.h"
#include "compute_node/readers/readers.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace farfield::compute {

namespace {

struct InfoOptions {
    std::vector<std::string> names;
    bool json = false;
};

/// A file named on the command line is wherever the user says; "A+B" is two files unless a file is named so.
Dataset open_named(const std::string& name)
{
    if (is_analytic_name(name)) return open_analytic(name);
    const std::size_t plus = name.find('+');
    if (plus == std::string::npos || std::filesystem::exists(name)) return open_dataset({name}, name);
    return open_dataset({name.substr(0, plus), name.substr(plus + 1)}, name);
}

bool is_half(const std::string& name)
{
    return format_of(name) == "PLOT3D" && name.find('+') == std::string::npos;
}

/// A PLOT3D grid and its solution are one dataset, also as two arguments: neither can be read alone.
std::vector<std::string> joined(const std::vector<std::string>& names)
{
    std::vector<std::string> datasets;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_pair = i + 1 < names.size() && is_half(names[i]) && is_half(names[i + 1]);
        datasets.push_back(is_pair ? names[i] + "+" + names[i + 1] : names[i]);
        if (is_pair) ++i;
    }
    return datasets;
}

int run(const InfoOptions& options)
{
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& name : joined(options.names)) {
        const Dataset dataset = open_named(name);
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
