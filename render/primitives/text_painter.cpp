#include "render/primitives/text_painter.h"

#include <stdexcept>
#include <string>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

/// Height of the middle of small letters and figures above the baseline, as a share of the ascent.
constexpr float middle_of_ascent = 0.36F;

float shift_left(AlignX align, float width)
{
    if (align == AlignX::Centre) return 0.5F * width;
    return align == AlignX::Right ? width : 0.0F;
}

float shift_down(AlignY align, float ascent)
{
    if (align == AlignY::Middle) return middle_of_ascent * ascent;
    return align == AlignY::Top ? ascent : 0.0F;
}

}  // namespace

TextPainter::TextPainter()
    : program_("text.vert", "text.frag"),
      viewport_(program_.uniform("viewport")),
      is_shadow_(program_.uniform("is_shadow")),
      stream_(sizeof(Vertex), {{2, VertexAttribute::Type::Float, offsetof(Vertex, position)},
                               {2, VertexAttribute::Type::Float, offsetof(Vertex, texel)},
                               {4, VertexAttribute::Type::NormalisedByte, offsetof(Vertex, colour)}})
{}

void TextPainter::set_atlas(const GlyphAtlas& atlas)
{
    if (atlas.alpha.size() != static_cast<std::size_t>(atlas.width) * static_cast<std::size_t>(atlas.height))
        throw std::invalid_argument("a glyph atlas of " + std::to_string(atlas.width) + " x " +
                                    std::to_string(atlas.height) + " pixels has " +
                                    std::to_string(atlas.alpha.size()) + " bytes");
    atlas_ = atlas;
    if (atlas_.empty()) return;
    texture_ = Texture::create();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, atlas_.width, atlas_.height, 0, GL_RED, GL_UNSIGNED_BYTE,
                 atlas_.alpha.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void TextPainter::clear()
{
    vertices_.clear();
}

void TextPainter::add(std::string_view text, glm::vec2 position, glm::vec4 colour, const Viewport& viewport,
                      AlignX align_x, AlignY align_y)
{
    if (atlas_.empty()) return;
    const float scale = viewport.pixel_ratio / atlas_.pixel_ratio;
    const float ascent = atlas_.ascent / atlas_.pixel_ratio;
    const glm::vec2 start(position.x - shift_left(align_x, atlas_.text_width(text)),
                          position.y + shift_down(align_y, ascent));
    glm::vec2 pen = glm::round(start * viewport.pixel_ratio);
    const glm::u8vec4 packed(colour * 255.0F + 0.5F);
    for (const char c : text) {
        const Glyph& glyph = atlas_.glyph(c);
        add_glyph(glyph, pen, scale, packed);
        pen.x += glyph.advance * scale;
    }
}

void TextPainter::add_glyph(const Glyph& glyph, glm::vec2 pen, float scale, glm::u8vec4 colour)
{
    const glm::vec2 size(glyph.width, glyph.height);
    const glm::vec2 from = glm::round(pen + scale * glm::vec2(glyph.left, -glyph.top));
    const glm::vec2 texel(glyph.x, glyph.y);
    for (const glm::vec2 corner : {glm::vec2(0, 0), glm::vec2(1, 0), glm::vec2(0, 1), glm::vec2(0, 1),
                                   glm::vec2(1, 0), glm::vec2(1, 1)})
        vertices_.push_back({from + scale * corner * size, texel + corner * size, colour});
}

void TextPainter::draw(const Viewport& viewport)
{
    if (vertices_.empty()) return;
    stream_.upload(std::as_bytes(std::span(vertices_)));
    program_.use();
    set_uniform(viewport_, glm::vec2(viewport.width, viewport.height));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    stream_.bind();
    for (const int is_shadow : {1, 0}) {
        set_uniform(is_shadow_, is_shadow);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices_.size()));
    }
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace farfield::render
