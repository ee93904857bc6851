#include "render/layers/outline_painter.h"

namespace farfield::render {
namespace {

constexpr glm::vec4 outline_colour{0.62F, 0.68F, 0.76F, 0.55F};
constexpr float outline_width = 1.2F;

glm::vec3 corner(const Bounds& bounds, unsigned bits)
{
    return {(bits & 1U) != 0 ? bounds.max.x : bounds.min.x, (bits & 2U) != 0 ? bounds.max.y : bounds.min.y,
            (bits & 4U) != 0 ? bounds.max.z : bounds.min.z};
}

}  // namespace

void OutlinePainter::draw(const Bounds& bounds, const std::vector<std::vector<glm::vec3>>& curves,
                          const ViewTransform& view)
{
    if (!built_ || bounds_ != bounds || curves_ != curves) {
        bounds_ = bounds;
        curves_ = curves;
        rebuild();
    }
    lines_.draw(view);
}

void OutlinePainter::rebuild()
{
    built_ = true;
    lines_.clear();
    for (const auto& curve : curves_)
        for (std::size_t i = 1; i < curve.size(); ++i)
            lines_.add(curve[i - 1], curve[i], outline_colour, outline_width);
    if (!curves_.empty()) return;
    // The edges join every pair of corners that differ in one coordinate.
    for (unsigned low = 0; low < 8; ++low)
        for (const unsigned axis : {1U, 2U, 4U})
            if ((low & axis) == 0)
                lines_.add(corner(bounds_, low), corner(bounds_, low | axis), outline_colour, outline_width);
}

}  // namespace farfield::render
