#pragma once

#include "render/primitives/dot_batch.h"
#include "render/primitives/line_batch.h"
#include "render/primitives/text_layer.h"
#include "render/scene/ground_sheet.h"
#include "render/scene/view.h"

#include <memory>
#include <span>
#include <vector>

namespace farfield::render {

/// Lines and places on the ground, which hills before them hide.
/// draw() needs depth test and blending on.
class MarkLayer {
public:
    void draw(std::span<const std::shared_ptr<const GroundMarks>> marks, const ViewTransform& view);
    /// Of the places that draw() was given last, so many as can be read: the nearest. Empties `text` first.
    /// Needs blending on and depth test off.
    void draw_names(const ViewTransform& view, TextLayer& text);

private:
    /// A name in the picture.
    struct Label {
        const GroundMarks::Place* place;
        glm::vec4 clip;  ///< where the place is seen
    };

    void build(std::span<const std::shared_ptr<const GroundMarks>> marks);

    LineBatch lines_;
    DotBatch dots_;
    std::vector<std::shared_ptr<const GroundMarks>> built_;  ///< what the batches hold
    std::vector<const GroundMarks::Place*> named_;           ///< of them
    std::vector<Label> labels_;
};

}  // namespace farfield::render
