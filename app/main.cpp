#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/commands.h"
#include "net/message/printable.h"

namespace {

/// Longest error line: arguments of a node may follow in it.
constexpr std::size_t longest_line = 1000;

/// Prints an error in the form "farfield: ...", one line, in place of CLI11's form. Returns the exit code.
int report_usage(const CLI::App& program, const CLI::ParseError& error)
{
    if (error.get_exit_code() == 0) return program.exit(error);  // --help and --version
    fmt::print(stderr, "farfield: {}; see farfield --help\n",
               farfield::net::printable(error.what(), longest_line));
    return 2;
}

/// Cuts off "--" and returns the words after it.
std::vector<std::string> take_rest(int& argc, char** argv)
{
    char** const begin = argv + std::min(argc, 1);
    char** const end = argv + argc;
    char** const dashes = std::find(begin, end, std::string_view("--"));
    argc = static_cast<int>(dashes - argv);
    return dashes == end ? std::vector<std::string>() : std::vector<std::string>(dashes + 1, end);
}

}  // namespace

int main(int argc, char** argv)
{
    using namespace farfield::app;
    CLI::App program{"Farfield's viewer, scripted playback and measurements", "farfield"};
    Action action;
    add_viewer_command(program, action);
    add_play_command(program, action);
    add_record_command(program, action);
    add_bench_command(program, action);
    add_doctor_command(program, action);
    add_sessions_command(program, action);
    try {
        const std::vector<std::string> rest = take_rest(argc, argv);
        program.parse(argc, argv);
        return action(rest);
    } catch (const CLI::ParseError& error) {
        return report_usage(program, error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "farfield: {}\n", farfield::net::printable(error.what(), longest_line));
        return 1;
    }
}
