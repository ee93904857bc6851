#pragma once

#include "net/message/control_messages.h"

#include <stdexcept>

namespace farfield::node {

/// Runs `action`; its std::runtime_error, which names a wrong setting, becomes net::RpcError, InvalidParams.
template <typename Action>
void as_invalid_params(const Action& action)
{
    try {
        action();
    } catch (const net::RpcError&) {
        throw;
    } catch (const model::LimitError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw net::RpcError(net::RpcCode::InvalidParams, error.what());
    }
}

}  // namespace farfield::node
