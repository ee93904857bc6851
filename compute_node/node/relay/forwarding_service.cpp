#include "compute_node/node/relay/forwarding_service.h"

#include "compute_node/node/relay/forwarded_entities.h"
#include "net/message/printable.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace farfield::node {

namespace {

/// Time that the start of a program waits for a relay that is there.
constexpr std::chrono::seconds patience{5};

/// State of the relay itself in entities.input.
net::Json input_state(const char* state, const std::string& message)
{
    return {{"input", "relay"}, {"state", state}, {"message", message}, {"port", 0}};
}

}  // namespace

ForwardingService::ForwardingService(std::unique_ptr<net::Service> own, net::ClientSettings relay)
    : own_{std::move(own)},
      settings_{std::move(relay)},
      session_{settings_,
               {.opened = [this](const auto& client) { open(client); },
                .lost = [this](const std::string& why) { close(why); },
                .frame_arrived = [](std::uint32_t) {},
                .notified = [this](const std::string& method,
                                   const net::Json& params) { notify(method, params); }}}
{}

void ForwardingService::open(const std::shared_ptr<net::Client>& client)
{
    (void)client->call("relay.info", net::Json::object());  // asks for notifications, too
    spdlog::info("relay {}:{} is there", settings_.host, settings_.port);
    {
        const std::lock_guard lock{mutex_};
        client_ = client;
        is_away_ = false;
    }
    notify("entities.input", input_state("up", ""));
}

void ForwardingService::close(const std::string& why)
{
    const std::string words = net::printable(why, 400);
    spdlog::warn("relay {}:{} is away: {}", settings_.host, settings_.port, words);
    {
        const std::lock_guard lock{mutex_};
        client_.reset();
        is_away_ = true;
        why_away_ = words;
    }
    notify("entities.input", input_state("down", words));
}

void ForwardingService::notify(const std::string& method, const net::Json& params)
{
    if (!method.starts_with("entities.") && !method.starts_with("relay.")) return;
    const std::lock_guard lock{mutex_};
    std::erase_if(watchers_, [](const auto& session) { return session->has_ended(); });
    for (const auto& session : watchers_) session->send(method, params);
}

std::shared_ptr<net::Client> ForwardingService::relay()
{
    const std::lock_guard lock{mutex_};
    if (!client_)
        throw net::RpcError(net::RpcCode::Failed, fmt::format("the relay {}:{} is away: {}", settings_.host,
                                                              settings_.port, why_away_));
    return client_;
}

net::CallResult ForwardingService::call(std::string_view name, const net::CallRequest& request,
                                        const net::CallContext& context)
{
    if (!name.starts_with("relay.") && !name.starts_with("entities."))
        return own_->call(name, request, context);
    if (name == "relay.info" && context.notices) {
        const std::lock_guard lock{mutex_};
        if (std::ranges::find(watchers_, context.notices) == watchers_.end())
            watchers_.push_back(context.notices);
    }
    const auto client = relay();
    net::CallResult result{.result = client->call(std::string{name}, request.params)};
    if (name == "relay.info") result.result["clock_offset_ns"] = client->link().clock_offset_ns;
    return result;
}

std::unique_ptr<net::Program> ForwardingService::start(const net::ProgramStart& start,
                                                       const std::stop_token& cancel)
{
    if (start.program != "entities") return own_->start(start, cancel);
    auto program = std::make_unique<ForwardedEntities>(settings_, start);
    const bool is_away = [this] {
        const std::lock_guard lock{mutex_};
        return is_away_;
    }();
    if (!is_away) program->wait_until_tried(cancel, patience);
    return program;
}

}  // namespace farfield::node
