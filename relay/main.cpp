#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

#include "net/message/printable.h"
#include "relay/commands/commands.h"

int main(int argc, char** argv)
{
    namespace relay = farfield::net::relay;
    CLI::App program{"Farfield's relay: bundles and filters messages of moving entities", "farfield-relay"};
    program.set_version_flag("--version", "farfield-relay " FARFIELD_VERSION);
    program.require_subcommand(1);
    relay::Action action;
    relay::add_serve_command(program, action);
    relay::add_send_command(program, action);
    relay::add_listen_command(program, action);
    relay::add_record_command(program, action);
    relay::add_replay_command(program, action);
    relay::add_status_command(program, action);
    relay::add_bench_command(program, action);
    try {
        program.parse(argc, argv);
        const int code = action();
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            fmt::print(stderr, "farfield-relay: cannot write to the standard output\n");
            return 1;
        }
        return code;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error);  // --help and --version
        fmt::print(stderr, "farfield-relay: {}; see farfield-relay --help\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "farfield-relay: {}\n", farfield::net::printable(error.what(), 1000));
        return 1;
    }
}
