#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/volumes/scalar_field.h"
#include "compute_node/volumes/surfaces/cell_region.h"
#include "compute_node/volumes/surfaces/surface_parts.h"
#include "model/data/dataset_info.h"
#include "model/programs/surface_params.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/// Limits and values that `isosurface` and `boundary` derive from the settings that they share.
namespace farfield::node {

/// The region as positions of the grid, which count from the dataset's origin.
[[nodiscard]] std::optional<compute::CellRegion> region_of(const model::SurfaceParams& params,
                                                           const compute::DatasetInfo& info);

/// Bytes that surfaces may take.
struct SurfaceRoom {
    std::uint64_t slot_bytes = 0;                           ///< bytes of a part
    std::uint64_t answer_bytes = model::max_surface_bytes;  ///< bytes of all parts of an answer
};

/// The limits of an answer's parts. surfaces: number in an answer, with at least one part each. Throws
/// model::LimitError where the parameters ask for more than there is room for.
[[nodiscard]] compute::PartLimits limits_of(const model::SurfaceParams& params, const SurfaceRoom& room,
                                            std::size_t surfaces);

/// Throws model::LimitError where a slot has no room for a triangle.
void expect_slot(std::uint64_t slot_bytes);

/// The description of the scalar that viewers get.
[[nodiscard]] model::ScalarInfo scalar_of(const compute::ScalarField& field);

/// Throws model::FieldError where a time is not a number of binary32.
void expect_times(const model::SurfaceParams& params);

}  // namespace farfield::node
