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
/// the very same place, which have the same values there, become one, so that cells on both sides count in
/// the mean of cells around it. Cells that a piece has of another one (ghosts) are left out.
class MeshJoin {
public:
    /// A piece of any kind; it may be empty. Throws std::runtime_error where a cell has a point that is not
    /// there.
    void add(vtkDataSet& piece);

    [[nodiscard]] std::size_t pieces() const { return pieces_; }
    [[nodiscard]] std::uint64_t points() const { return places_.size(); }

    /// The whole mesh; nothing is kept.
    [[nodiscard]] vtkSmartPointer<vtkUnstructuredGrid> take();
    /// Of the mesh taken: "Array 'p' is not in every part and was left out."
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
    std::vector<std::uint32_t> piece_of_;  ///< [points]
    std::vector<std::uint8_t> hidden_;     ///< [points], VTK's flag or 0
    bool binary32_ = true;                 ///< all pieces hold their points so
    std::vector<std::uint8_t> types_;
    std::vector<vtkIdType> ends_, corners_;       ///< of cells: where their corners end
    std::vector<vtkIdType> faces_, face_starts_;  ///< as vtkUnstructuredGrid has them, -1 of cells without
    Arrays at_points_, in_cells_;
    std::string vectors_;  ///< the array that pieces mark as their vectors
    bool vectors_at_points_ = false;
    std::vector<std::string> remarks_;
};

}  // namespace farfield::compute
