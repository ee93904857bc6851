#pragma once

#include <optional>
#include <span>
#include <string>

#include "model/data/terrain_info.h"
#include "net/client/frame_ring.h"
#include "render/scene/scene.h"
#include "render/scene/terrain_frame.h"

namespace farfield::app {

/// Bounds of a whole terrain, in its local frame.
[[nodiscard]] render::Bounds bounds_of(const model::TerrainDescription& terrain);
/// Converts between the local frame and the terrain's own coordinates.
[[nodiscard]] glm::dvec3 coordinates_of(const model::TerrainDescription& terrain, glm::dvec3 place);
[[nodiscard]] glm::dvec3 place_of(const model::TerrainDescription& terrain, glm::dvec3 coordinates);

/// The terrain view in a slot; nullopt where its message has another type, its size does not match
/// its counts, or its pose is impossible for a camera.
[[nodiscard]] std::optional<render::TerrainFrame>
terrain_frame_in(std::size_t slot, std::span<const std::byte> memory, const net::MessageHeader& header);

/// Position of the ground at a point of a camera's picture, 0 to 1 from the left and the top, from a view
/// cast at the camera's place. payload: of the view's message. nullopt in the sky and outside of the
/// view.
[[nodiscard]] std::optional<glm::dvec3> seen_in(const render::TerrainFrame& view,
                                                std::span<const std::byte> payload,
                                                const render::CameraView& camera, glm::dvec2 point);

/// Text of a place in the local frame: "E 562345  N 5117002  2143 m", or latitude and longitude.
[[nodiscard]] std::string coordinates_text(const model::TerrainDescription& terrain, glm::dvec3 place);

}  // namespace farfield::app
