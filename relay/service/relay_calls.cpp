#include "relay/service/relay_calls.h"

#include <algorithm>
#include <array>

namespace farfield::net::relay {
namespace {

Json relay_info(Relay& relay, const Json& params, const CallContext& context)
{
    (void)model::read<model::RelayInfoCall>(params);
    if (context.notices) relay.watch(context.notices);
    return model::write(relay.info());
}

Json relay_stats(Relay& relay, const Json& params, const CallContext& /*context*/)
{
    return model::write(relay.stats(model::read<model::RelayStatsCall>(params)));
}

Json entities_list(Relay& relay, const Json& params, const CallContext& /*context*/)
{
    return model::write(relay.entities(model::read<model::EntitiesListCall>(params)));
}

Json entities_get(Relay& relay, const Json& params, const CallContext& /*context*/)
{
    const auto call = model::read<model::EntitiesGetCall>(params);
    const auto details = relay.entity(call.entity);
    if (!details)
        throw RpcError(RpcCode::NotFound,
                       "there is no entity " + call.entity.to_json().get<std::string>() + " at present");
    return model::write(*details);
}

Json entities_publish(Relay& relay, const Json& params, const CallContext& /*context*/)
{
    return model::write(relay.publish(model::read<model::EntitiesPublishCall>(params)));
}

Json relay_interest(Relay& relay, const Json& params, const CallContext& context)
{
    const auto call = model::read<model::RelayInterestCall>(params);
    return model::write(relay.interest_for(call.relay, context.notices));
}

struct RelayCall {
    std::string_view name;
    Json (*run)(Relay& relay, const Json& params, const CallContext& context);
};

constexpr std::array relay_calls{
    RelayCall{"relay.info", relay_info},         RelayCall{"relay.stats", relay_stats},
    RelayCall{"relay.interest", relay_interest}, RelayCall{"entities.list", entities_list},
    RelayCall{"entities.get", entities_get},     RelayCall{"entities.publish", entities_publish},
};

}  // namespace

std::vector<std::string> relay_call_names()
{
    std::vector<std::string> names;
    for (const RelayCall& call : relay_calls) names.emplace_back(call.name);
    return names;
}

CallResult run_relay_call(std::string_view name, Relay& relay, const CallRequest& request,
                          const CallContext& context)
{
    const auto* const call = std::ranges::find(relay_calls, name, &RelayCall::name);
    if (call == relay_calls.end()) throw unknown_method(name);
    return {.result = call->run(relay, request.params, context)};
}

}  // namespace farfield::net::relay
