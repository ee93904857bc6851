#pragma once

#include "compute_node/readers/xdmf/xdmf_items.h"

#include <vtkDataSet.h>

#include <cstdint>

namespace farfield::compute {

/// A Grid element of one piece as VTK's dataset, with its attributes. first: the first Grid of the file, of
/// which one that says so (by xi:include) takes points and cells. Throws std::runtime_error where it is not
/// understood.
[[nodiscard]] vtkSmartPointer<vtkDataSet> xdmf_grid(XdmfItems& items, vtkXMLDataElement& grid,
                                                    vtkXMLDataElement& first, std::uint64_t max_nodes);

}  // namespace farfield::compute
