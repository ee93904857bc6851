#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "render/ground_sheet.h"

namespace farfield::app {

/// The values of a TerrainTile message of visibility or colours as a sheet to be laid over the ground, under
/// an id of its own; nothing where it is none.
[[nodiscard]] std::optional<render::GroundSheet> sheet_in(std::span<const std::byte> payload);

}  // namespace farfield::app
