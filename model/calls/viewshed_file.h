#pragma once

#include "model/programs/terrain_params.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The call terrain.viewshed_file: docs/protocol.md, section 3.
namespace farfield::model {

struct ViewshedFileCall : ViewshedParams {
    std::string terrain = {};
    std::uint32_t part = 0;  ///< index of the part, when one answer cannot hold all

    friend bool operator==(const ViewshedFileCall&, const ViewshedFileCall&) = default;

    static void fields(auto& visit)
    {
        visit("terrain", &ViewshedFileCall::terrain, required);
        visit("part", &ViewshedFileCall::part, always);
        ViewshedParams::fields(visit, refuse_max_side);
    }

private:
    static void refuse_max_side(std::uint32_t max_side, const JsonValue& value);
};

/// A part of a GeoTIFF.
struct ViewshedFilePart {
    std::uint32_t part = 0;
    std::uint32_t parts = 1;
    std::vector<std::byte> bytes = {};

    friend bool operator==(const ViewshedFilePart&, const ViewshedFilePart&) = default;
};

/// The most bytes of a part, which as base64 fit an answer.
inline constexpr std::size_t max_viewshed_part_bytes = 3 << 17;
/// The most parts that a viewer takes, so that a node that announces millions cannot keep it busy.
inline constexpr std::uint32_t max_viewshed_parts = 512;

[[nodiscard]] Json to_json(const ViewshedFilePart&);
/// Reads a part. Throws FieldError that names the member that is missing or ill-typed.
[[nodiscard]] ViewshedFilePart viewshed_file_part(const Json&);

/// Splits a file into parts; at least one.
[[nodiscard]] std::vector<ViewshedFilePart> in_parts(std::span<const std::byte> file);

}  // namespace farfield::model
