#include "render/primitives/colour_map_textures.h"

#include <epoxy/gl.h>

namespace farfield::render {

glm::vec2 entry_of_scalar(const ScalarRange& range)
{
    constexpr auto last_entry = static_cast<float>(colour_map_entries - 1);
    const float extent = range.high - range.low;
    if (!(extent > 0.0F)) return {0.0F, 0.5F * last_entry};
    return {last_entry / extent, -range.low * last_entry / extent};
}

ColourMapTextures::ColourMapTextures()
{
    glActiveTexture(GL_TEXTURE0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (const ColourMap map : all_colour_maps) {
        Texture& texture = textures_[static_cast<std::size_t>(map)];
        texture = Texture::create();
        const ColourTable table = colour_table(map);
        glBindTexture(GL_TEXTURE_1D, texture.id());
        glTexImage1D(GL_TEXTURE_1D, 0, GL_RGB8, colour_map_entries, 0, GL_RGB, GL_UNSIGNED_BYTE,
                     table.data());
        glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAX_LEVEL, 0);
    }
    glBindTexture(GL_TEXTURE_1D, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void ColourMapTextures::bind(ColourMap map) const
{
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_1D, textures_[static_cast<std::size_t>(map)].id());
}

}  // namespace farfield::render
