#include "app/layers/surface_layer.h"

#include <algorithm>
#include <stdexcept>

#include "model/styles/hex_colour.h"

namespace farfield::app {
namespace {

static_assert(render::SurfacePart::preamble_bytes == model::surface_preamble_bytes);

constexpr std::uint32_t parts_of_a_surface = 8;
constexpr std::uint64_t surface_answer_bytes = 32 << 20;

/// True when the flow is on one side of such a surface alone.
bool is_wall(model::SurfaceKind kind)
{
    return kind == model::SurfaceKind::Faces || kind == model::SurfaceKind::NoSlip ||
           kind == model::SurfaceKind::Walls || kind == model::SurfaceKind::Outer;
}

}  // namespace

void SurfaceLayer::take_detail(const LayerState& state, std::size_t surfaces,
                               model::SurfaceParams& params) const
{
    params.parts = ticks() ? 1 : std::max(parts_of_a_surface, static_cast<std::uint32_t>(surfaces));
    if (!state.plays()) return;
    params.coarse_first = false;
    if (!state.layer.params.contains("level")) params.level.fixed = 0;
}

std::uint64_t SurfaceLayer::part_bytes(std::uint32_t parts)
{
    return surface_answer_bytes / std::max(parts, parts_of_a_surface);
}

std::optional<glm::vec3> SurfaceLayer::colour_of(const std::optional<std::string>& text)
{
    const auto rgb = text ? model::rgb_of(*text) : std::nullopt;
    return rgb ? std::optional(glm::vec3((*rgb)[0], (*rgb)[1], (*rgb)[2])) : std::nullopt;
}

void SurfaceLayer::take_part(std::size_t slot, std::span<const std::byte> payload, bool is_first)
{
    if (is_first) {
        surface_.clear();
        triangles_ = segments_ = 0;
    }
    const auto preamble = model::decode_surface_preamble(payload);
    if (!preamble) throw std::runtime_error("what the node sent is no surface");
    level_ = preamble->level;
    (preamble->corners == 3 ? triangles_ : segments_) += preamble->elements;
    surface_.parts.push_back({.slot = slot,
                              .vertices = preamble->vertices,
                              .elements = preamble->elements,
                              .corners = preamble->corners,
                              .is_wall = is_wall(preamble->kind)});
}

void SurfaceLayer::complete(LayerFrame& frame) const
{
    frame.triangles = triangles_;
    frame.level = level_;
}

net::Json SurfaceLayer::report() const
{
    if (slots() == nullptr) return nullptr;
    net::Json said{{"triangles", triangles_}, {"level", level_}};
    if (segments_ > 0) said["segments"] = segments_;
    return said;
}

void SurfaceLayer::add_drawings(const LayerState& /*state*/, render::Scene& scene)
{
    surface_.slots = slots();
    if (surface_.slots != nullptr) scene.drawings.push_back(&surface_);
}

}  // namespace farfield::app
