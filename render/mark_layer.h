#pragma once

#include "render/dot_batch.h"
#include "render/ground_sheet.h"
#include "render/line_batch.h"
#include "render/view.h"

#include <memory>
#include <span>
#include <vector>

namespace farfield::render {

/// Lines and places on the ground, which hills before them hide.
/// draw() needs depth test and blending on.
class MarkLayer {
public:
    void draw(std::span<const std::shared_ptr<const GroundMarks>> marks, const ViewTransform& view);

private:
    LineBatch lines_;
    DotBatch dots_;
    std::vector<std::shared_ptr<const GroundMarks>> built_;  ///< what the batches hold
};

}  // namespace farfield::render
