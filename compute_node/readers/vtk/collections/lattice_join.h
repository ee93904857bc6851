#pragma once

#include "compute_node/readers/vtk/collections/collection_index.h"

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <cstdint>
#include <optional>
#include <vector>

class vtkDataArray;
class vtkDataSet;
class vtkDataSetAttributes;
class vtkUnsignedCharArray;

namespace farfield::compute {

/// Joins boxes of a uniform, rectilinear or curvilinear lattice, which are added one after another and not
/// kept. Where boxes overlap, values of the last one are kept.
class LatticeJoin {
public:
    /// extent: of the whole lattice; memory for it is taken with the first piece.
    explicit LatticeJoin(const LatticeExtent& extent);

    /// Adds a piece. Throws std::runtime_error when its extent is not the one given, lies outside the whole
    /// lattice, or when it has other arrays or another kind of lattice than earlier pieces.
    void add(vtkDataSet& piece, const LatticeExtent& extent);

    /// The whole lattice. Throws std::runtime_error where pieces leave a gap.
    [[nodiscard]] vtkSmartPointer<vtkDataSet> take();

private:
    using Arrays = std::vector<vtkSmartPointer<vtkDataArray>>;

    void begin(vtkDataSet& piece);
    void set_axes(vtkDataSet& piece, const LatticeExtent& extent);
    void copy(vtkDataSetAttributes& from, Arrays& to, const LatticeExtent& extent, bool cells);
    void copy_own(vtkDataArray& from, vtkDataArray& to, const LatticeExtent& extent, bool cells,
                  const vtkUnsignedCharArray& flags);
    void copy_rows(vtkDataArray& from, vtkDataArray& to, const LatticeExtent& extent, bool cells);
    void check_same_image(vtkDataSet& piece) const;

    LatticeExtent whole_;
    vtkSmartPointer<vtkDataSet> data_;      ///< null before the first piece
    vtkSmartPointer<vtkDataArray> points_;  ///< points of a curvilinear lattice
    Arrays axes_;                           ///< coordinates of a rectilinear lattice
    Arrays at_points_, in_cells_;
    std::vector<std::uint8_t> covered_, cells_there_;  ///< [points] and [cells], 1: added by a piece
};

}  // namespace farfield::compute
