#include "app/layers/dataset_layer.h"

#include "app/layers/flow_layer.h"

namespace farfield::app {

std::optional<std::string> DatasetLayer::take_answer(std::string_view /*key*/, const net::Json& answer,
                                                     std::uint32_t /*part*/)
{
    restyle();
    program_ = model::read_answer<model::ProgramAnswer>(answer);
    return std::nullopt;
}

void DatasetLayer::describe(const LayerState& state, const Drape& /*drape*/, render::Scene& scene)
{
    if (!std::exchange(is_styled_, true)) take_style(state);
    add_drawings(state, scene);
}

void DatasetLayer::completed(std::vector<Shown>& shown)
{
    if (!std::exchange(is_new_, false)) return;
    if (const net::FrameInfo* info = shown_result())
        shown.push_back({key_, info->header.interaction, info->received_ns});
}

model::ScalarInfo DatasetLayer::scalar(const LayerState& state, const std::optional<std::string>& name) const
{
    // A recording's scalar cannot change, so it counts whatever name is asked for.
    if (program_ && (!state.data.is_computed() || !name || program_->scalar.name == *name))
        return program_->scalar;
    return scalar_of(*state.data.dataset, name);
}

const render::Legend& DatasetLayer::take_legend(const model::ScalarInfo& scalar,
                                                const model::ColourRange& range, model::ColourMap map)
{
    return legend_ = legend_of(scalar, range, map);
}

}  // namespace farfield::app
