#include "net/relay/program/relay_service.h"

#include "net/relay/program/entity_program.h"

namespace farfield::net::relay {

CallResult RelayService::call(std::string_view name, const CallRequest& request, const CallContext& context)
{
    if (name == "relay.info") {
        (void)model::read<model::RelayInfoCall>(request.params);
        if (context.notices) relay_.watch(context.notices);
        return {.result = model::write(relay_.info())};
    }
    if (name == "relay.stats") {
        (void)model::read<model::RelayStatsCall>(request.params);
        return {.result = model::write(relay_.stats())};
    }
    throw unknown_method(name);
}

std::unique_ptr<Program> RelayService::start(const ProgramStart& start, const std::stop_token& /*cancel*/)
{
    if (start.program != "entities")
        throw RpcError(RpcCode::InvalidParams,
                       "a relay has the program 'entities', found '" + printable(start.program, 60) + "'");
    return std::make_unique<EntityProgram>(relay_, start);
}

}  // namespace farfield::net::relay
