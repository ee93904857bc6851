#pragma once

#include "render/primitives/dot_batch.h"
#include "render/primitives/line_batch.h"
#include "render/primitives/text_painter.h"
#include "render/scene/raster_overlay.h"
#include "render/scene/view.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace farfield::render {

/// Draws lines and places on the ground; hills in front hide them.
/// draw() needs depth test and blending on.
class AnnotationPainter {
public:
    using Annotations = std::span<const std::shared_ptr<const GroundAnnotations>>;

    /// Draws lines and dots. in_picture: the picture's number; annotations not drawn in it may be dropped.
    void draw(Annotations annotations, const ViewTransform& view, std::uint64_t in_picture);
    /// Draws names of the nearest places, as many as can be read. Empties `text` first. Needs blending on
    /// and depth test off.
    void draw_names(Annotations annotations, const ViewTransform& view, TextPainter& text,
                    std::uint64_t in_picture);

private:
    /// A name to draw in the picture.
    struct Label {
        const GroundAnnotations::Place* place;
        glm::vec4 clip;  ///< clip coordinates of the place
    };

    /// The built annotations of one terrain.
    struct Built {
        void build(Annotations annotations);

        LineBatch lines;
        DotBatch dots;
        std::vector<std::shared_ptr<const GroundAnnotations>> annotations;  ///< content of the batches
        std::vector<const GroundAnnotations::Place*> named;                 ///< places among it with names
        std::uint64_t picture = 0;                                          ///< last picture that drew them
    };
    [[nodiscard]] Built& built(Annotations annotations, std::uint64_t in_picture);

    std::deque<Built> built_;
    std::vector<Label> labels_;
};

}  // namespace farfield::render
