#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The payload of a Polylines message (type 3): one part of an answer of the program `lines`.
///
///     preamble      64 bytes
///     points        16 bytes each: x y z s, 4 x binary32; after each line's points one of four NaNs
///     elapsed        4 bytes a point: binary32
///     lines         16 bytes each: LineRecord
///
/// docs/protocol.md, section 9, is normative.
namespace farfield::model {

inline constexpr std::size_t polyline_preamble_bytes = 64;
inline constexpr std::size_t polyline_point_bytes = 16;
inline constexpr std::size_t line_record_bytes = 16;

/// The first 64 bytes of a Polylines payload. Bytes 8 to 40 have the layout of ParticlePreamble.
struct PolylinePreamble {
    std::uint32_t lines = 0;
    std::uint32_t points = 0;          ///< number of points, with the four-NaN ones that end lines
    std::uint64_t answer = 0;          ///< answers that the program began before this one
    std::uint64_t compute_ns = 0;      ///< time that the node spent to compute and encode the part
    std::uint64_t computed_at_ns = 0;  ///< node's clock at completion
    double time = 0.0;                 ///< time of the lines on the field's clock
    std::uint32_t part = 0;            ///< index in the answer, from 0
    std::uint32_t parts = 1;           ///< parts of the answer

    friend bool operator==(const PolylinePreamble&, const PolylinePreamble&) = default;
};

/// The record of one line in a part.
struct LineRecord {
    std::uint32_t seed = 0;         ///< number of the seed among all rakes' seeds; of a timeline, the release
    std::uint32_t first_point = 0;  ///< index among the part's points
    std::uint32_t points = 0;       ///< number of points, without the one that ends the line
    std::uint8_t reason = 0;        ///< reason why the line ended
    bool backward = false;
    std::uint16_t rake = 0;

    friend bool operator==(const LineRecord&, const LineRecord&) = default;
};

/// Bytes of a payload with this many points (the NaN ones included) and lines.
[[nodiscard]] constexpr std::uint64_t polyline_payload_bytes(std::uint64_t points, std::uint64_t lines)
{
    return polyline_preamble_bytes + points * (polyline_point_bytes + sizeof(float)) +
           lines * line_record_bytes;
}

void encode_preamble(const PolylinePreamble& preamble,
                     std::span<std::byte, polyline_preamble_bytes> to) noexcept;
[[nodiscard]] PolylinePreamble
decode_polyline_preamble(std::span<const std::byte, polyline_preamble_bytes> from) noexcept;

void encode_record(const LineRecord& record, std::span<std::byte, line_record_bytes> to) noexcept;
[[nodiscard]] LineRecord decode_record(std::span<const std::byte, line_record_bytes> from) noexcept;

}  // namespace farfield::model
