#pragma once

#include "compute_node/grids/grid_data.h"

#include <string>
#include <vector>

// VTK protects its virtual destructors: its objects count their references.
class vtkCompositeDataSet;   // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkDataSet;            // NOLINT(cppcoreguidelines-virtual-class-destructor)
class vtkMultiBlockDataSet;  // NOLINT(cppcoreguidelines-virtual-class-destructor)

namespace farfield::compute {

/// Whether a cell of it has a volume.
[[nodiscard]] bool fills_volume(vtkDataSet& part);

/// The blocks that a dataset is made of, by their names: those that fill a volume if there are any, or else
/// all with cells; none where it is a single one. Takes those out of it that are not asked for, as
/// choose_blocks() has it. Throws as that does.
[[nodiscard]] std::vector<BlockName> keep_blocks(vtkMultiBlockDataSet& all,
                                                 const std::vector<std::string>& asked);

/// Takes those parts out of it that fill no volume, where others do. blocks: as of
/// leave_out_parts_without_velocity(). Returns a remark that names them, or none.
[[nodiscard]] std::vector<std::string> leave_out_parts_without_volume(vtkCompositeDataSet& all,
                                                                      std::vector<BlockName>& blocks);

/// Takes those parts out of it that lack the vector that is traced, where others have it: of parts that fill
/// a volume if there are any, or else of all; parts without an array, where none has a vector. blocks: of the
/// dataset, or none; those taken out are marked as not read. Returns a remark that names them, or none.
[[nodiscard]] std::vector<std::string> leave_out_parts_without_velocity(vtkCompositeDataSet& all,
                                                                        std::vector<BlockName>& blocks);

}  // namespace farfield::compute
