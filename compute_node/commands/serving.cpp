#include "compute_node/commands/serving.h"

#include "compute_node/commands/stop_signals.h"
#include "compute_node/commands/validators.h"
#include "net/messages.h"
#include "net/token.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>

namespace farfield::compute {

namespace {

/// Standard output belongs to the ready line.
void log_to_standard_error()
{
    const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("farfield-node", sink));
    spdlog::set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v");
}

void print_ready_line(const net::SessionServer& server)
{
    fmt::print("farfield-node ready host={} port={} protocol={}\n", server.host(), server.port(),
               net::protocol_version);
    std::fflush(stdout);
}

}  // namespace

void add_serving_options(CLI::App& command, ServingOptions& options)
{
    net::ServerSettings& server = options.server;
    command
        .add_option("--bind", server.bind_address,
                    "Address to listen on; other than loopback needs --token-file")
        ->capture_default_str();
    command.add_option("--port", server.port, "Port to listen on; 0 takes any free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    command.add_option(
        "--token-file", options.token_file,
        "File with the token that viewers must give (readable by its owner, and at most its group)");
    const auto limit = [&command](const char* name, auto& value, const char* what) {
        command.add_option(name, value, what)->check(at_least(1))->capture_default_str();
    };
    limit("--max-frame-bytes", server.limits.max_frame_bytes,
          "Largest slots that a viewer may ask frames for");
    limit("--max-sessions", server.limits.max_sessions, "Viewers at the same time");
    limit("--max-streams", server.limits.max_streams, "Programs of one viewer at the same time");
    limit("--max-connections", server.limits.max_connections,
          "Connections, also of those who have not said who they are");
}

int serve(const std::function<std::unique_ptr<net::NodeService>()>& make_service, ServingOptions options)
{
    log_to_standard_error();
    StopSignals signals;
    if (!options.token_file.empty()) options.server.token = net::read_token_file(options.token_file);
    const std::unique_ptr<net::NodeService> service = make_service();
    net::SessionServer server{*service, options.server};
    signals.call([&server] { server.stop(); });
    print_ready_line(server);
    server.run();
    return 0;
}

}  // namespace farfield::compute
