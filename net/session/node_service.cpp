#include "net/session/node_service.h"

#include "net/message/printable.h"

namespace farfield::net {

CallResult NodeService::call(std::string_view name, const CallRequest& /*request*/,
                             const CallContext& /*context*/)
{
    throw RpcError(RpcCode::UnknownMethod, "there is no method '" + printable(name, 60) + "'");
}

}  // namespace farfield::net
