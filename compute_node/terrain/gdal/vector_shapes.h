#pragma once

#include "compute_node/terrain/heights/post_frame.h"

#include <glm/vec2.hpp>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfield::terrain {

/// A place with a name, which may be empty.
struct NamedPlace {
    glm::dvec2 at{0.0};
    std::string name;  ///< UTF-8 without control characters
};

/// The contents of a file of points, lines and areas.
struct VectorShapes {
    std::vector<std::vector<glm::dvec2>> lines;  ///< of two vertices or more; the rings of areas are closed
    std::vector<NamedPlace> places;
};

struct VectorOptions {
    std::vector<std::filesystem::path> allowed_folders = {};  ///< as in HeightOptions
    std::uint64_t max_vertices = 200'000;
    std::uint64_t max_file_bytes = std::uint64_t{64} << 20;  ///< some formats are read as a whole
};

/// Error for shapes with more vertices than the limit.
struct TooManyVertices : std::runtime_error {
    TooManyVertices(std::uint64_t most, std::uint64_t found);
    std::uint64_t found;
};

/// Reads all layers of a file with OGR: GeoJSON, shapefiles, KML, GPX ... Coordinates become those of a
/// terrain's frame; where it or the layer names no reference system, they are taken as numbers of the
/// terrain's system, in its own unit. A vertex that has no place there is NaN. Heights in the file are
/// ignored. A place is named by the field "name", "label" or "title". Formats that name other files, or hold
/// code, are not read, and with allowed_folders nothing is fetched: a file that asks for it is refused.
/// Throws TooManyVertices, or std::runtime_error with the failure and the file.
[[nodiscard]] VectorShapes read_shapes(const std::filesystem::path& file, const PostFrame& frame,
                                       const VectorOptions& options = {});

}  // namespace farfield::terrain
