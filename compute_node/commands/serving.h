#pragma once

#include "net/node_service.h"
#include "net/session_server.h"

#include <functional>
#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace farfield::compute {

/// What every command that serves a port takes from its command line.
struct ServingOptions {
    net::ServerSettings server;
    std::string token_file;
};

/// Adds --bind, --port, --token-file and the limits that hold for any node.
void add_serving_options(CLI::App& command, ServingOptions& options);

/// Serves until SIGINT or SIGTERM. Prints the ready line on standard output; the log goes to standard error.
/// `make_service` is called after the log is set up. Throws std::runtime_error when the port cannot be had.
int serve(const std::function<std::unique_ptr<net::NodeService>()>& make_service, ServingOptions options);

}  // namespace farfield::compute
