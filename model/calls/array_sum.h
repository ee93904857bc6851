#pragma once

#include "model/fields/fields.h"

#include <cstdint>

/// The call array.sum: docs/protocol.md, section 3.
namespace farfield::model {

inline constexpr std::uint32_t max_summed_vectors = 16;  ///< in one call

/// The sum of vectors. The call's bytes are `vectors` times `count` numbers, big-endian binary64, one vector
/// after the other; those of its result are `count` such numbers.
struct ArraySumCall {
    std::uint32_t vectors = 0;
    std::uint32_t count = 0;  ///< numbers of each vector
    friend bool operator==(const ArraySumCall&, const ArraySumCall&) = default;

    static void fields(auto& visit)
    {
        visit("vectors", &ArraySumCall::vectors, required, from_to(1, max_summed_vectors));
        visit("count", &ArraySumCall::count, required, at_least(1));
    }

    /// Bytes of one vector, and of the result.
    [[nodiscard]] std::uint64_t vector_bytes() const { return std::uint64_t{count} * sizeof(double); }
    [[nodiscard]] std::uint64_t bytes() const { return vectors * vector_bytes(); }
};

}  // namespace farfield::model
