#pragma once

#include "compute_node/commands/options/tls_options.h"
#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/fields/field_reader.h"
#include "compute_node/ranks/ranks.h"
#include "net/session/session_server.h"

#include <functional>
#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace farfield::node {

/// The options of every command that serves a port.
struct ServingOptions {
    net::ServerSettings server;
    std::string token_file;
    TlsOptions tls;
    std::string dial, dial_token_file;
    std::uint32_t grace_seconds = 600, silence_seconds = 4;
    bool is_stdio = false;  ///< serves one viewer at standard input and output, opens no port
};

/// Adds --bind, --port, --token-file, --stdio, those of TLS and the limits that hold for any node.
void add_serving_options(CLI::App& command, ServingOptions& options);

/// The node's service, with the other processes that help, if any.
struct Served {
    std::shared_ptr<compute::FieldReader> reader;    ///< reader, interrupted when serving ends; or null
    std::unique_ptr<compute::Ranks> ranks;           ///< or null
    std::unique_ptr<compute::DatasetOpener> opener;  ///< or null
    std::unique_ptr<net::Service> service;
};

/// Serves until SIGINT or SIGTERM, with --stdio until the viewer has ended, and then returns 0; or until a
/// rank dies, which is reported to viewers, and then returns 1. Prints the ready line on standard output,
/// except with --stdio, when that is the viewer's; the log goes to standard error. `make` is called after the
/// log is set up and the signals are blocked. Throws std::runtime_error when the port cannot be opened.
int serve(const std::function<Served()>& make, ServingOptions options);

/// For a process that only helps one that serves: sends all that it prints to standard error.
void leave_standard_output();

}  // namespace farfield::node
