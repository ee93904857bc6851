#include "net/message/control_messages.h"

namespace farfield::net {

RpcError error_of(const std::exception& error, RpcCode otherwise)
{
    if (const auto* rpc = dynamic_cast<const RpcError*>(&error)) return *rpc;
    if (dynamic_cast<const model::FieldError*>(&error) != nullptr)
        return {RpcCode::InvalidParams, error.what()};
    if (const auto* limit = dynamic_cast<const model::LimitError*>(&error))
        return {RpcCode::LimitExceeded,
                error.what(),
                {{"limit", limit->limit}, {"value", limit->value}, {"asked", limit->asked}}};
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return {RpcCode::Failed, "the node has not enough memory for this"};
    return {otherwise, error.what()};
}

RpcError limit_error(const std::string& limit, std::uint64_t value, std::uint64_t asked)
{
    return error_of(model::LimitError(limit, value, asked));
}

RpcError busy_error(const std::string& limit, std::uint64_t value, std::uint64_t asked)
{
    constexpr int retry_after_ms = 500;
    RpcError error = limit_error(limit, value, asked);
    error.code = RpcCode::Busy;
    error.data["retry_after_ms"] = retry_after_ms;
    return error;
}

}  // namespace farfield::net
