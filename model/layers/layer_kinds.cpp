#include "model/layers/layer_kinds.h"

#include <array>

#include "model/layers/boundary_kind.h"
#include "model/layers/entity_kind.h"
#include "model/layers/glyph_kind.h"
#include "model/layers/isosurface_kind.h"
#include "model/layers/line_kind.h"
#include "model/layers/overlay_kind.h"
#include "model/layers/particle_kind.h"
#include "model/layers/picture_kind.h"
#include "model/layers/ray_kind.h"
#include "model/layers/sight_kind.h"
#include "model/layers/slice_kind.h"
#include "model/layers/terrain_kind.h"
#include "model/layers/viewshed_kind.h"
#include "model/layers/vortex_core_kind.h"

namespace farfield::model {
namespace {

constexpr std::array kinds{particle_kind, line_kind,        terrain_kind, picture_kind,    overlay_kind,
                           viewshed_kind, sight_kind,       slice_kind,   isosurface_kind, boundary_kind,
                           glyph_kind,    vortex_core_kind, ray_kind,     entity_kind};

}  // namespace

std::span<const LayerKind> layer_kinds() noexcept
{
    return kinds;
}

}  // namespace farfield::model
