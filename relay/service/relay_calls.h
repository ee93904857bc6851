#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "net/service/service.h"
#include "relay/service/relay.h"

namespace farfield::net::relay {

/// Runs a call of docs/protocol.md, section 18. Throws as Service::call(). Threads: any.
[[nodiscard]] CallResult run_relay_call(std::string_view name, Relay& relay, const CallRequest& request,
                                        const CallContext& context);
/// Names of these calls, in the order of their table.
[[nodiscard]] std::vector<std::string> relay_call_names();

}  // namespace farfield::net::relay
