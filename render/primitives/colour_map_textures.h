#pragma once

#include "render/gl/gl_handles.h"
#include "render/scene/colour_map.h"

#include <array>

namespace farfield::render {

/// How a shader finds a scalar's colour: x entries of the colour map per unit, y the entry of zero. A range
/// with no extent gives the middle of the map to every scalar.
[[nodiscard]] glm::vec2 entry_of_scalar(const ScalarRange& range);

/// Every colour map as a 1-D texture of 256 entries.
class ColourMapTextures {
public:
    ColourMapTextures();
    /// To texture unit 0, where the layers' shaders look for it.
    void bind(ColourMap map) const;

private:
    std::array<Texture, all_colour_maps.size()> textures_;
};

}  // namespace farfield::render
