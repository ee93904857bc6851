#include "render/primitives/colour_map_textures.h"

#include <epoxy/gl.h>

namespace farfield::render {

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
