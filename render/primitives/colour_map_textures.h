#pragma once

#include "render/gl/gl_handles.h"
#include "render/scene/colour_map.h"

#include <array>

namespace farfield::render {

/// The scale of a scalar on its colour map: x entries per unit of the scalar, y the entry of 0. An empty
/// range gives every scalar the middle of the map.
[[nodiscard]] glm::vec2 entry_of_scalar(const ScalarRange& range);

/// Every colour map as a 1-D texture of 256 entries.
class ColourMapTextures {
public:
    ColourMapTextures();
    /// Binds a map to texture unit 0, where the layers' shaders look for it.
    void bind(ColourMap map) const;

private:
    std::array<Texture, all_colour_maps.size()> textures_;
};

}  // namespace farfield::render
