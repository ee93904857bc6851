#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// Values laid over ground: its colours, or its visibility.
struct RasterOverlay {
    enum class Kind {
        Colours,    ///< 4 bytes each: red, green, blue, alpha
        Visibility  ///< 1 byte each: 0 hidden, 1 visible, any other: not judged
    };
    std::uint64_t id = 0;  ///< changes with the values
    Kind kind = Kind::Colours;
    int width = 0;  ///< values in a row
    int height = 0;
    glm::dvec2 first{0.0}, last{1.0};  ///< places of the first and the last value, in the local frame
    glm::dvec2 step{1.0};              ///< from a value to the next; the last step may be shorter
    std::shared_ptr<const std::vector<std::uint8_t>> values;  ///< [height][width]
};

/// Lines and places on the ground.
struct GroundAnnotations {
    struct Line {
        std::vector<glm::vec3> places;
        glm::vec4 colour{1.0F};
        float width = 2.0F;  ///< logical pixels
    };
    struct Place {
        glm::vec3 at{0.0F};
        glm::vec4 colour{1.0F};
        float size = 8.0F;      ///< logical pixels
        std::string name = {};  ///< text beside it; may be empty
    };
    std::vector<Line> lines;
    std::vector<Place> places;
};

}  // namespace farfield::render
