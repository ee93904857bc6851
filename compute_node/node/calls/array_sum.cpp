#include "compute_node/node/calls/array_sum.h"

#include "compute_node/node/calls/table.h"
#include "model/geometry/byte_access.h"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace farfield::node {

void sum_arrays(const model::ArraySumCall& call, std::span<const std::byte> vectors, std::span<std::byte> sum)
{
    for (std::size_t at = 0; at < call.vector_bytes(); at += sizeof(double)) {
        auto element = model::load_big<double>(vectors.data() + at);
        for (std::size_t v = 1; v < call.vectors; ++v)
            element += model::load_big<double>(vectors.data() + v * call.vector_bytes() + at);
        model::store_big(sum.data() + at, element);
    }
}

net::CallResult array_sum(Node& /*node*/, const net::CallRequest& request,
                          const net::CallContext& /*context*/)
{
    const auto call = model::read<model::ArraySumCall>(request.params);
    if (request.bytes.size != call.bytes())
        throw model::FieldError(
            "bytes", fmt::format("{}, {} vectors of {} numbers", call.bytes(), call.vectors, call.count),
            std::to_string(request.bytes.size));
    const auto sum = std::make_shared<std::byte[]>(call.vector_bytes());
    sum_arrays(call, request.bytes.span(), {sum.get(), call.vector_bytes()});
    return {.bytes = {sum, call.vector_bytes()}};
}

}  // namespace farfield::node
