#pragma once

#include "compute_node/readers/xdmf/xdmf_items.h"

#include <vtkDataSet.h>

#include <cstdint>

namespace farfield::compute {

/// Converts a Grid element of one piece to VTK's dataset, with its attributes. first: the first Grid of the
/// file, from which `grid` takes points and cells if it says so (by xi:include). Throws std::runtime_error
/// where the element is not understood.
[[nodiscard]] vtkSmartPointer<vtkDataSet> xdmf_grid(XdmfItems& items, vtkXMLDataElement& grid,
                                                    vtkXMLDataElement& first, std::uint64_t max_nodes);

}  // namespace farfield::compute
