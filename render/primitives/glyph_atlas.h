#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace farfield::render {

/// A glyph's rectangle in the atlas and its place on the line, in atlas pixels.
struct Glyph {
    int x = 0, y = 0, width = 0, height = 0;  ///< rectangle in the atlas, y down; empty for a space
    float left = 0.0F;                        ///< from the pen to the rectangle's left edge
    float top = 0.0F;                         ///< from the baseline up to the rectangle's top edge
    float advance = 0.0F;                     ///< from this pen position to the next
};

/// A font as plain data: coverage of printable ASCII, drawn at one size by a font engine outside render. Draw
/// it at font size x pixel_ratio, so that one atlas pixel is one device pixel and text is crisp. An empty
/// atlas (no pixels) is allowed: no text is drawn then.
struct GlyphAtlas {
    static constexpr char first = ' ';
    static constexpr char last = '~';

    int width = 0, height = 0;
    std::vector<std::uint8_t> alpha;  ///< [height * width], 255 is full cover, top row first
    std::array<Glyph, last - first + 1> glyphs{};
    float ascent = 0.0F;       ///< from the baseline up to the top of a line, atlas pixels
    float descent = 0.0F;      ///< from the baseline down to the bottom of a line, atlas pixels
    float pixel_ratio = 1.0F;  ///< atlas pixels per logical pixel

    [[nodiscard]] bool empty() const { return alpha.empty(); }
    /// The glyph of a character; that of '?' beyond printable ASCII.
    [[nodiscard]] const Glyph& glyph(char c) const;
    /// The width of one line of text, and the height of any line, logical pixels.
    [[nodiscard]] float text_width(std::string_view text) const;
    [[nodiscard]] float line_height() const { return (ascent + descent) / pixel_ratio; }
};

}  // namespace farfield::render
