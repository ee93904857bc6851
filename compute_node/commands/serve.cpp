#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/height_flags.h"
#include "compute_node/commands/options/split_option.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/rank_services.h"
#include "compute_node/commands/serving.h"
#include "compute_node/node/compute_service.h"
#include "compute_node/node/relay/forwarding_service.h"
#include "compute_node/readers/process/landlock.h"
#include "compute_node/readers/process/reader_processes.h"
#include "net/client/reach/host_port.h"
#include "net/service/token.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

struct ServeOptions {
    ServingOptions serving;
    NodeSettings compute;
    std::int64_t max_read_seconds = compute::ReaderSettings{}.max_time.count();
    Split split = Split::Seeds;
    std::string relay, relay_token_file;
};

/// Memory of large blocks goes back to the system when they are freed: glibc would raise the size from which
/// that is so to 32 MiB, and keep what programs of past sessions had.
void return_large_blocks()
{
#ifdef __GLIBC__
    constexpr int large_bytes = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, large_bytes);
#endif
}

std::shared_ptr<compute::FieldReader> start_readers(const ServeOptions& options)
{
    const NodeSettings& compute = options.compute;
    if (compute.data_folders.empty()) return compute::reader_in_this_process();  // it has no files to read
    return std::make_shared<compute::ReaderProcesses>(
        compute::ReaderSettings{.data_folders = compute.data_folders,
                                .max_bytes = compute.max_dataset_bytes,
                                .max_time = std::chrono::seconds{options.max_read_seconds}});
}

void log_confinement()
{
    if (!compute::has_landlock())
        spdlog::warn(
            "this kernel has no Landlock: processes that read files are not confined by it, and each path "
            "that they open is checked instead");
}

net::ClientSettings relay_of(const ServeOptions& options)
{
    net::ClientSettings relay;
    try {
        const net::HostPort at = net::parse_host_port(options.relay, net::default_relay_port);
        relay.host = at.host;
        relay.port = at.port;
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(fmt::format("--relay: {}", error.what()));
    }
    relay.client_name = "farfield-node";
    if (!options.relay_token_file.empty()) relay.token = net::read_token_file(options.relay_token_file);
    return relay;
}

int run(const ServeOptions& options)
{
    return_large_blocks();
    if (compute::is_worker_rank()) {
        leave_standard_output();
        const net::StopSignals blocked;
        return help_ranks_of_node(start_readers(options));
    }
    NodeSettings compute = options.compute;
    compute.limits.max_particles = options.serving.server.limits.max_particles;
    const auto make = [&options, &compute] {
        RanksOfNode led = lead_ranks_of_node(options.split, compute.threads);
        Served served{start_readers(options), std::move(led.ranks), std::move(led.opener), nullptr};
        compute.reader = served.reader;
        compute.ranks = served.ranks.get();
        compute.opener = served.opener.get();
        compute.arrivals = led.arrivals;
        if (options.split == Split::Blocks && compute.ranks == nullptr)
            throw std::runtime_error(
                "--split blocks: expected several processes to hold a block each, found one; "
                "start them with mpirun -n N farfield-node serve ...");
        log_confinement();
        served.service = std::make_unique<ComputeService>(compute);
        if (!options.relay.empty())
            served.service =
                std::make_unique<ForwardingService>(std::move(served.service), relay_of(options));
        return served;
    };
    return serve(make, options.serving);
}

}  // namespace

void add_serve_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ServeOptions>();
    CLI::App* command = program.add_subcommand(
        "serve", "Traces particles and lines, casts views of terrain, and streams them to viewers");
    command->add_option("--data", options->compute.data_folders,
                        "Folder whose files viewers may open (may be repeated)");
    add_serving_options(*command, options->serving);
    command
        ->add_option("--max-surface-bytes", options->compute.max_surface_bytes,
                     "Bytes of an answer of isosurfaces or boundaries")
        ->check(at_least(1))
        ->capture_default_str();
    command->add_option("--max-jobs", options->compute.max_jobs, "Jobs that are kept, running or not")
        ->check(at_least(1))
        ->capture_default_str();
    command
        ->add_option("--max-particles", options->serving.server.limits.max_particles,
                     "Particles of one program")
        ->check(at_least(1))
        ->capture_default_str();
    command
        ->add_option("--max-dataset-bytes", options->compute.max_dataset_bytes,
                     "Memory of all open datasets and terrains together, about, of blocks of the first "
                     "rank's; half of the machine's by default")
        ->check(at_least(1));
    command
        ->add_option(
            "--max-program-bytes", options->compute.max_program_bytes,
            "Memory of the particles, lines, seeds and viewsheds of all programs together, about; an "
            "eighth of the machine's by default")
        ->check(at_least(1));
    command
        ->add_option("--max-read-seconds", options->max_read_seconds,
                     "Time that reading one file, or one time step of it, may take")
        ->check(CLI::Range(1, 31'536'000))
        ->capture_default_str();
    add_cache_options(*command, options->compute.cache);
    command
        ->add_option("--threads", options->compute.threads,
                     "Threads of each program, in each rank; 0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
    command
        ->add_option("--concurrent", options->compute.concurrent,
                     "Programs that compute at once, in turns of their sessions, each on --threads; 0: those "
                     "that wait divide the cores among them")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command->add_option("--relay", options->relay,
                        "HOST[:PORT] of a farfield-relay: viewers get its entities through this node");
    command->add_option("--relay-token-file", options->relay_token_file, "File with the token of that relay")
        ->needs("--relay");
    add_split(*command, options->split);
    command->footer(
        "Example: farfield-node serve --data /data/flows --port 7117\n"
        "         mpirun -n 4 farfield-node serve --split blocks ... holds a quarter of a field in each "
        "of four processes");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
