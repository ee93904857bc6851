#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/show/layer.h"
#include "model/styles/range.h"

/// Functions that layers of particles and of lines share.
namespace farfield::app {

/// Throws std::runtime_error where the dataset has no velocity. what: the layer in words, "particles".
void expect_velocity(const LayerState& state, const char* what);

/// The rakes of a layer, or else those that the dataset suggests.
[[nodiscard]] std::vector<model::Rake> rakes_for(const LayerState& state);
/// Bytes of a frame with all particles of these rakes.
[[nodiscard]] std::uint64_t particle_frame_bytes(const std::vector<model::Rake>& rakes);
/// A program on the layer's dataset, with the clock's rate and, in a playback, its number of frames.
[[nodiscard]] net::ProgramStart flow_program(const LayerState& state, const char* program);
[[nodiscard]] net::Policy policy_of(const LayerState& state);

/// The scalar that a layer asks for; nothing: the node's choice.
[[nodiscard]] std::optional<std::string> scalar_name(const model::Layer& layer);
/// The dataset's scalar of that name; only the name is filled in where the dataset has none such.
[[nodiscard]] model::ScalarInfo scalar_of(const model::DatasetInfo& dataset,
                                          const std::optional<std::string>& name);
/// Legend of a scalar: the range of the style, else the scalar's own, else 0 to 1.
[[nodiscard]] render::Legend legend_of(const model::ScalarInfo& scalar, const model::ColourRange& range,
                                       model::ColourMap map);

}  // namespace farfield::app
