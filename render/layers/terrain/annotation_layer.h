#pragma once

#include "render/primitives/dot_batch.h"
#include "render/primitives/line_batch.h"
#include "render/primitives/text_layer.h"
#include "render/scene/raster_overlay.h"
#include "render/scene/view.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace farfield::render {

/// Lines and places on the ground, which hills before them hide.
/// draw() needs depth test and blending on.
class AnnotationLayer {
public:
    using Annotations = std::span<const std::shared_ptr<const GroundAnnotations>>;

    /// in_picture: the picture's number; annotations that it has not drawn make room for others.
    void draw(Annotations annotations, const ViewTransform& view, std::uint64_t in_picture);
    /// Of the places among them so many as can be read: the nearest. Empties `text` first. Needs blending on
    /// and depth test off.
    void draw_names(Annotations annotations, const ViewTransform& view, TextLayer& text,
                    std::uint64_t in_picture);

private:
    /// A name in the picture.
    struct Label {
        const GroundAnnotations::Place* place;
        glm::vec4 clip;  ///< where the place is seen
    };

    /// The annotations of one terrain.
    struct Built {
        void build(Annotations annotations);

        LineBatch lines;
        DotBatch dots;
        std::vector<std::shared_ptr<const GroundAnnotations>> annotations;  ///< what the batches hold
        std::vector<const GroundAnnotations::Place*> named;                 ///< of them
        std::uint64_t picture = 0;                                          ///< that drew them last
    };
    [[nodiscard]] Built& built(Annotations annotations, std::uint64_t in_picture);

    std::deque<Built> built_;
    std::vector<Label> labels_;
};

}  // namespace farfield::render
