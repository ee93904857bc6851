#pragma once

#include <string>

#include "net/message/control_messages.h"

namespace farfield::net::test {

/// What `read` says of this JSON; empty where it says nothing.
template <class Read>
std::string refusal(const Read& read, const Json& json)
{
    try {
        (void)read(json);
    } catch (const RpcError& error) {
        return error.what();
    }
    return "";
}

}  // namespace farfield::net::test
