#include "render/mark_layer.h"

#include <algorithm>

namespace farfield::render {
namespace {

/// A little nearer than they are, or the ground that they lie on would hide them in parts.
ViewTransform lifted(ViewTransform view)
{
    constexpr float nearer = 4e-5F;  // of the depth's range
    glm::mat4 lift(1.0F);
    lift[2][2] = 1.0F - nearer;
    view.view_projection = lift * view.view_projection;
    return view;
}

}  // namespace

void MarkLayer::draw(std::span<const std::shared_ptr<const GroundMarks>> marks, const ViewTransform& view)
{
    if (marks.empty()) return;
    if (!std::ranges::equal(marks, built_)) {
        built_.assign(marks.begin(), marks.end());
        lines_.clear();
        dots_.clear();
        for (const auto& mark : marks) {
            for (const GroundMarks::Line& line : mark->lines)
                for (std::size_t i = 1; i < line.places.size(); ++i)
                    lines_.add(line.places[i - 1], line.places[i], line.colour, line.width);
            for (const GroundMarks::Place& place : mark->places)
                dots_.add(place.at, place.colour, place.size, 1.5F);
        }
    }
    lines_.draw(lifted(view));
    dots_.draw(lifted(view));
}

}  // namespace farfield::render
