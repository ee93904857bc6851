#include "model/programs/surface.h"

#include "model/geometry/byte_access.h"

#include <algorithm>
#include <cmath>

namespace farfield::model {

namespace {

SurfaceLayout layout_of(const SurfacePreamble& preamble)
{
    return surface_layout(preamble.vertices, preamble.elements, preamble.corners);
}

bool is_sound(const SurfacePreamble& surface)
{
    return static_cast<std::uint32_t>(surface.kind) < surface_kinds &&
           (surface.corners == 2 || surface.corners == 3) && surface.part < surface.parts &&
           std::isfinite(surface.time) && std::isfinite(surface.value);
}

}  // namespace

void encode_preamble(const SurfacePreamble& preamble,
                     std::span<std::byte, surface_preamble_bytes> to) noexcept
{
    std::ranges::fill(to, std::byte{0});
    store_big(to.data(), preamble.vertices);
    store_big(to.data() + 4, preamble.elements);
    store_big(to.data() + 8, preamble.answer);
    store_big(to.data() + 16, preamble.compute_ns);
    store_big(to.data() + 24, preamble.computed_at_ns);
    store_big(to.data() + 32, preamble.time);
    store_big(to.data() + 40, preamble.part);
    store_big(to.data() + 44, preamble.parts);
    store_big(to.data() + 48, preamble.surface);
    store_big(to.data() + 52, preamble.level);
    store_big(to.data() + 56, preamble.value);
    store_big(to.data() + 64, static_cast<std::uint32_t>(preamble.kind));
    store_big(to.data() + 68, preamble.corners);
    store_big(to.data() + 72, preamble.block);
}

std::optional<SurfacePreamble> decode_surface_preamble(std::span<const std::byte> payload) noexcept
{
    if (payload.size() < surface_preamble_bytes) return std::nullopt;
    const std::byte* from = payload.data();
    const SurfacePreamble preamble{
        .vertices = load_big<std::uint32_t>(from),
        .elements = load_big<std::uint32_t>(from + 4),
        .answer = load_big<std::uint64_t>(from + 8),
        .compute_ns = load_big<std::uint64_t>(from + 16),
        .computed_at_ns = load_big<std::uint64_t>(from + 24),
        .time = load_big<double>(from + 32),
        .part = load_big<std::uint32_t>(from + 40),
        .parts = load_big<std::uint32_t>(from + 44),
        .surface = load_big<std::uint32_t>(from + 48),
        .level = load_big<std::uint32_t>(from + 52),
        .value = load_big<double>(from + 56),
        .kind = static_cast<SurfaceKind>(load_big<std::uint32_t>(from + 64)),
        .corners = load_big<std::uint32_t>(from + 68),
        .block = load_big<std::uint32_t>(from + 72),
    };
    const bool fits = is_sound(preamble) && payload.size() == layout_of(preamble).bytes;
    return fits ? std::optional{preamble} : std::nullopt;
}

glm::vec4 surface_vertex(std::span<const std::byte> payload, std::size_t vertex) noexcept
{
    const std::byte* at = payload.data() + surface_preamble_bytes + vertex * surface_vertex_bytes;
    return {load_big<float>(at), load_big<float>(at + 4), load_big<float>(at + 8), load_big<float>(at + 12)};
}

Octahedral surface_normal(std::span<const std::byte> payload, const SurfacePreamble& preamble,
                          std::size_t vertex) noexcept
{
    const std::byte* at = payload.data() + layout_of(preamble).normals_at + vertex * surface_normal_bytes;
    return {load_big<std::int16_t>(at), load_big<std::int16_t>(at + 2)};
}

std::uint32_t surface_index(std::span<const std::byte> payload, const SurfacePreamble& preamble,
                            std::size_t corner) noexcept
{
    return load_big<std::uint32_t>(payload.data() + layout_of(preamble).elements_at +
                                   corner * sizeof(std::uint32_t));
}

bool has_sound_indices(std::span<const std::byte> payload, const SurfacePreamble& preamble) noexcept
{
    const std::size_t corners = std::size_t{preamble.elements} * preamble.corners;
    for (std::size_t corner = 0; corner < corners; ++corner)
        if (surface_index(payload, preamble, corner) >= preamble.vertices) return false;
    return true;
}

}  // namespace farfield::model
