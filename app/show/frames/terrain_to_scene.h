#pragma once

#include <optional>
#include <span>
#include <string>

#include "model/data/terrain_info.h"
#include "net/client/frame_ring.h"
#include "render/scene/scene.h"
#include "render/scene/terrain_frame.h"

namespace farfield::app {

/// All of a terrain, in its local frame.
[[nodiscard]] render::Bounds bounds_of(const model::TerrainDescription& terrain);
/// A place of the local frame in the terrain's own coordinates, and back.
[[nodiscard]] glm::dvec3 coordinates_of(const model::TerrainDescription& terrain, glm::dvec3 place);
[[nodiscard]] glm::dvec3 place_of(const model::TerrainDescription& terrain, glm::dvec3 coordinates);

/// The terrain view in a slot; nothing where its message is of another type, its bytes do not agree with its
/// size, or no camera can have its pose.
[[nodiscard]] std::optional<render::TerrainFrame>
terrain_frame_in(std::size_t slot, std::span<const std::byte> memory, const net::MessageHeader& header);

/// The place that a view sees through a point of a camera's picture, which stands where the view was cast:
/// 0 to 1 from the left and the top. payload: of the view's message. Nothing over the sky and beyond the
/// view.
[[nodiscard]] std::optional<glm::dvec3> seen_in(const render::TerrainFrame& view,
                                                std::span<const std::byte> payload,
                                                const render::CameraView& camera, glm::dvec2 point);

/// A place of the local frame in words: "E 562345  N 5117002  2143 m", or latitude and longitude.
[[nodiscard]] std::string coordinates_text(const model::TerrainDescription& terrain, glm::dvec3 place);

}  // namespace farfield::app
