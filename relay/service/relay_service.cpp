#include "relay/service/relay_service.h"

#include "relay/service/entity_program.h"
#include "relay/service/host_program.h"
#include "relay/service/relay_calls.h"

namespace farfield::net::relay {

CallResult RelayService::call(std::string_view name, const CallRequest& request, const CallContext& context)
{
    return run_relay_call(name, relay_, request, context);
}

std::unique_ptr<Program> RelayService::start(const ProgramStart& start, const std::stop_token& /*cancel*/)
{
    if (start.program != "entities")
        throw RpcError(RpcCode::InvalidParams,
                       "a relay has the program 'entities', found '" + printable(start.program, 60) + "'");
    if (HostProgram::is_asked_for(start)) return std::make_unique<HostProgram>(relay_, start);
    return std::make_unique<EntityProgram>(relay_, start);
}

}  // namespace farfield::net::relay
