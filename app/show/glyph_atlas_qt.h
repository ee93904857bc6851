#pragma once

#include "render/primitives/glyph_atlas.h"

namespace farfield::app {

/// Draws printable ASCII with Qt's font engine, in the application's default font.
/// pixel_size: height of the font in logical pixels; pixel_ratio: device pixels in a logical one.
/// Needs a QGuiApplication (its "offscreen" platform suffices). On a machine without any font the atlas is
/// empty, and pictures then carry no text.
[[nodiscard]] render::GlyphAtlas make_glyph_atlas(float pixel_size = 13.0F, float pixel_ratio = 1.0F);

}  // namespace farfield::app
