#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "net/message/control_messages.h"
#include "net/message/memory_budget.h"

/// A call of a session's service: parameters and result as JSON, and bytes beside either.
namespace farfield::net {

/// Bytes with a shared owner.
struct SharedBytes {
    std::shared_ptr<const std::byte[]> memory = nullptr;
    std::size_t size = 0;

    [[nodiscard]] std::span<const std::byte> span() const noexcept { return {memory.get(), size}; }
};

struct CallRequest {
    Json params = Json::object();  ///< without the member `bytes`
    SharedBytes bytes = {};
};

/// With bytes, `result` is an object without the member `bytes`.
struct CallResult {
    Json result = Json::object();
    SharedBytes bytes = {};
};

struct CallContext {
    std::stop_token cancel;  ///< the answer is not needed any more
    std::any& kept;          ///< per session and name of the call, for results that are asked for in pages
};

/// Takes the member `bytes` off, which says how many bytes a call has: 0 where there is none. Throws
/// RpcError, InvalidParams, when it is no such number.
[[nodiscard]] std::uint64_t take_announced(Json& params);

/// A call's id as Blocks name it, where it is an integer from 1 to 2^32 - 1.
[[nodiscard]] std::optional<std::uint32_t> block_number(const Json& id);
/// The same. Throws RpcError, InvalidRequest, where it is none.
[[nodiscard]] std::uint32_t expect_block_number(const Json& id);

/// The same bytes, counted in the budget for as long as anything keeps them. Throws RpcError, LimitExceeded
/// with this name.
[[nodiscard]] SharedBytes counted_bytes(const SharedBytes& bytes, MemoryBudget& budget,
                                        const std::string& limit);

}  // namespace farfield::net
