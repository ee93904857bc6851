#pragma once

#include "compute_node/readers/xdmf/xdmf_items.h"

#include <vtkDataSet.h>

#include <cstdint>

namespace farfield::compute {

/// Converts a Grid element of one piece to VTK's dataset, with its attributes. Throws std::runtime_error
/// where the element is not understood.
[[nodiscard]] vtkSmartPointer<vtkDataSet> xdmf_grid(XdmfItems& items, vtkXMLDataElement& grid,
                                                    std::uint64_t max_nodes);

}  // namespace farfield::compute
