#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/particle_params.h"
#include "model/styles/particle_style.h"

namespace farfield::app {

inline constexpr std::array not_of_particles{"rakes"};
inline constexpr std::array suggested_of_particles{"max_age_frames"};

/// The parameters of a layer of particles; without `max_age_frames`, that is the dataset's suggestion.
using ParticleLayerParams = model::LayerParams<model::ParticleParams, not_of_particles>;

inline constexpr model::LayerKind particle_kind{
    .name = "particles",
    .data = model::DataKind::Dataset,
    .has_rakes = true,
    .ticks = true,
    .params = model::part_of<ParticleLayerParams, suggested_of_particles>,
    .style = model::part_of<model::ParticleStyle>};

}  // namespace farfield::app
