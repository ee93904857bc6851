#pragma once

#include <array>

#include "model/document/layer_kind.h"
#include "model/programs/particle_params.h"
#include "model/styles/particle_style.h"
#include "model/styles/terrain_style.h"

/// Kinds of layers for tests of documents: one on datasets that ticks, one on terrain that does not.
namespace farfield::model::test {

struct GroundParams {
    double detail = 1.0;
    bool curved = false;
    friend bool operator==(const GroundParams&, const GroundParams&) = default;

    static void fields(auto& visit)
    {
        visit("detail", &GroundParams::detail, at_least(0.0));
        visit("curved", &GroundParams::curved);
    }
};

inline constexpr std::array not_of_dust{"rakes"};
inline constexpr std::array suggested_of_dust{"max_age_frames"};
using DustParams = LayerParams<ParticleParams, not_of_dust>;

inline constexpr std::array kinds{LayerKind{.name = "dust",
                                            .data = DataKind::Dataset,
                                            .has_rakes = true,
                                            .ticks = true,
                                            .params = part_of<DustParams, suggested_of_dust>,
                                            .style = part_of<ParticleStyle>},
                                  LayerKind{.name = "ground",
                                            .data = DataKind::Terrain,
                                            .has_rakes = false,
                                            .ticks = false,
                                            .params = part_of<GroundParams>,
                                            .style = part_of<TerrainStyle>}};

}  // namespace farfield::model::test
