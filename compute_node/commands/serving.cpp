#include "compute_node/commands/serving.h"

#include "compute_node/commands/options/validators.h"
#include "net/client/reach/host_port.h"
#include "net/message/messages.h"
#include "net/service/token.h"
#include "net/session/listening/local_listener.h"
#include "net/transport/descriptor_stream.h"
#include "net/transport/stop_signals.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace farfield::node {

namespace {

/// Sends the log to standard error: standard output belongs to the ready line.
void log_to_standard_error()
{
    const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("farfield-node", sink));
    spdlog::set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v");
}

void print_ready_line(const net::SessionServer& server, const net::TlsContext* tls)
{
    fmt::print("farfield-node ready host={} port={} protocol={}{}\n", server.host(), server.port(),
               net::protocol_version, tls != nullptr ? " tls=" + tls->pin() : "");
    std::fflush(stdout);
}

/// Takes standard input and output for the viewer. All other output goes to standard error from now on, so
/// that none disturbs the messages.
net::StreamMaker take_standard_streams()
{
    constexpr int above_standard = 3;
    const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, above_standard);
    const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, above_standard);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (in < 0 || out < 0 || nothing < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        ::dup2(nothing, STDIN_FILENO) < 0)
        throw std::runtime_error("--stdio: standard input and output cannot be used: " +
                                 std::system_category().message(errno));
    ::close(nothing);
    return [in, out](boost::asio::io_context& io) {
        return std::make_unique<net::DescriptorStream>(io, in, out, "standard input");
    };
}

/// Settings of the connection to a viewer, if --dial asks for one. Throws std::runtime_error with the fault.
std::optional<net::DialSettings> dial_of(const ServingOptions& options)
{
    if (options.dial.empty()) return std::nullopt;
    net::DialSettings dial;
    try {
        const net::HostPort at = net::parse_host_port(options.dial);
        dial = {.host = at.host, .port = at.port, .token = {}};
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(fmt::format("--dial: {}", error.what()));
    }
    if (!options.dial_token_file.empty()) dial.token = net::read_token_file(options.dial_token_file);
    if (dial.token.empty() && net::is_other_address(dial.host))
        throw std::runtime_error(fmt::format(
            "--dial: '{}' is another machine, so a token is needed (--dial-token-file FILE)", dial.host));
    return dial;
}

void add_dial_options(CLI::App& command, ServingOptions& options)
{
    CLI::Option* const dial = command.add_option(
        "--dial", options.dial,
        "A viewer that listens for nodes (farfield --listen): the node connects to it, and opens no port");
    dial->type_name("HOST:PORT");
    dial->excludes("--bind")->excludes("--port")->excludes("--token-file");
    command
        .add_option(
            "--dial-token-file", options.dial_token_file,
            "File with the token that both prove to have; needed where the viewer is on another machine")
        ->needs(dial);
}

/// Adds --stdio; has to come after the options that this excludes.
void add_stdio_option(CLI::App& command, ServingOptions& options)
{
    command
        .add_flag("--stdio", options.is_stdio,
                  "Serve one viewer on standard input and output, and end with it; no port is opened")
        ->excludes("--bind")
        ->excludes("--port")
        ->excludes("--token-file")
        ->excludes("--dial")
        ->excludes("--tls-cert")
        ->excludes("--tls-key")
        ->excludes("--tls-self-signed")
        ->excludes("--tls-only")
        ->excludes("--grace")
        ->excludes("--max-kept")
        ->excludes("--max-kept-bytes");
}

/// Time at which a job of Slurm is over, in s since 1970; empty for other processes.
std::optional<std::uint64_t> end_of_job()
{
    const char* const text = std::getenv("SLURM_JOB_END_TIME");
    if (text == nullptr) return std::nullopt;
    std::uint64_t seconds = 0;
    const char* const end = text + std::strlen(text);
    const auto [stopped, error] = std::from_chars(text, end, seconds);
    return error == std::errc{} && stopped == end ? std::optional(seconds) : std::nullopt;
}

