#pragma once

#include "compute_node/readers/xdmf/xdmf_items.h"

#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::compute {

/// Statements of a Topology of cells, apart from its numbers.
struct XdmfTopology {
    std::string type;               ///< in lower case: "triangle", "mixed"
    std::size_t nodes_of_each = 0;  ///< NodesPerElement; 0: not stated
    std::int64_t base = 0;          ///< BaseOffset: the number of the first point
    std::vector<std::uint64_t>
        order;  ///< index, in a cell's numbers, of each of its points; empty: as they come
};

/// Adds the cells of a Topology to a grid that has its points; lines and points, too, as they may have
/// values. Throws XdmfError where a kind of cell is unknown, or a cell has a point that does not exist.
void add_xdmf_cells(XdmfItems& items, const XdmfTopology& topology, const std::vector<double>& numbers,
                    vtkUnstructuredGrid& grid);

}  // namespace farfield::compute
