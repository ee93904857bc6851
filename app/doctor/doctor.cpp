#include "app/doctor/doctor.h"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/doctor/connections.h"
#include "app/doctor/examination.h"
#include "app/doctor/node_stages.h"
#include "model/calls/relay.h"
#include "model/figures/statistics.h"
#include "net/client/client.h"
#include "net/client/reach.h"
#include "net/client/reach/command_output.h"
#include "net/client/reach/ssh_command.h"
#include "net/client/reach/target.h"
#include "net/message/limits.h"
#include "net/message/printable.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {
namespace {

constexpr std::chrono::minutes ssh_patience{1};
constexpr int of_ssh_itself = 255, not_found = 127, not_runnable = 126;

std::string_view last_line(std::string_view text)
{
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text.substr(text.rfind('\n') + 1);
}

/// Notes text that a login shell prints before the program's.
void note_banner(std::string_view banner, Examination& examination)
{
    if (banner.empty()) return;
    examination.note(
        "banner",
        fmt::format("{} bytes come before the program's: {}", banner.size(),
                    net::printable(banner.substr(0, banner.find('\n')))),
        "They are read past, up to 64 KiB. Files such as .bashrc should print for terminals alone.");
}

/// Examines a way by ssh before its session: ssh itself, and the version of the node's program there. Other
/// text that is printed there is noted. False where a stage failed.
bool examine_ssh(const net::Way& way, Examination& examination)
try {
    constexpr std::string_view begins = "farfield-node ";
    const auto command = net::ssh_to(way, net::program_word(way) + " --version");
    const auto plain = net::ssh_to(way, "true");
    const auto asked = net::run_command(command, ssh_patience);
    const std::string words = net::printable(last_line(asked.errors));
    if (asked.status == of_ssh_itself || asked.status < 0) {
        examination.fail("ssh", words.empty() ? "ssh failed without a word" : words,
                         fmt::format("Mend it until this works: {}", fmt::join(plain, " ")));
        return false;
    }
    examination.pass("ssh", "the host answers");
    const std::string_view version = last_line(asked.output);
    if (asked.status == 0 && version.starts_with(begins)) {
        examination.pass("program", net::printable(version));
        note_banner(std::string_view(asked.output)
                        .substr(0, static_cast<std::size_t>(version.data() - asked.output.data())),
                    examination);
        return true;
    }
    const bool is_missing = asked.status == not_found || asked.status == not_runnable;
    examination.fail("program", is_missing ? words : fmt::format("exit status {}: {}", asked.status, words),
                     "Name where it is there: ssh://HOST/PATH/TO/farfield-node, or ssh://HOST/~/PATH below "
                     "the home folder.");
    return false;
} catch (const std::exception& error) {
    examination.fail("ssh", error.what(), "Install OpenSSH's client here.");
    return false;
}

/// Records an input, output or path of hosts. `name` as on the relay's command line.
void report(Examination& examination, const std::string& stage, const std::string& name,
            model::InputState state, const std::string& message)
{
    const std::string_view word = model::input_state_names[static_cast<std::size_t>(state)];
    const bool is_named = message.find(name) != std::string::npos;
    const std::string line =
        fmt::format("{}{}{}{}", is_named ? "" : name + ": ", word, message.empty() ? "" : ": ", message);
    if (state == model::InputState::Failed)
        examination.fail(stage, line, "Mend what it says and start the relay again.");
    else if (state == model::InputState::Down)
        examination.fail(stage, line, "Bring the interface up again; the relay then goes on by itself.");
    else if (!message.empty())
        examination.note(stage, line);
    else
        examination.pass(stage, line);
}

/// Examines a relay behind its session: each input, output and path of hosts that is not up is a failed
/// stage. Failures of the relay do not throw.
void examine_relay(net::Client& relay, Examination& examination)
try {
    const auto info =
        model::read_answer<model::RelayInfo>(relay.call("relay.info", net::Json::object(), answer_patience));
    for (const auto& input : info.inputs)
        report(examination, "input", input.input, input.state, input.message);
    for (const auto& output : info.outputs)
        report(examination, "output", output.output, output.state, output.message);
    if (info.hosts) report(examination, "hosts", info.hosts->hosts, info.hosts->state, info.hosts->message);
} catch (const std::exception& error) {
    examination.fail("inputs", error.what(), "");
}

using Clock = std::chrono::steady_clock;

/// Advice for a failed connect: how to start a node at the place that the settings name.
std::string cure_for_connect(const net::ClientSettings& settings)
{
    if (settings.way)
        return "Start it there, as the same user: farfield-node serve --data FOLDER. It listens at "
               "$XDG_RUNTIME_DIR/farfield/PID.sock.";
    return fmt::format(
        "Start it there: farfield-node serve --data FOLDER --port {0}. It listens on its own host "
        "alone unless --bind is given; a way through ssh: ssh -L {0}:127.0.0.1:{0} {1}",
        settings.port, settings.host);
}

bool find_name(const net::ClientSettings& settings, Examination& examination)
try {
    if (settings.way) return true;  // a way has no host name to resolve
    const auto addresses = net::addresses_of(settings.host, settings.port, settings.connect_timeout);
    examination.pass("name", fmt::format("{}", fmt::join(addresses, ", ")));
    return true;
} catch (const std::exception& error) {
    examination.fail("name", error.what(), "Check the spelling, or name the host by its address.");
    return false;
}

bool connect(const net::ClientSettings& settings, Examination& examination)
try {
    if (settings.is_single) return true;  // the session itself starts the command
    examination.pass("connect", net::reach(net::streams_to(settings)));
    return true;
} catch (const std::exception& error) {
    examination.fail("connect", error.what(), cure_for_connect(settings));
    return false;
}

std::string cure_for_tls(std::string_view why)
{
    const auto says = [why](std::string_view words) { return why.find(words) != std::string_view::npos; };
    if (says("speaks no TLS"))
        return "Start the node with TLS: --tls-self-signed, or --tls-cert and --tls-key. Leave --tls and "
               "--tls-pin out only where you trust all that lies between.";
    if (says("on the way"))
        return "Try again. Where it comes again, what lies between changes what passes (a proxy, a firewall, "
               "an "
               "attacker): ask those in charge of the network, or come by farfield ssh://HOST.";
    if (says("self-signed") || says("self signed") || says("issuer certificate"))
        return "No authority of this system vouches for it: in place of --tls give --tls-pin known, or "
               "--tls-pin "
               "sha256:HEX with the pin of tls= in the node's ready line. An authority of your own: "
               "SSL_CERT_FILE=FILE.";
    if (says("expected sha256:"))
        return "Compare the pin here (--tls-pin sha256:HEX) with tls= in the node's ready line, which is "
               "there "
               "where it was started with --tls-self-signed, or --tls-cert and --tls-key.";
    return "Try again; the node's log may say more. A certificate that is refused is taken by its key with "
           "--tls-pin sha256:HEX, of tls= in the node's ready line.";
}

std::string cure_for_command(const net::ClientSettings& settings, std::string_view why)
{
    const bool has_no_srun = settings.way && !settings.way->slurm.empty() &&
                             why.find("srun") != std::string_view::npos &&
                             why.find("not found") != std::string_view::npos;
    if (has_no_srun)
        return "Slurm's srun is not on the path of that host's login shell: load its module there (in a file "
               "such "
               "as .bashrc), or leave --slurm, or slurm of the site, out.";
    return "Run the command by hand. On its standard output it must speak as a node does: farfield-node "
           "serve "
           "--data FOLDER --stdio";
}

/// Examines TLS of a node and its certificate; passes a connection in the clear without a stage.
bool examine_tls(const net::ClientSettings& settings, Examination& examination)
try {
    constexpr double few_days = 14.0;
    if (!settings.tls) return true;
    const net::TlsFacts facts = net::tls_facts(settings);
    const bool is_by_authority = settings.tls->check == net::TlsTerms::Check::Authorities;
    const std::string message =
        fmt::format("{} {}, certificate of {}, {}, {:.0f} days left", facts.version, facts.cipher,
                    net::printable(facts.name), facts.pin, facts.days_left);
    if (is_by_authority && facts.days_left < few_days)
        examination.note("TLS", message, "Renew the certificate.");
    else
        examination.pass("TLS", message);
    return true;
} catch (const std::exception& error) {
    examination.fail("TLS", error.what(), cure_for_tls(error.what()));
    return false;
}

/// Records the stage at which the session was refused. A node checks the version first, then the token.
void refuse(Examination& examination, const net::ClientSettings& settings, const net::RpcError& error)
{
    if (error.code == net::RpcCode::VersionNotSupported)
        return examination.fail("protocol", error.what(), "Update the older of both sides.");
    examination.pass("protocol", fmt::format("version {}", net::protocol_version));
    const bool needs_tls = error.code == net::RpcCode::NotAuthorised && !settings.tls &&
                           std::string_view(error.what()).find("over TLS alone") != std::string_view::npos;
    if (needs_tls)
        return examination.fail("TLS", error.what(),
                                "Add --tls-pin known, or --tls where an authority vouches for the node.");
    const bool is_shut = error.code == net::RpcCode::NotAuthorised || error.code == net::RpcCode::NotFound;
    if (settings.join && is_shut)
        return examination.fail(
            "invitation", error.what(),
            "It has been used, has ended, or its session has: ask the owner of the session "
            "for another one.");
    if (error.code == net::RpcCode::NotAuthorised)
        return examination.fail("token", error.what(),
                                "Give the token that it was started with: --token-file FILE");
    examination.pass("token", settings.token.empty() ? "none is needed" : "accepted");
    switch (error.code) {
    case net::RpcCode::LimitExceeded:
    case net::RpcCode::Busy:
        return examination.fail("session", error.what(),
                                "End a viewer that is not needed, or start it with a larger limit.");
    default:
        return examination.fail("session", error.what(), "");
    }
}

/// A session and its connections.
struct Opened {
    std::unique_ptr<net::Client> client;  ///< null where a stage failed
    std::shared_ptr<Connections> connections;
};

Opened open_session(net::ClientSettings settings, net::WakeSemaphore& arrived, Examination& examination)
{
    const bool has_token = !settings.token.empty();
    const bool is_single = settings.is_single;
    const auto pass_session = [&examination, has_token] {
        examination.pass("protocol", fmt::format("version {}", net::protocol_version));
        examination.pass("token", has_token ? "accepted" : "none is needed");
        examination.pass("session", "open");
    };
    const auto connections = std::make_shared<Connections>(net::streams_to(settings), pass_session);
    settings.connect = [connections](auto& io) { return connections->make(io); };
    settings.resume = true;
    try {
        auto client = std::make_unique<net::Client>(
            settings, net::ClientEvents{.frame_arrived = [&arrived](std::uint32_t) { arrived.post(); },
                                        .notified = {},
                                        .lost = {}});
        if (is_single) {
            examination.pass("connect", "the command runs");
            pass_session();
        }
        examination.pass("data connection", is_single ? "the same one carries everything" : "attached");
        return {std::move(client), connections};
    } catch (const std::exception& error) {
        const auto* refusal = dynamic_cast<const net::RpcError*>(&error);
        if (connections->made() > 1)
            examination.fail("data connection", error.what(),
                             "Something between here and there lets one connection pass and not two.");
        else if (refusal != nullptr)
            refuse(examination, settings, *refusal);
        else if (is_single)
            examination.fail("connect", error.what(), cure_for_command(settings, error.what()));
        else if (const std::string_view why = error.what(); why.find(": TLS: ") != std::string_view::npos)
            examination.fail("TLS", error.what(), cure_for_tls(why));
        else
            examination.fail("protocol", error.what(),
                             "Is it a farfield-node or farfield-relay that listens there?");
        return {};
    }
}

/// Measures calls that are answered at once. True: a relay answers; false: a node; nullopt: a call failed.
std::optional<bool> measure_round_trips(net::Client& client, Examination& examination)
try {
    constexpr int calls = 64;
    bool is_relay = false;
    std::vector<double> ms;
    for (int i = 0; i < calls; ++i) {
        const auto begin = Clock::now();
        try {
            static_cast<void>(client.call("relay.info", net::Json::object(), answer_patience));
            is_relay = true;
        } catch (const net::RpcError& error) {
            if (error.code != net::RpcCode::UnknownMethod) throw;  // a node answers
        }
        ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    const auto summary = model::summarise(ms);
    examination.pass("round trip", fmt::format("{:.2f} ms as median of {} calls, p99 {:.2f} ms",
                                               summary.median, calls, summary.p99));
    return is_relay;
} catch (const std::exception& error) {
    examination.fail("round trip", error.what(), "");
    return std::nullopt;
}

void compare_clocks(const net::Client& client, Examination& examination)
{
    constexpr double noted_ms = 1000.0;
    const double ms = static_cast<double>(client.link().clock_offset_ns) * 1e-6;
    const std::string message =
        fmt::format("{:.2f} ms {} ours", std::abs(ms), ms < 0.0 ? "behind" : "ahead of");
    if (std::abs(ms) < noted_ms)
        examination.pass("clock", message);
    else
        examination.note("clock", message + "; ages of frames are corrected by it",
                         "Times of entities are not: set both clocks by NTP.");
}

}  // namespace

Diagnosis diagnose(const net::ClientSettings& settings, const std::function<void(const Finding&)>& done)
{
    Examination examination(settings.node(), done);
    const bool is_by_ssh = settings.way && settings.way->kind == net::Way::Kind::Ssh;
    if (is_by_ssh && !examine_ssh(*settings.way, examination)) return examination.diagnosis();
    net::ClientSettings in_the_clear = settings;
    in_the_clear.tls.reset();
    if (!find_name(settings, examination) || !connect(in_the_clear, examination) ||
        !examine_tls(settings, examination))
        return examination.diagnosis();
    net::WakeSemaphore arrived;
    const auto [client, connections] = open_session(settings, arrived, examination);
    if (!client) return examination.diagnosis();
    const auto is_relay = measure_round_trips(*client, examination);
    if (!is_relay) return examination.diagnosis();
    compare_clocks(*client, examination);
    if (*is_relay)
        examine_relay(*client, examination);
    else if (examine_node(*client, arrived, examination))
        examine_resume(*client, arrived, *connections, examination);
    client->close();
    return examination.diagnosis();
}

}  // namespace farfield::app
