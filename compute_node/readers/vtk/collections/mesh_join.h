#pragma once

#include <glm/vec3.hpp>

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

class vtkDataArray;
class vtkDataSet;
class vtkDataSetAttributes;
class vtkUnstructuredGrid;

namespace farfield::compute {

/// Joins pieces of one mesh, which are added one after another and not kept. Points of different pieces at
/// exactly the same place, with the same values, become one, so that cells on both sides count in the mean
/// around it. Cells that a piece copies from another one (ghosts) are left out.
class MeshJoin {
public:
    /// Adds a piece of any kind, which may be empty. Throws std::runtime_error where a cell has a point that
    /// does not exist.
    void add(vtkDataSet& piece);

    [[nodiscard]] std::size_t pieces() const { return pieces_; }
    [[nodiscard]] std::uint64_t points() const { return places_.size(); }

    /// The whole mesh; this object keeps none of it.
    [[nodiscard]] vtkSmartPointer<vtkUnstructuredGrid> take();
    /// Remarks on the mesh taken: "Array 'p' is not in every part and was left out."
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }

private:
    using Arrays = std::vector<vtkSmartPointer<vtkDataArray>>;

    void add_cells(vtkDataSet& piece, const std::vector<vtkIdType>& cells, vtkIdType first_point);
    void add_arrays(vtkDataSetAttributes& from, const std::vector<vtkIdType>* kept, vtkIdType tuples,
                    Arrays& to);
    [[nodiscard]] std::vector<vtkIdType> shared_points() const;
    [[nodiscard]] bool same_values(vtkIdType a, vtkIdType b) const;
    void set_points(vtkUnstructuredGrid& grid, std::vector<vtkIdType>& numbers);
    void set_hidden(vtkUnstructuredGrid& grid, const std::vector<vtkIdType>& numbers) const;
    void set_cells(vtkUnstructuredGrid& grid, const std::vector<vtkIdType>& numbers);

    std::size_t pieces_ = 0;
    std::vector<glm::dvec3> places_;
    std::vector<std::uint32_t> piece_of_;  ///< [points], number of the point's piece
    std::vector<std::uint8_t> hidden_;     ///< [points], VTK's flag or 0
    bool binary32_ = true;                 ///< true: all pieces hold their points as binary32
    std::vector<std::uint8_t> types_;
    std::vector<vtkIdType> ends_, corners_;       ///< of cells: ends in the list of corners, and this list
    std::vector<vtkIdType> faces_, face_starts_;  ///< as vtkUnstructuredGrid has them, -1 of cells without
    Arrays at_points_, in_cells_;
    std::string vectors_;  ///< the array that pieces mark as their vectors
    bool vectors_at_points_ = false;
    std::vector<std::string> remarks_;
};

}  // namespace farfield::compute
