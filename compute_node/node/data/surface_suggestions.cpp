#include "compute_node/node/data/surface_suggestions.h"

#include "compute_node/grids/origin.h"
#include "compute_node/volumes/boundaries/boundary_faces.h"
#include "compute_node/volumes/scalar_values.h"
#include "compute_node/volumes/suggestions.h"
#include "net/message/control_messages.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace farfield::node {

namespace {

bool lies_in_plane(const compute::Bounds& bounds)
{
    for (int axis = 0; axis < 3; ++axis)
        if (bounds.lo[axis] == bounds.hi[axis]) return true;
    return false;
}

/// Suggests an isovalue of the default scalar, unless the dataset lies in a plane.
void suggest_isovalue(const compute::OpenDataset& dataset, ScalarFields& scalars,
                      model::DatasetSuggestions& suggested)
{
    if (lies_in_plane(dataset.info().bounds)) return;
    const auto levels = scalars.open(dataset, {}, 0);
    const compute::ScalarField& field = levels->finest();
    if (const auto value = compute::suggested_isovalue(field))
        suggested.isovalue = {.scalar = field.name, .value = *value};
}

/// The first slice: as it was opened, or read again where its values are not kept.
class FirstSlice {
public:
    explicit FirstSlice(const compute::TimeSeries& series) : opened_{series.first().data()}
    {
        const bool is_kept = std::ranges::all_of(
            opened_.arrays, [](const compute::NodeValues& array) { return array.values.size() > 0; });
        if (!is_kept) read_ = slice_data(series, 0);
    }
    [[nodiscard]] const compute::GridData& data() const { return read_ ? *read_ : opened_; }

private:
    const compute::GridData& opened_;
    std::optional<compute::GridData> read_;
};

/// The same for a mesh; its cells are not cut before a surface is wanted: that takes longer than all else.
void suggest_isovalue_of_mesh(const compute::TimeSeries& series, model::DatasetSuggestions& suggested)
{
    if (lies_in_plane(series.info().bounds)) return;
    const FirstSlice first{series};
    const compute::Grid& grid = *series.first().grid();
    const std::string scalar = compute::default_scalar_of(first.data());
    const std::vector<float> values = compute::scalar_values(first.data(), grid, scalar, {}).values;
    if (const auto value = compute::suggested_isovalue(grid, values))
        suggested.isovalue = {.scalar = scalar, .value = *value};
}

/// True for a mesh that is one layer thick: its outside would cover the flow.
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
    if (dataset.info().kind == compute::GridKind::Unstructured) {
        if (!is_one_layer(dataset.info())) suggested.boundary = {{model::BoundaryOuter{}}};
        return suggest_isovalue_of_mesh(*series, suggested);
    }
    try {
        const auto grid = scalars.grid(dataset);
        const FirstSlice first{*series};
        suggested.boundary = compute::suggested_boundary(
            compute::boundary_source(first.data(), *series->first().grid(), grid->finest()));
        suggest_isovalue(dataset, scalars, suggested);
    } catch (const net::RpcError&) {
        // The node's memory is in use: opening needs none of this.
    }
}

}  // namespace farfield::node
