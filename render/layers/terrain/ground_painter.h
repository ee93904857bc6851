#pragma once

#include "render/gl/shader_program.h"
#include "render/layers/terrain/terrain_painter.h"
#include "render/primitives/round_earth.h"
#include "render/scene/ground_tile.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>

namespace farfield::render {

/// Draws ground as triangles where no view of it was cast yet. Keeps the buffers of tiles that were drawn not
/// long ago.
/// draw() needs the colour map of the heights bound to texture unit 0, depth test and depth writes on.
class GroundPainter {
public:
    GroundPainter();
    void draw(std::span<const GroundTile> tiles, const ViewTransform& view, const TerrainStyle& style,
              const RasterOverlays& overlays);

private:
    struct Held {
        Buffer vertices;
        Buffer triangles;  ///< empty: the shared indices of its size
        VertexArray array;
        int count = 0;  ///< number of indices
        std::uint64_t drawn = 0;
    };
    struct Indices {
        Buffer buffer;
        int count = 0;
    };

    Held& held(const GroundTile& tile);
    const Indices& indices_for(int columns, int rows);
    void forget_old();

    ShaderProgram program_{"ground.vert", "ground.frag"};
    GroundUniforms ground_{program_};
    RoundEarthUniforms earth_{program_};
    int view_projection_;
    int stride_;  ///< posts along a side of a drawn cell
    std::map<std::uint64_t, Held> held_;
    std::map<std::pair<int, int>, Indices> indices_;
    std::uint64_t draws_ = 0;
};

}  // namespace farfield::render
