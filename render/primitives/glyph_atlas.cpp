#include "render/primitives/glyph_atlas.h"

namespace farfield::render {

const Glyph& GlyphAtlas::glyph(char c) const
{
    const char shown = c >= first && c <= last ? c : '?';
    return glyphs[static_cast<std::size_t>(shown - first)];
}

float GlyphAtlas::text_width(std::string_view text) const
{
    float width_in_atlas = 0.0F;
    for (const char c : text) width_in_atlas += glyph(c).advance;
    return width_in_atlas / pixel_ratio;
}

}  // namespace farfield::render
