#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/particle_params.h"
#include "model/styles/particle_style.h"

namespace farfield::model {

inline constexpr std::array not_of_particles{"rakes"};
inline constexpr std::array suggested_of_particles{"max_age_frames"};

/// The parameters of a layer of particles; an absent `max_age_frames` means the dataset's suggestion.
using ParticleLayerParams = LayerParams<ParticleParams, not_of_particles>;

inline constexpr LayerKind particle_kind{.name = "particles",
                                         .data = DataKind::Dataset,
                                         .has_rakes = true,
                                         .ticks = true,
                                         .params = part_of<ParticleLayerParams, suggested_of_particles>,
                                         .style = part_of<ParticleStyle>};

}  // namespace farfield::model
