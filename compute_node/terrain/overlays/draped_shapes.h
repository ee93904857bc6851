#pragma once

#include "compute_node/terrain/gdal/vector_shapes.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::terrain {

/// Shapes that lie on the ground: columns, rows and metres.
struct DrapedShapes {
    struct Place {
        glm::dvec3 at{0.0};
        std::string name;
    };

    std::vector<std::vector<glm::dvec3>> lines;  ///< each of two vertices or more
    std::vector<Place> places;
};

struct DrapeSettings {
    double piece_posts = 4.0;  ///< largest distance of two vertices of a line along either axis
    std::uint64_t max_vertices = 200'000;
};

/// Lays shapes on a terrain. Long pieces of lines get more vertices, so that they follow the ground; where a
/// line leaves the map, or a vertex has no height, it is cut, and a place is left out. frame: of the posts,
/// and of the shapes' coordinates. Throws TooManyVertices.
[[nodiscard]] DrapedShapes drape(const VectorShapes& shapes, const HeightBlocks& terrain,
                                 const PostFrame& frame, const DrapeSettings& settings = {});

}  // namespace farfield::terrain
