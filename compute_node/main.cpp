#include "compute_node/commands/commands.h"
#include "compute_node/ranks/ranks.h"
#include "net/message/printable.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace {

using farfield::compute::is_worker_rank;

/// The option that was given more often than it takes values; null where something else is wrong.
const CLI::Option* repeated_option(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options())
        if (option->get_expected_max() > 0 &&
            option->count() > static_cast<std::size_t>(option->get_items_expected_max()))
            return option;
    for (const CLI::App* command : app.get_subcommands())
        if (const CLI::Option* option = repeated_option(*command)) return option;
    return nullptr;
}

std::string words_of(const CLI::App& program, const CLI::ParseError& error)
{
    const bool counts = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch);
    const CLI::Option* repeated = counts ? repeated_option(program) : nullptr;
    if (repeated == nullptr) return error.what();
    return fmt::format("{} is given {} times, expected once", repeated->get_name(), repeated->count());
}

/// A line of the form "farfield-node: ...", instead of CLI11's own.
int report_usage(const CLI::App& program, const CLI::ParseError& error)
{
    if (is_worker_rank()) return 2;                              // rank 0 says it
    if (error.get_exit_code() == 0) return program.exit(error);  // --help and --version
    fmt::print(stderr, "farfield-node: {}; see farfield-node --help\n", words_of(program, error));
    return 2;
}

/// Printed text may still be on its way, to a disk that is full.
void check_output()
{
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw std::runtime_error("cannot write to the standard output");
}

}  // namespace

int main(int argc, char** argv)
{
    using namespace farfield;
    CLI::App program{"Farfield's compute node: traces particles and casts views where the data is",
                     "farfield-node"};
    program.set_version_flag("--version", "farfield-node " FARFIELD_VERSION);
    program.require_subcommand(1);
    node::Action action;
    node::add_serve_command(program, action);
    node::add_replay_command(program, action);
    node::add_read_for_node_command(program, action);
    node::add_info_command(program, action);
    node::add_trace_command(program, action);
    node::add_slice_command(program, action);
    node::add_surface_command(program, action);
    node::add_view_command(program, action);
    node::add_cast_command(program, action);
    node::add_sight_command(program, action);
    node::add_viewshed_command(program, action);
    node::add_traveltimes_command(program, action);
    node::add_tomography_command(program, action);
    node::add_bench_command(program, action);
    try {
        program.parse(argc, argv);
        const int code = action();
        check_output();
        return code;
    } catch (const CLI::ParseError& error) {
        return report_usage(program, error);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "farfield-node: there is not enough memory for this\n");
        return 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "farfield-node: {}\n", farfield::net::printable(error.what(), 1000));
        return 1;
    }
}
