#pragma once

#include "compute_node/readers/hdf5/hdf5_file.h"

#include <vtkDataSet.h>
#include <vtkSmartPointer.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads the pieces of one dataset of a VTKHDF file at one of its time steps: an image, or the parts of a
/// mesh. Source: "VTKHDF file format", VTK's documentation, versions 1 and 2. group: path of the dataset,
/// "/VTKHDF". Call it with Hdf5File::turn() held. Throws std::runtime_error with the file's name where arrays
/// do not fit each other, there are more nodes than max_nodes, or the dataset is of another type.
[[nodiscard]] std::vector<vtkSmartPointer<vtkDataSet>>
vtkhdf_pieces(const Hdf5File& file, const std::string& group, std::size_t time_step, std::uint64_t max_nodes);

}  // namespace farfield::compute
