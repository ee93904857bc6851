#pragma once

#include "compute_node/node/data/node.h"
#include "net/service/service.h"

#include <string>
#include <string_view>
#include <vector>

/// The calls of the node that concern data: one source each, and a row in table.cpp.
namespace farfield::node {

/// Answers a call. Throws as net::Service::call() does.
using RunCall = net::CallResult(Node& node, const net::CallRequest& request, const net::CallContext& context);

/// Answers the call of that name. Throws net::RpcError, UnknownMethod, where there is none.
[[nodiscard]] net::CallResult run_call(std::string_view name, Node& node, const net::CallRequest& request,
                                       const net::CallContext& context);

/// Names of the calls, as in the table.
[[nodiscard]] std::vector<std::string> call_names();

}  // namespace farfield::node
