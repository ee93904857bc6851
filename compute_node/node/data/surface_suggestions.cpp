#include "compute_node/node/data/surface_suggestions.h"

#include "compute_node/grids/origin.h"
#include "compute_node/volumes/boundaries/boundary_faces.h"
#include "compute_node/volumes/suggestions.h"
#include "net/message/control_messages.h"

#include <variant>
#include <vector>

namespace farfield::node {

namespace {

/// Of the default scalar, unless the dataset lies in a plane.
void suggest_isovalue(const compute::OpenDataset& dataset, ScalarFields& scalars,
                      model::DatasetSuggestions& suggested)
{
    const compute::Bounds& bounds = dataset.info().bounds;
    for (int axis = 0; axis < 3; ++axis)
        if (bounds.lo[axis] == bounds.hi[axis]) return;
    const auto levels = scalars.open(dataset, {}, 0);
    const compute::ScalarField& field = levels->finest();
    if (const auto value = compute::suggested_isovalue(field))
        suggested.isovalue = {.scalar = field.name, .value = *value};
}

/// Of a mesh that is one layer thick the outside would cover the flow.
bool is_one_layer(const compute::DatasetInfo& info)
{
    if (info.z_units != info.position_units) return false;
    for (int axis = 0; axis < 3; ++axis)
        if (info.bounds.lo[axis] < info.bounds.hi[axis] && compute::is_thin(info.bounds, axis)) return true;
    return false;
}

}  // namespace

void suggest_surfaces(const compute::OpenDataset& dataset, ScalarFields& scalars,
                      model::DatasetSuggestions& suggested)
{
    const auto series = dataset.series();
    if (series == nullptr || series->first().grid() == nullptr) return;
    if (dataset.info().nodes > most_nodes_to_suggest_for) return;
    try {
        const auto grid = scalars.grid(dataset);
        const compute::GridData data = slice_data(*series, 0);
        suggested.boundary = compute::suggested_boundary(
            compute::boundary_source(data, *series->first().grid(), grid->finest()));
        if (is_one_layer(dataset.info()))
            std::erase_if(suggested.boundary, [](const model::BoundarySurface& one) {
                return std::holds_alternative<model::BoundaryOuter>(one.surface);
            });
        suggest_isovalue(dataset, scalars, suggested);
    } catch (const net::RpcError&) {
        // The node's memory is in use: opening needs none of this.
    }
}

}  // namespace farfield::node
