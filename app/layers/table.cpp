#include "app/layers/table.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "app/layers/boundary_layer.h"
#include "app/layers/entities/entity_layer.h"
#include "app/layers/glyph_layer.h"
#include "app/layers/isosurface_layer.h"
#include "app/layers/line_layer.h"
#include "app/layers/overlay_layer.h"
#include "app/layers/particle_layer.h"
#include "app/layers/picture_layer.h"
#include "app/layers/ray_layer.h"
#include "app/layers/sight_layer.h"
#include "app/layers/slice_layer.h"
#include "app/layers/terrain_layer.h"
#include "app/layers/viewshed_layer.h"
#include "app/layers/vortex_core_layer.h"
#include "model/layers/layer_kinds.h"

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
    std::string_view kind;
    Make make = nullptr;
};
constexpr std::array rows{Row{model::particle_kind.name, make<ParticleLayer>},
                          Row{model::line_kind.name, make<LineLayer>},
                          Row{model::terrain_kind.name, make<TerrainLayer>},
                          Row{model::picture_kind.name, make<PictureLayer>},
                          Row{model::overlay_kind.name, make<OverlayLayer>},
                          Row{model::viewshed_kind.name, make<ViewshedLayer>},
                          Row{model::sight_kind.name, make<SightLayer>},
                          Row{model::slice_kind.name, make<SliceLayer>},
                          Row{model::isosurface_kind.name, make<IsosurfaceLayer>},
                          Row{model::boundary_kind.name, make<BoundaryLayer>},
                          Row{model::glyph_kind.name, make<GlyphLayer>},
                          Row{model::vortex_core_kind.name, make<VortexCoreLayer>},
                          Row{model::ray_kind.name, make<RayLayer>},
                          Row{model::entity_kind.name, make<EntityLayer>}};

}  // namespace

std::unique_ptr<Layer> make_layer(std::string_view kind, const Stage& stage, model::Use use)
{
    const auto* const row = std::ranges::find(rows, kind, &Row::kind);
    if (row == rows.end()) throw std::out_of_range("there is no kind of layer '" + std::string(kind) + "'");
    return row->make(stage, use);
}

}  // namespace farfield::app
