#include "app/commands/node_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/own_node/own_files.h"
#include "app/sites/sites.h"
#include "model/files/plain_file.h"
#include "model/styles/vertical.h"
#include "net/client/reach/dial_listener.h"
#include "net/client/sharing/invitation.h"

namespace farfield::app {

void NodeOptions::add_to(CLI::App& command)
{
    command.add_option("--node", node, "The node to use; 127.0.0.1:7117 by default")
        ->type_name("HOST[:PORT]|unix:PATH|exec:COMMAND|ssh://HOST|SITE");
    add_token_to(command);
    add_listen_to(command);
}

void NodeOptions::add_listen_to(CLI::App& command)
{
    command
        .add_option("--listen", listen,
                    "Wait for a node that connects here (farfield-node serve --dial), of which none is named "
                    "then; both "
                    "prove the token of --token-file, without which it must be on this machine")
        ->type_name("[ADDRESS:]PORT");
}

void NodeOptions::refuse_listen_in(CLI::App& command)
{
    command
        .add_option_function<std::string>(
            "--listen",
            [](const std::string&) {
                throw CLI::ValidationError("--listen",
                                           "this command goes to a node itself; farfield, farfield play and "
                                           "farfield record alone wait for a node that connects");
            })
        ->group("");
}

void NodeOptions::add_token_to(CLI::App& command)
{
    command
        .add_option("--token-file", token_file, "File whose first line is the token that the node asks for")
        ->type_name("FILE");
    command
        .add_option("--slurm", slurm,
                    "Arguments of srun, which then starts the node at ssh://HOST: \"-N1 -t 1:00:00\"")
        ->type_name("ARGUMENTS");
    auto* const tls = command.add_flag(
        "--tls", is_over_tls,
        "Connect over TLS 1.3; the system's certificate authorities vouch for the name of the node");
    command
        .add_option("--tls-pin", pin,
                    "Connect over TLS 1.3 to a node with a key of this pin (its ready line says it), or "
                    "'known': the key that it showed at first, by ~/.config/farfield/known_nodes")
        ->check([](const std::string& text) {
            return text == "known" || net::is_pin(text)
                       ? std::string()
                       : std::string("expected sha256: and 64 digits of 0-9 and a-f, or known");
        })
        ->type_name("PIN|known")
        ->excludes(tls);
}

void NodeOptions::add_data_to(CLI::App& command)
{
    command
        .add_option("--data", data,
                    "Folders or files of this machine that a node of this command's own offers, in place of "
                    "--node")
        ->type_name("FILE|FOLDER")
        ->excludes("--node")
        ->excludes("--token-file")
        ->excludes("--slurm")
        ->excludes("--listen")
        ->excludes("--tls")
        ->excludes("--tls-pin");
}

std::unique_ptr<OwnNode>
NodeOptions::own_node(const std::optional<std::vector<std::string>>& of_document) const
{
    const bool names_none = data.empty() && node.empty() && listen.empty() && slurm.empty();
    if (names_none && of_document) return std::make_unique<OwnNode>(own_files(*of_document).data_folders);
    if (data.empty()) return nullptr;
    const OwnFiles files = own_files(data);
    if (!files.blocks.empty())
        throw CLI::ValidationError("--data", "blocks are named by --blocks, or by the script");
    return std::make_unique<OwnNode>(files.data_folders);
}

net::Target NodeOptions::target() const
{
    net::Target target;
    try {
        if (!node.empty()) target = named_target(node);
    } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(error.what());
    }
    const bool is_by_ssh = target.way && target.way->kind == net::Way::Kind::Ssh;
    if (!arguments.empty()) {
        if (!is_by_ssh)
            throw CLI::ValidationError("--", "the words after it are arguments of a node at ssh://HOST");
        target.way->arguments.insert(target.way->arguments.end(), arguments.begin(), arguments.end());
    }
    if (!slurm.empty()) {
        if (!is_by_ssh) throw CLI::ValidationError("--slurm", "it starts a node at ssh://HOST alone");
        target.way->slurm = slurm;
    }
    return target;
}

void NodeOptions::take_invitation(net::ClientSettings& settings) const
{
    try {
        net::parse_invitation(node).apply_to(settings);
    } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(error.what());
    }
}

