#pragma once

#include "compute_node/grids/cells/polyhedron.h"
#include "compute_node/grids/grid_data.h"

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

/// Takes the cells of a VTK dataset: linear and quadratic ones as they are, those of higher degree
/// by their corners, polyhedra and polygons by their pieces. Hidden ones are passed over, cells of other
/// kinds counted. Borrows the dataset and its points.
class CellReader {
public:
    CellReader(vtkDataSet& data_set, const std::vector<glm::vec3>& points);

    /// Throws std::runtime_error where a polyhedron's faces are not made of points, or cells have points that
    /// the file lacks.
    void read_all();

    /// The cells read so far; none are kept.
    [[nodiscard]] CellList take();
    /// Adds the points inside polyhedra, with their values, behind those of the dataset.
    void add_points(GridData& grid) const { polyhedra_.add_points(grid); }

    /// Adds remarks on cells that were changed or left out.
    void add_remarks(std::vector<std::string>& remarks) const;
    /// "2 vtkLine, 1 vtkPolyhedron": the cells of other kinds.
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
    std::vector<std::uint32_t> faces_;   ///< of a polyhedron
    std::map<int, std::size_t> others_;  ///< how many of each of VTK's types
    std::size_t higher_degree_ = 0, polygons_ = 0;
};

}  // namespace farfield::compute
