#include "render/layers/entities/entity_drawing.h"

#include "render/layers/entities/entity_painter.h"
#include "render/primitives/draw_context.h"

#include <atomic>
#include <cmath>

#include <glm/gtc/packing.hpp>

namespace farfield::render {

std::array<std::uint16_t, 3> half_vector(glm::vec3 vector)
{
    return {glm::packHalf1x16(vector.x), glm::packHalf1x16(vector.y), glm::packHalf1x16(vector.z)};
}

glm::vec3 vector_of(const std::array<std::uint16_t, 3>& half)
{
    return {glm::unpackHalf1x16(half[0]), glm::unpackHalf1x16(half[1]), glm::unpackHalf1x16(half[2])};
}

std::uint16_t heading_turn(double degrees)
{
    constexpr double steps = 65'536.0;
    const double turns = degrees / 360.0;
    return static_cast<std::uint16_t>(
        static_cast<std::uint32_t>(std::lround((turns - std::floor(turns)) * steps)) & 0xFFFFU);
}

std::uint64_t EntityDrawing::next_version()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

void EntityDrawing::draw(Pass pass, DrawContext& context) const
{
    if (entities.empty() || (pass != Pass::Translucent && pass != Pass::Labels)) return;
    auto& layer = context.painter<EntityPainter>();
    const ViewTransform own = placed(context.view, placement);
    if (pass == Pass::Translucent) {
        context.maps.bind(style.colour_map);
        layer.draw(*this, own);
    }
    if (pass == Pass::Labels && style.has_names)
        layer.draw_names(*this, own, context.ground != nullptr, context.text);
}

}  // namespace farfield::render
