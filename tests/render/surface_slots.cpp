#include "tests/render/surface_slots.h"

#include "model/geometry/byte_access.h"

namespace farfield::render::test {
namespace {

template <class Value>
std::byte* put(std::byte* to, Value value)
{
    model::store_big(to, value);
    return to + sizeof(Value);
}

}  // namespace

SurfacePart put_surface(FrameSlots& slots, std::size_t slot, const SurfaceOfTest& surface)
{
    std::byte* const begin = slots.slot(slot).data();
    std::byte* to = begin + SurfacePart::preamble_bytes;
    for (const glm::vec4& vertex : surface.vertices)
        for (int i = 0; i < 4; ++i) to = put(to, vertex[i]);
    for (const auto& normal : surface.normals)
        for (const std::int16_t half : normal) to = put(to, static_cast<std::uint16_t>(half));
    for (const std::uint32_t index : surface.indices) to = put(to, index);
    slots.publish(slot, static_cast<std::size_t>(to - begin));
    return {.slot = slot,
            .vertices = static_cast<std::uint32_t>(surface.vertices.size()),
            .elements = static_cast<std::uint32_t>(surface.indices.size()) / surface.corners,
            .corners = surface.corners};
}

SurfaceOfTest rectangle(float z, float scalar, std::array<std::int16_t, 2> normal)
{
    return {.vertices = {{-2, -1, z, scalar}, {2, -1, z, scalar}, {-2, 1, z, scalar}, {2, 1, z, scalar}},
            .normals = {normal, normal, normal, normal},
            .indices = {0, 1, 2, 2, 1, 3}};
}

ShownSurface::ShownSurface(const std::vector<SurfaceOfTest>& parts)
    : slots({.slots = parts.size(), .slot_bytes = 1024})
{
    drawing.slots = &slots;
    for (const SurfaceOfTest& part : parts)
        drawing.parts.push_back(put_surface(slots, drawing.parts.size(), part));
}

}  // namespace farfield::render::test
