#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// A zone of a Tecplot file: an ordered lattice, or finite elements.
struct TecplotZone {
    enum class Kind { Ordered, Lines, Triangles, Quads, Tetrahedra, Bricks };
    std::string title;
    Kind kind = Kind::Ordered;
    glm::uvec3 dims{1};  ///< nodes of an ordered zone along each axis
    std::size_t nodes = 0, elements = 0;
    std::optional<double> seconds;  ///< its SOLUTIONTIME
    /// [variable]: values at nodes, or in cells; empty where the zone does not have the variable.
    std::vector<std::vector<double>> values;
    std::vector<std::uint8_t> of_cells;  ///< [variable], 1: values are in cells
    std::vector<std::uint32_t> corners;  ///< corners of elements: indices of nodes from 0

    [[nodiscard]] std::size_t cells() const;
    [[nodiscard]] std::size_t corners_of_element() const;
};

struct TecplotFile {
    std::vector<std::string> variables;
    std::vector<TecplotZone> zones;
    std::vector<std::string> units = {};  ///< [variable], filled by part_units() (tecplot_units.h)
};

/// Reads a file in text, or binary (tecplot_binary.h). Source: Tecplot 360 Data Format Guide, ASCII data.
/// Values and corners that zones share are copied. Throws std::runtime_error with the line where numbers are
/// missing, and for unsupported parts (polygons). max_nodes: of all zones together.
[[nodiscard]] TecplotFile read_tecplot_file(const std::filesystem::path& file, std::uint64_t max_nodes);

}  // namespace farfield::compute