/// Ends the serving when a rank dies.
class Watch {
public:
    Watch(compute::Ranks* ranks, net::SessionServer& server) : ranks_{ranks}
    {
        if (ranks_ != nullptr)
            ranks_->on_failure([&server](const std::string& words) { server.stop(words); });
    }
    ~Watch()
    {
        if (ranks_ != nullptr) ranks_->on_failure({});
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    [[nodiscard]] std::string failure() const { return ranks_ != nullptr ? ranks_->failure() : ""; }

private:
    compute::Ranks* ranks_;
};

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
    add_tls_options(command, options.tls);
    add_dial_options(command, options);
    const auto limit = [&command](const char* name, auto& value, const char* what) {
        command.add_option(name, value, what)->check(at_least(1))->capture_default_str();
    };
    limit("--max-frame-bytes", server.limits.max_frame_bytes,
          "Largest slots that a viewer may ask frames for");
    limit("--max-sessions", server.limits.max_sessions, "Viewers at the same time");
    limit("--max-streams", server.limits.max_streams, "Programs of one viewer at the same time");
    limit("--max-connections", server.limits.max_connections,
          "Connections of sessions and strangers together");
    command
        .add_option("--grace", options.grace_seconds,
                    "Seconds that the session of a viewer that is gone is kept for it; 0: not at all")
        ->check(CLI::Range(0, 86'400))
        ->capture_default_str();
    command
        .add_option("--silence", options.silence_seconds,
                    "Seconds without a word after which a connection counts as lost")
        ->check(CLI::Range(2, 60))
        ->capture_default_str();
    command
        .add_option("--max-kept", server.limits.max_kept,
                    "Sessions that are kept for viewers that are gone; one more ends the oldest")
        ->capture_default_str();
    limit("--max-kept-bytes", server.limits.max_kept_bytes, "Send buffers of these sessions together");
    limit("--max-members", server.limits.max_members, "Viewers that share a session");
    limit("--max-strangers", server.limits.max_strangers,
          "Connections that belong to no session yet; one more takes the place of the oldest");
    limit("--max-buffer-bytes", server.limits.max_buffer_bytes,
          "Send buffers of all sessions together, 2 to 64 slots a program");
    // Defaults are the machine's: help says what part of its memory, the same everywhere.
    const auto memory = [&command](const char* name, std::uint64_t& value, const char* what) {
        command.add_option(name, value, what)->check(at_least(1));
    };
    memory("--max-call-bytes", server.limits.max_call_bytes,
           "Memory of all calls that are not answered yet, 32 times their text; a thirty-second of the "
           "machine's by default");
    add_stdio_option(command, options);
}

void leave_standard_output()
{
    log_to_standard_error();
    (void)::dup2(STDERR_FILENO, STDOUT_FILENO);
}

int serve(const std::function<Served()>& make, ServingOptions options)
{
    log_to_standard_error();
    net::StopSignals signals;
    if (!options.token_file.empty()) options.server.token = net::read_token_file(options.token_file);
    options.server.tls = options.tls.context();
    options.server.is_tls_only = options.tls.is_only;
    options.server.grace = std::chrono::seconds(options.grace_seconds);
    options.server.silence_timeout = std::chrono::seconds(options.silence_seconds);
    net::StreamMaker viewer;
    if (options.is_stdio) viewer = take_standard_streams();
    options.server.dial = dial_of(options);
    options.server.is_listening = !options.is_stdio && !options.server.dial;
    if (options.is_stdio) options.server.grace = std::chrono::seconds(0);  // ends with its connection
    options.server.local_socket = net::own_local_socket();
    options.server.ends_at = end_of_job();
    const Served served = make();
    net::SessionServer server{*served.service, options.server};
    const Watch watch{served.ranks.get(), server};
    // A launcher that sees a rank die sends the others SIGTERM, perhaps before they have seen it.
    signals.call([&] {
        if (served.reader) served.reader->stop();
        if (const std::string failure = watch.failure(); !failure.empty())
            server.stop(failure);
        else
            server.stop();
    });
    if (viewer)
        server.add_connection(std::move(viewer));
    else if (options.server.dial)
        spdlog::info("connecting to the viewer at {}{}", options.dial,
                     options.server.tls ? " with the key " + options.server.tls->pin() : "");
    else
        print_ready_line(server, options.server.tls.get());
    server.run();
    const std::string failure = watch.failure();
    if (!failure.empty()) spdlog::error("{}; the node ends", failure);
    return failure.empty() ? 0 : 1;
}

}  // namespace farfield::node
