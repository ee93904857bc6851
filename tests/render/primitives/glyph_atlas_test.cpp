#include "render/primitives/glyph_atlas.h"

#include "tests/catch.h"

using namespace farfield::render;

TEST_CASE("GlyphAtlas::text_width: advances add up, in logical pixels", "[text]")
{
    GlyphAtlas atlas;
    atlas.pixel_ratio = 2.0F;
    for (Glyph& glyph : atlas.glyphs) glyph.advance = 12.0F;
    CHECK(atlas.text_width("speed") == 30.0F);
    CHECK(atlas.text_width("") == 0.0F);
}

TEST_CASE("GlyphAtlas::glyph: a character without a glyph is a question mark", "[text]")
{
    const GlyphAtlas atlas;
    CHECK(&atlas.glyph('\n') == &atlas.glyph('?'));
    CHECK(&atlas.glyph('\xE9') == &atlas.glyph('?'));
    CHECK(&atlas.glyph('~') == &atlas.glyphs.back());
}