net::HostPort NodeOptions::listened_at() const
{
    const bool is_port = listen.find_first_not_of("0123456789") == std::string::npos;
    return host_port_argument(is_port ? "127.0.0.1:" + listen : listen);
}

/// Lets the settings wait for nodes. They prove the token on each connection, so the session asks for none.
void NodeOptions::listen_for_nodes(net::ClientSettings& settings) const
{
    if (!node.empty() || !slurm.empty() || !arguments.empty())
        throw CLI::ValidationError("--listen", "the node connects to this viewer, so that none can be named");
    const std::string token = token_file.empty() ? std::string() : read_token(token_file);
    settings.wait_for_nodes(std::make_shared<net::DialListener>(
        listened_at(),
        net::DialListener::Terms{.token = token, .tls = tls(), .refused = [](const auto& line) {
                                     fmt::print(stderr, "note: {}\n", line);
                                 }}));
}

void note_waiting(const net::ClientSettings& node)
{
    if (node.listener)
        fmt::print(stderr, "waiting for a node at {0} (farfield-node serve --dial {0})\n",
                   net::to_string(node.listener->at()));
}

std::optional<net::TlsTerms> NodeOptions::tls() const
{
    using Check = net::TlsTerms::Check;
    if (is_over_tls) return net::TlsTerms{};
    if (pin.empty()) return std::nullopt;
    if (pin == "known")
        return net::TlsTerms{.check = Check::Known, .pin = {}, .file = net::own_known_nodes()};
    return net::TlsTerms{.check = Check::Pin, .pin = pin, .file = {}};
}

net::ClientSettings NodeOptions::client_settings() const
{
    net::ClientSettings settings;
    settings.client_name = "farfield " FARFIELD_VERSION;
    settings.resume = true;
    if (!listen.empty()) {
        listen_for_nodes(settings);
        return settings;
    }
    if (net::is_invitation(node))
        take_invitation(settings);
    else
        settings.go_to(target());
    if (const auto asked = tls()) settings.tls = asked;  // an invitation may have a pin, too
    if (settings.tls && settings.way)
        throw CLI::ValidationError(is_over_tls ? "--tls" : "--tls-pin", "TLS is of a node at HOST[:PORT]");
    if (!token_file.empty()) settings.token = read_token(token_file);
    return settings;
}

void RelayOption::add_to(CLI::App& command)
{
    command
        .add_option("--relay", relay, "The farfield-relay that sends the entities; port 7118 unless named")
        ->type_name("HOST[:PORT]");
    command.add_option("--relay-token-file", token_file, "File whose first line is the token of that relay")
        ->type_name("FILE")
        ->needs("--relay");
    command
        .add_option(
            "--vertical", vertical,
            "What heights of the scene count from, for entities: egm96, ellipsoid, offset:METRES or clamp "
            "(what is on land or sea stands on the ground); else as the terrain says")
        ->check([](const std::string& text) {
            return !text.empty() && model::vertical_of(text)
                       ? std::string()
                       : fmt::format("expected {}", model::vertical_words);
        })
        ->type_name("DATUM");
}

std::optional<net::ClientSettings> RelayOption::client_settings() const
{
    if (relay.empty()) return std::nullopt;
    const auto address = host_port_argument(relay, net::default_relay_port);
    net::ClientSettings settings;
    settings.client_name = "farfield " FARFIELD_VERSION;
    settings.host = address.host;
    settings.port = address.port;
    if (!token_file.empty()) settings.token = read_token(token_file);
    return settings;
}

ViewerOptions viewer_of(const net::ClientSettings& node)
{
    ViewerOptions options;
    options.host = node.host;
    options.port = node.port;
    options.way = node.way;
    options.tls = node.tls;
    options.listener = node.listener;
    options.token = node.token;
    options.join = node.join;
    return options;
}

net::HostPort host_port_argument(const std::string& text, std::uint16_t port)
{
    try {
        return net::parse_host_port(text, port);
    } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(error.what());
    }
}

std::string read_token(const std::string& file)
{
    constexpr std::uint64_t most_bytes = 1 << 16;
    model::PlainFileStream in(file, "token file", most_bytes);
    std::string token;
    std::getline(in, token);
    while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
    if (token.empty())
        throw std::runtime_error(fmt::format("token file '{}': its first line is empty", file));
    return token;
}

}  // namespace farfield::app
