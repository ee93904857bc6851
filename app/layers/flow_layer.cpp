#include "app/layers/flow_layer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>
#include <utility>

#include "app/show/frame_to_scene.h"
#include "model/programs/particle_frame.h"
#include "net/message/messages.h"

namespace farfield::app {

void expect_velocity(const LayerState& state, const char* what)
{
    if (state.data.dataset && !state.data.dataset->velocity)
        throw std::runtime_error(fmt::format("'{}' has no velocity, which {} need; a slice shows its scalars",
                                             state.data.source.name, what));
}

std::vector<model::Rake> rakes_for(const LayerState& state)
{
    auto rakes = model::rakes_of(state.document, state.layer);
    if (rakes && rakes->empty() && state.plays())
        throw std::runtime_error(
            fmt::format("a layer of {} begins at no rake: its 'rakes' are empty; name one, or hide the layer",
                        state.layer.kind));
    if (!rakes) rakes = state.data.dataset->suggested.rakes;
    if (rakes->empty() && state.plays())
        throw std::runtime_error(fmt::format("'{}' suggests no rake, for nothing moves in it; add a [[rake]]",
                                             state.data.source.name));
    return std::move(*rakes);
}

std::uint64_t particle_frame_bytes(const std::vector<model::Rake>& rakes)
{
    std::uint64_t particles = 0;
    for (const auto& rake : rakes)
        particles += std::min(rake.particles(), std::numeric_limits<std::uint32_t>::max() - particles);
    return model::particle_preamble_bytes + particles * model::particle_bytes;
}

net::Policy policy_of(const LayerState& state)
{
    return model::pace_of(state.document.clock, state.use).policy == model::FramePolicy::Every
               ? net::Policy::Every
               : net::Policy::Latest;
}

net::ProgramStart flow_program(const LayerState& state, const char* program)
{
    const auto pace = model::pace_of(state.document.clock, state.use);
    net::ProgramStart start;
    start.program = program;
    start.dataset = state.data.source.name;
    start.velocity = state.data.source.velocity;
    start.policy = policy_of(state);
    start.rate = pace.max_rate;
    if (state.plays()) start.frames = pace.frames.value_or(0);
    return start;
}

std::optional<std::string> scalar_name(const model::Layer& layer)
{
    const auto found = layer.params.find("scalar");
    return found == layer.params.end() ? std::nullopt : std::optional(found->get<std::string>());
}

model::ScalarInfo scalar_of(const model::DatasetInfo& dataset, const std::optional<std::string>& name)
{
    if (!name && !dataset.scalars.empty()) return dataset.scalars.front();
    const auto* found = name ? find_scalar(dataset, *name) : nullptr;
    return found != nullptr ? *found : model::ScalarInfo{.name = name.value_or(""), .units = {}, .range = {}};
}

render::Legend legend_of(const model::ScalarInfo& scalar, const model::ColourRange& range,
                         model::ColourMap map)
{
    render::Legend legend = legend_of(scalar);
    if (range && std::isfinite(static_cast<float>((*range)[0])) &&
        std::isfinite(static_cast<float>((*range)[1])))
        legend.range = {static_cast<float>((*range)[0]), static_cast<float>((*range)[1])};
    legend.colour_map = map;
    return legend;
}

}  // namespace farfield::app
