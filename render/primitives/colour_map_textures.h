#pragma once

#include "render/gl/gl_handles.h"
#include "render/scene/colour_map.h"

#include <array>

namespace farfield::render {

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
