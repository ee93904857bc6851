#pragma once

#include "compute_node/grids/grid_data.h"

#include <string>
#include <vector>

// VTK protects its virtual destructors: its objects count their references.
class vtkCompositeDataSet;   // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkDataSet;            // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkMultiBlockDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// True when a cell of the part has a volume.
[[nodiscard]] bool fills_volume(vtkDataSet& part);

/// Names the blocks of a dataset: those that fill a volume if there are any, or else all with cells; none
/// where there is a single one. Removes blocks that are not asked for, as choose_blocks() tells. Throws as
/// that does.
[[nodiscard]] std::vector<BlockName> keep_blocks(vtkMultiBlockDataSet& all,
                                                 const std::vector<std::string>& asked);

/// Removes the parts that fill no volume, where others do. blocks: as for leave_out_parts_without_velocity().
/// Returns a remark that names them, or none.
[[nodiscard]] std::vector<std::string> leave_out_parts_without_volume(vtkCompositeDataSet& all,
                                                                      std::vector<BlockName>& blocks);

/// Removes the parts that lack the vector that is traced, where others have it: of parts that fill a volume
/// if there are any, or else of all. Where none has a vector, removes parts without an array. blocks: of the
/// dataset, or none; removed ones are marked as not read. Returns a remark that names them, or none.
[[nodiscard]] std::vector<std::string> leave_out_parts_without_velocity(vtkCompositeDataSet& all,
                                                                        std::vector<BlockName>& blocks);

}  // namespace farfield::compute
