#pragma once

#include "render/gl/shader_program.h"
#include "render/layers/entities/entity_drawing.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/text_painter.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::render {

/// Draws entities as symbols of a least size in pixels, each as one instance of a single draw; lines ahead to
/// where they will be, and down; names.
class EntityPainter {
public:
    EntityPainter();

    /// Draws symbols, lines and trails. Needs depth test and blending on, depth writes off.
    void draw(const EntityDrawing& drawing, const ViewTransform& view);
    /// Draws names of selected entities, then of the nearest, if they do not cover names before them.
    /// may_be_hidden: reads the depth buffer to draw hidden names faintly. Empties `text` first. Needs
    /// blending on and depth test off.
    void draw_names(const EntityDrawing& drawing, const ViewTransform& view, bool may_be_hidden,
                    TextPainter& text);

private:
    struct Label {
        std::size_t entity;
        glm::vec4 clip;
        bool is_selected;
    };
    struct Rectangle {
        glm::vec2 min, max;
    };

    struct Lines {
        ShaderProgram shaders{"entity_lines.vert", "lines.frag"};
        RoundEarthUniforms earth{shaders};
        int view_projection = shaders.uniform("view_projection"), viewport = shaders.uniform("viewport"),
            pixel_ratio = shaders.uniform("pixel_ratio"), seconds = shaders.uniform("seconds"),
            leader_seconds = shaders.uniform("leader_seconds"), foot = shaders.uniform("foot"),
            opacity = shaders.uniform("opacity");
    };

    /// Segments of trails in a buffer that is refilled when their version changes.
    struct Trails {
        ShaderProgram shaders{"entity_trail.vert", "lines.frag"};
        RoundEarthUniforms earth{shaders};
        int view_projection = shaders.uniform("view_projection"), viewport = shaders.uniform("viewport"),
            pixel_ratio = shaders.uniform("pixel_ratio");
        Buffer buffer = Buffer::create();
        VertexArray array = VertexArray::create();
        std::uint64_t version = 0;  ///< version that the buffer holds
    };

    void upload(const EntityDrawing& drawing);
    void draw_trails(const EntityDrawing& drawing, const ViewTransform& view) const;
    void draw_lines(const EntityDrawing& drawing, const ViewTransform& view) const;
    void draw_symbols(const EntityDrawing& drawing, const ViewTransform& view) const;
    void find_labels(const EntityDrawing& drawing, const ViewTransform& view);
    [[nodiscard]] std::optional<glm::vec2> free_corner(glm::vec2 middle, glm::vec2 size, float aside);
    [[nodiscard]] bool takes_room(const Rectangle& wanted);

    ShaderProgram symbols_{"entity.vert", "entity.frag"};
    RoundEarthUniforms earth_{symbols_};
    int view_projection_ = symbols_.uniform("view_projection"), viewport_ = symbols_.uniform("viewport"),
        pixel_ratio_ = symbols_.uniform("pixel_ratio"), size_ = symbols_.uniform("size"),
        seconds_ = symbols_.uniform("seconds"), nearer_ = symbols_.uniform("nearer"),
        pixels_at_1_ = symbols_.uniform("pixels_at_1"), depth_at_0_ = symbols_.uniform("depth_at_0"),
        opacity_ = symbols_.uniform("opacity");
    Lines lines_;
    Trails trails_;
    Buffer buffer_ = Buffer::create();
    VertexArray array_ = VertexArray::create();
    std::uint64_t uploaded_version_ = 0;  ///< version of the entities that the buffer holds
    std::vector<Label> labels_;
    std::vector<Rectangle> taken_;
};

}  // namespace farfield::render
