#include "render/layers/terrain/ground_painter.h"

#include "render/gl/gl_handles.h"
#include "render/gl/renderer_name.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>

namespace farfield::render {
namespace {

constexpr std::size_t most_held = 768;  // tiles; of 65 x 65 posts 54 MB
constexpr int software_stride = 2;      // a renderer without a GPU draws a quarter of the triangles

void fill(GLenum target, GlId buffer, std::span<const std::byte> bytes)
{
    glBindBuffer(target, buffer);
    glBufferData(target, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STATIC_DRAW);
}

}  // namespace

GroundPainter::GroundPainter()
    : view_projection_(program_.uniform("view_projection")),
      stride_(is_software_renderer(renderer_name()) ? software_stride : 1)
{}

const GroundPainter::Indices& GroundPainter::indices_for(int columns, int rows)
{
    const auto [found, is_new] = indices_.try_emplace({columns, rows});
    if (is_new) {
        const auto triangles = grid_triangles(columns, rows, stride_);
        found->second.buffer = Buffer::create();
        found->second.count = static_cast<int>(triangles.size());
        fill(GL_ELEMENT_ARRAY_BUFFER, found->second.buffer.id(), std::as_bytes(std::span(triangles)));
    }
    return found->second;
}

GroundPainter::Held& GroundPainter::held(const GroundTile& tile)
{
    const auto [found, is_new] = held_.try_emplace(tile.id);
    Held& held = found->second;
    held.drawn = draws_;
    if (!is_new) return held;
    const GroundShape& shape = *tile.shape;
    held.array = VertexArray::create();
    held.vertices = Buffer::create();
    glBindVertexArray(held.array.id());
    fill(GL_ARRAY_BUFFER, held.vertices.id(), std::as_bytes(std::span(shape.vertices)));
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(GroundVertex),
                          buffer_offset(offsetof(GroundVertex, place)));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 3, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(GroundVertex),
                          buffer_offset(offsetof(GroundVertex, normal)));
    if (shape.triangles.empty()) {
        const Indices& shared = indices_for(shape.columns, shape.rows);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, shared.buffer.id());
        held.count = shared.count;
    } else {
        held.triangles = Buffer::create();
        fill(GL_ELEMENT_ARRAY_BUFFER, held.triangles.id(), std::as_bytes(std::span(shape.triangles)));
        held.count = static_cast<int>(shape.triangles.size());
    }
    return held;
}

void GroundPainter::forget_old()
{
    if (held_.size() <= most_held) return;
    const std::uint64_t a_while = 60;  // draws
    std::erase_if(held_, [oldest = draws_ - std::min(draws_, a_while)](const auto& entry) {
        return entry.second.drawn < oldest;
    });
}

void GroundPainter::draw(std::span<const GroundTile> tiles, const ViewTransform& view,
                         const TerrainStyle& style, const RasterOverlays& overlays)
{
    if (tiles.empty()) return;
    ++draws_;
    program_.use();
    ground_.set(style);
    ground_.set(overlays);
    set_uniform(view_projection_, view.view_projection);
    earth_.set(view);
    for (const GroundTile& tile : tiles) {
        const Held& drawn = held(tile);
        glBindVertexArray(drawn.array.id());
        glDrawElements(GL_TRIANGLES, drawn.count, GL_UNSIGNED_SHORT, nullptr);
    }
    glBindVertexArray(0);
    forget_old();
}

}  // namespace farfield::render
