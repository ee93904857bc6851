#pragma once

#include "net/message/control_messages.h"

#include <stdexcept>

namespace farfield::node {

/// Runs `action`; a std::runtime_error says which setting is wrong.
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
