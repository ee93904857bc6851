#include "app/layers/table.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "app/layers/entities/entity_layer.h"
#include "app/layers/line_layer.h"
#include "app/layers/overlay_layer.h"
#include "app/layers/particle_layer.h"
#include "app/layers/picture_layer.h"
#include "app/layers/sight_layer.h"
#include "app/layers/slice_layer.h"
#include "app/layers/terrain_layer.h"
#include "app/layers/viewshed_layer.h"
#include "app/layers/volumes/boundary_layer.h"
#include "app/layers/volumes/glyph_layer.h"
#include "app/layers/volumes/isosurface_layer.h"
#include "app/layers/volumes/ray_layer.h"

namespace farfield::app {
namespace {

using Make = std::unique_ptr<Layer> (*)(const Stage& stage, model::Use use);

template <class Kind>
std::unique_ptr<Layer> make(const Stage& stage, model::Use use)
{
    if constexpr (std::is_constructible_v<Kind, const Stage&, model::Use>)
        return std::make_unique<Kind>(stage, use);
    else
        return std::make_unique<Kind>();
}

struct Row {
    model::LayerKind kind;
    Make make = nullptr;
};
constexpr std::array rows{
    Row{particle_kind, make<ParticleLayer>},     Row{line_kind, make<LineLayer>},
    Row{terrain_kind, make<TerrainLayer>},       Row{picture_kind, make<PictureLayer>},
    Row{overlay_kind, make<OverlayLayer>},       Row{viewshed_kind, make<ViewshedLayer>},
    Row{sight_kind, make<SightLayer>},           Row{slice_kind, make<SliceLayer>},
    Row{isosurface_kind, make<IsosurfaceLayer>}, Row{boundary_kind, make<BoundaryLayer>},
    Row{glyph_kind, make<GlyphLayer>},           Row{ray_kind, make<RayLayer>},
    Row{entity_kind, make<EntityLayer>}};

constexpr auto kinds = [] {
    std::array<model::LayerKind, rows.size()> all{};
    std::ranges::transform(rows, all.begin(), &Row::kind);
    return all;
}();

}  // namespace

std::span<const model::LayerKind> layer_kinds() noexcept
{
    return kinds;
}

std::unique_ptr<Layer> make_layer(std::string_view kind, const Stage& stage, model::Use use)
{
    const auto* const row =
        std::ranges::find(rows, kind, [](const Row& each) { return std::string_view(each.kind.name); });
    if (row == rows.end()) throw std::out_of_range("there is no kind of layer '" + std::string(kind) + "'");
    return row->make(stage, use);
}

}  // namespace farfield::app
