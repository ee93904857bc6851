#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/polyhedron.h"

#include <glm/vec3.hpp>

#include <vtkSmartPointer.h>
#include <vtkType.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

class vtkDataSet;
class vtkIdList;

namespace farfield::compute {

/// Takes the cells of a VTK dataset: linear and quadratic ones as they are, those of higher degree by their
/// corners, polyhedra and polygons cut into pieces. Hidden cells are skipped, cells of other kinds counted.
/// Borrows the dataset and its points.
class CellReader {
public:
    CellReader(vtkDataSet& data_set, const std::vector<glm::vec3>& points);

    /// Takes all cells. Throws std::runtime_error where a polyhedron's face or a cell has a point that the
    /// file lacks.
    void read_all();

    /// Returns the cells read so far; this object keeps none.
    [[nodiscard]] CellList take();
    /// Adds inner points of polyhedra, with their values, behind the dataset's points.
    void add_points(GridData& grid) const { polyhedra_.add_points(grid); }

    /// Adds remarks on cells that were changed or left out.
    void add_remarks(std::vector<std::string>& remarks) const;
    /// The kinds and numbers of cells left out: "2 vtkLine, 1 vtkPolyhedron".
    [[nodiscard]] std::string left_out() const;

private:
    void read(vtkIdType cell);
    void read_points(CellKind kind, bool by_rows);
    void read_by_place(vtkIdType cell, CellKind kind);
    void read_polyhedron(vtkIdType cell);
    void read_polygon();

    vtkDataSet& data_set_;
    const std::vector<glm::vec3>& points_;
    vtkSmartPointer<vtkIdList> ids_;
    CellList cells_;
    PolyhedronCutter polyhedra_;
    std::vector<std::uint32_t> faces_;   ///< faces of the polyhedron being read
    std::map<int, std::size_t> others_;  ///< number of cells by VTK's type
    std::size_t higher_degree_ = 0, polygons_ = 0;
};

}  // namespace farfield::compute
