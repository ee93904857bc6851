#include "render/mark_layer.h"

#include <algorithm>

#include <glm/gtc/matrix_transform.hpp>

namespace farfield::render {
namespace {

/// Each place a little nearer to the eye than it is, in the same pixel, or the ground that it lies on would
/// hide it in parts. A share of the distance: as many pixels wherever it lies, and too little for hills.
ViewTransform lifted(ViewTransform view)
{
    constexpr float nearer = 1e-3F;
    view.view_projection =
        view.projection * glm::scale(glm::mat4(1.0F), glm::vec3(1.0F - nearer)) * view.view;
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
