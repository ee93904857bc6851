#include "bench/relay/network/relay_process.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <thread>

#include "net/session/session_server.h"
#include "relay/service/relay_service.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint32_t most_sessions = 80;

RelaySettings settings_of(const RelayProcessSettings& settings)
{
    RelaySettings relay;
    relay.outputs = settings.outputs;
    if (!settings.inputs.empty())
        relay.inputs = settings.inputs;
    else if (settings.has_pdus)
        relay.inputs = {fmt::format("dis:{}@127.0.0.1", to_text(settings.group))};
    else
        relay.inputs = {fmt::format("groups:{}/{}:{}@127.0.0.1", to_text(settings.group.address),
                                    settings.groups, settings.group.port)};
    relay.core.bundles.mode = settings.mode;
    relay.hosts = settings.hosts;
    return relay;
}

/// Answers each message of the parent with the accounts.
void serve_for_parent(const RelayProcessSettings& settings, Channel& channel)
{
    spdlog::set_level(spdlog::level::warn);  // log lines of sessions would mix with the figures
    Relay relay{settings_of(settings)};
    RelayService service{relay};
    ServerSettings any_port;
    any_port.bind_address = settings.host;
    any_port.port = 0;
    any_port.token = bench_token;
    any_port.limits.max_sessions = most_sessions;
    any_port.limits.max_connections = 3 * most_sessions;
    any_port.limits.max_strangers = most_sessions;
    SessionServer server{service, any_port};
    const std::jthread io{[&server] { server.run(); }};
    channel.send({{"port", server.port()}});
    while (true) {
        (void)channel.receive(std::chrono::hours{1});
        channel.send(model::write(relay.stats()));
    }
}

}  // namespace

RelayProcess::RelayProcess(const RelayProcessSettings& settings, std::optional<int> core)
    : process_{core, [&settings](Channel& channel) { serve_for_parent(settings, channel); }},
      port_{process_.receive().at("port").get<std::uint16_t>()}
{}

model::RelayStats RelayProcess::stats()
{
    process_.send(Json::object());
    return model::read_answer<model::RelayStats>(process_.receive());
}

}  // namespace farfield::net::relay
