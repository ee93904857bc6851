#include "compute_node/readers/process/read_for_node.h"

#include "compute_node/commands/commands.h"
#include "compute_node/readers/process/reader_settings.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace farfield::node {

/// Adds a command that is not for users, and not in the help: a serving node starts itself so.
void add_read_for_node_command(CLI::App& program, Action& action)
{
    auto settings = std::make_shared<compute::ReadingSettings>();
    CLI::App* command =
        program.add_subcommand(compute::reader_command, "Reads files for a serving node")->group("");
    command->add_option("--data", settings->data_folders);
    command->add_option("--max-bytes", settings->max_bytes)->required();
    command->add_flag("!--without-landlock", settings->use_landlock);
    command->callback(
        [settings, &action] { action = [settings] { return compute::read_for_node(*settings); }; });
}

}  // namespace farfield::node
