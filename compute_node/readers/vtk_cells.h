#pragma once

#include "compute_node/fields/cell_list.h"

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

class vtkDataSet;
class vtkIdList;
class vtkUnsignedCharArray;

namespace farfield::compute {

/// Takes the cells of a VTK dataset one by one: linear ones as they are, those of higher degree by their
/// corners. Hidden ones are passed over, cells of other kinds counted. Borrows the dataset.
class CellReader {
public:
    explicit CellReader(vtkDataSet& data_set);

    void read(vtkIdType cell);

    /// The cells read so far; none are kept.
    [[nodiscard]] CellList take();

    /// What became of cells that were not taken as they are.
    void add_remarks(std::vector<std::string>& remarks) const;
    /// "2 vtkLine, 1 vtkPolyhedron": the cells of other kinds.
    [[nodiscard]] std::string left_out() const;

private:
    vtkDataSet& data_set_;
    vtkUnsignedCharArray* hidden_;
    vtkSmartPointer<vtkIdList> ids_;
    CellList cells_;
    std::map<int, std::size_t> others_;  ///< how many of each of VTK's types
    std::size_t higher_degree_ = 0;
};

}  // namespace farfield::compute
