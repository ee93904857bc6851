#include "compute_node/node/programs/surfaces/surface_limits.h"

#include "compute_node/grids/own_turn.h"
#include "compute_node/node/data/program_scalars.h"
#include "model/programs/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace farfield::node {

std::optional<compute::CellRegion> region_of(const model::SurfaceParams& params,
                                             const compute::DatasetInfo& info)
{
    if (!params.region) return std::nullopt;
    const compute::Bounds box = compute::OwnTurn{info}.moved(
        compute::Bounds{model::vec_of(params.region->lo), model::vec_of(params.region->hi)});
    return compute::CellRegion{glm::vec3{box.lo - info.origin}, glm::vec3{box.hi - info.origin}};
}

void expect_slot(std::uint64_t slot_bytes)
{
    constexpr std::uint64_t triangle = model::surface_layout(3, 1, 3).bytes;
    if (slot_bytes < triangle) throw model::LimitError("slot_bytes", slot_bytes, triangle);
}

compute::PartLimits limits_of(const model::SurfaceParams& params, const SurfaceRoom& room,
                              std::size_t surfaces)
{
    if (params.max_bytes.value_or(0) > room.answer_bytes)
        throw model::LimitError("max_surface_bytes", room.answer_bytes, *params.max_bytes);
    const std::size_t parts = std::max<std::size_t>(params.parts, surfaces);
    const std::uint64_t most = std::min(params.parts * room.slot_bytes, room.answer_bytes);
    return {room.slot_bytes, params.max_bytes.value_or(most), parts};
}

model::ScalarInfo scalar_of(const compute::ScalarField& field)
{
    if (field.least > field.greatest) return {.name = field.name, .units = field.units};
    return {.name = field.name,
            .units = field.units,
            .range = known_range(field.least, field.greatest),
            .middle = known_middle(
                compute::middle_of(field.values.size(), [&](std::size_t n) { return field.values[n]; }))};
}

void expect_times(const model::SurfaceParams& params)
{
    for (const auto& [name, seconds] :
         {std::pair{"time", params.time.value_or(0.0)}, {"time_step", params.time_step}})
        if (!model::fits_binary32(seconds))
            throw model::FieldError(name, "a number that binary32 holds", fmt::format("{}", seconds));
}

}  // namespace farfield::node
