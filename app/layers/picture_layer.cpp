#include "app/layers/picture_layer.h"

#include <fmt/format.h>
#include <utility>

namespace farfield::app {
namespace {

constexpr ProgramWords picture_words{.start_refused = nullptr,
                                     .change_refused = nullptr,
                                     .failed = "the node's program has ended",
                                     .may_end = false};

}  // namespace

std::vector<Request> PictureLayer::wanted(const LayerState& state)
{
    const auto params = model::read<model::TerrainImageParams>(state.layer.params, "params");
    if (std::exchange(file_, params.file) != params.file) overlays_.clear();
    auto request = overlays_.request(state, "terrain.image", params.max_side, picture_words);
    request.start.params = model::write(params);
    return {{"picture", request}};
}

std::string PictureLayer::problem_of(std::string_view /*key*/, const std::string& what) const
{
    return fmt::format("cannot lay the picture '{}' over the ground: {}", file_, what);
}

bool PictureLayer::take(const ShowClock& /*clock*/, std::uint32_t /*outdated_before*/)
{
    return overlays_.take();
}

void PictureLayer::drape(Drape& drape) const
{
    if (overlays_.overlay()) drape.picture = &*overlays_.overlay();
}

}  // namespace farfield::app
