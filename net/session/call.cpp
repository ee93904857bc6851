#include "net/session/call.h"

#include <limits>
#include <utility>

#include "model/fields/json_fields.h"

namespace farfield::net {

std::uint64_t take_announced(Json& params)
{
    if (!params.contains("bytes")) return 0;
    const Json member{{"bytes", params["bytes"]}};
    model::JsonFields fields({&member, ""});
    const std::uint64_t bytes = fields["bytes"].uint64({.min = 1});
    params.erase("bytes");
    return bytes;
}

std::optional<std::uint32_t> block_number(const Json& id)
{
    const std::uint64_t number = id.is_number_unsigned() ? id.get<std::uint64_t>() : 0;
    if (number < 1 || number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(number);
}

std::uint32_t expect_block_number(const Json& id)
{
    if (const auto number = block_number(id)) return *number;
    throw RpcError(RpcCode::InvalidRequest, "a call with bytes needs an id that is an integer from 1 to " +
                                                std::to_string(std::numeric_limits<std::uint32_t>::max()));
}

SharedBytes counted_bytes(const SharedBytes& bytes, MemoryBudget& budget, const std::string& limit)
{
    auto reserved = budget.reserve(bytes.size);
    if (!reserved) throw limit_error(limit, budget.max_bytes(), bytes.size);
    const auto both =
        std::make_shared<std::pair<SharedBytes, MemoryBudget::Reservation>>(bytes, std::move(*reserved));
    return {.memory = std::shared_ptr<const std::byte[]>(both, bytes.memory.get()), .size = bytes.size};
}

}  // namespace farfield::net
