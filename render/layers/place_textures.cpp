#include "render/layers/place_textures.h"

#include <cmath>
#include <epoxy/gl.h>
#include <vector>

#include "render/layers/terrain/recently_drawn.h"
#include "render/primitives/scene_place.h"

namespace farfield::render {
namespace {

void upload_nodes(GLenum internal, GLenum format, int columns, int rows, const void* values)
{
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal), columns, rows, 0, format, GL_FLOAT, values);
    // Shaders fetch single texels, without filtering.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

template <class Held, class Lattice, class Upload>
GlId held_texture(std::deque<Held>& held, const Lattice& lattice, std::uint64_t picture, const Upload& upload)
{
    Held& one = recently_drawn(held, picture, [&](const Held& each) { return each.id == lattice.id; });
    if (one.id == lattice.id) return one.texture.id();
    glBindTexture(GL_TEXTURE_2D, one.texture.id());
    upload();
    glBindTexture(GL_TEXTURE_2D, 0);
    one.id = lattice.id;
    return one.texture.id();
}

template <class Lattice>
glm::vec4 uniform_of(const Lattice& lattice)
{
    return {glm::vec2(lattice.first), glm::vec2(1.0 / lattice.step)};
}

}  // namespace

GlId PlaceTextures::texture_of(const PlaceMap& map, std::uint64_t picture)
{
    return held_texture(maps_, map, picture, [&] {
        static_assert(sizeof(PlaceMap::Node) == 4 * sizeof(float));
        upload_nodes(GL_RGBA32F, GL_RGBA, map.columns, map.rows, map.nodes.data());
    });
}

GlId PlaceTextures::texture_of(const GroundRaster& ground, std::uint64_t picture)
{
    return held_texture(grounds_, ground, picture, [&] {
        std::vector<glm::vec2> nodes;
        nodes.reserve(ground.heights.size());
        for (const float height : ground.heights)
            nodes.push_back(std::isfinite(height) ? glm::vec2(height, 1.0F) : glm::vec2(0.0F));
        upload_nodes(GL_RG32F, GL_RG, ground.columns, ground.rows, nodes.data());
    });
}

ViewTransform placed(const DrawContext& context, const Placement& placement, GroundSide side)
{
    if (!placement.is_in_shader()) return placed(context.view, placement);
    ViewTransform view = context.view;
    SceneWay& way = view.way;
    way.offset = placement.offset;
    way.scale = placement.scale;
    way.above_ground = side == GroundSide::Above ? only_above_ground : placement.above_ground;
    way.below_ground = side == GroundSide::Below;
    auto& textures = context.painter<PlaceTextures>();
    if (const PlaceMap* map = placement.map.get()) {
        way.lattice = uniform_of(*map);
        way.turn = {map->turn, map->first.x + 0.5 * (map->columns - 1) * map->step.x};
        way.height_scale = static_cast<float>(map->height_scale);
        way.nodes_texture = textures.texture_of(*map, context.picture);
    }
    if (const GroundRaster* ground = placement.ground.get()) {
        way.ground = uniform_of(*ground);
        way.ground_texture = textures.texture_of(*ground, context.picture);
    }
    return view;
}

}  // namespace farfield::render
