#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

#include <array>
#include <cstdint>
#include <optional>

/// Parameters that programs on planes share: docs/protocol.md, section 14.
namespace farfield::model {

inline constexpr std::uint64_t max_slices = 16;
inline constexpr std::uint64_t max_slice_side = 8192;          ///< values along an edge
inline constexpr std::uint64_t max_slice_pixels = 16'777'216;  ///< values of one slice

/// Number of values of a slice: as many as the grid has nodes on the plane, or two given numbers.
struct SliceSize {
    std::array<std::uint32_t, 2> values{512, 512};  ///< along the two edges; ignored with of_nodes
    bool of_nodes = false;
    friend bool operator==(const SliceSize&, const SliceSize&) = default;

    /// Reads "nodes" or two integers. Throws FieldError and LimitError.
    static SliceSize from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

}  // namespace farfield::model
