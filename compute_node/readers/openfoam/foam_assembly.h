#pragma once

#include "compute_node/grids/cells/cell_list.h"
#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/polyhedron.h"
#include "compute_node/readers/openfoam/foam_case.h"
#include "compute_node/readers/openfoam/foam_fields.h"
#include "compute_node/readers/openfoam/foam_mesh.h"
#include "compute_node/support/long_task.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

/// The points of each cell, without repetition: cell n has points[ends[n - 1]] up to points[ends[n]].
struct FoamCellPoints {
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> points;
};

/// Puts a mesh's cells together from its faces: a cell with the faces of a tetrahedron, pyramid, wedge or
/// hexahedron becomes one; all others are cut as polyhedra. numbers: indices of the mesh's points in
/// all_points, which the cutter borrows. is_hole: [cells] true for those that are left out; empty: none.
/// Returns the points of each cell, none of a hole. Threads: uses those of OpenMP.
[[nodiscard]] FoamCellPoints append_foam_cells(const FoamMesh& mesh, std::span<const std::uint32_t> numbers,
                                               const std::vector<glm::vec3>& all_points,
                                               const std::vector<bool>& is_hole, PolyhedronCutter& cutter,
                                               CellList& cells);

/// Puts the parts of a case together at one of its times. Points of different parts at exactly the same place
/// become one, so that all cells around a point count in its mean. Errors as read_openfoam().
class FoamAssembly {
public:
    FoamAssembly(const FoamCase& found, std::size_t time, std::uint64_t max_nodes)
        : case_{found}, time_{time}, max_nodes_{max_nodes}
    {}

    [[nodiscard]] GridData assemble(const std::optional<std::string>& only_scalar);
    /// True when assemble() read cells of this region.
    [[nodiscard]] bool has_region(const std::string& region) const
    {
        return std::ranges::any_of(parts_, [&](const Part& part) { return part.folders->region == region; });
    }

private:
    struct Part {
        const FoamPart* folders;
        std::vector<FoamField> fields;
        std::vector<std::uint32_t> numbers;  ///< [points of the part], index in the whole mesh
        std::size_t cells = 0;
        FoamCellPoints cell_points = {};
    };
    void find_fields();
    [[nodiscard]] std::set<std::string> regions_with_vector() const;
    void leave_out_parts_without_vector();
    void read_points();
    void share_points();
    void read_cells();
    /// The cells that other meshes of an overset case cover; empty where a part has none.
    [[nodiscard]] std::vector<bool> holes_of(const Part& part, std::size_t cells) const;
    [[nodiscard]] std::vector<FoamField> common_fields(const std::optional<std::string>& only_scalar);
    [[nodiscard]] NodeValues read_field(const FoamField& field, std::string& unknown_units) const;
    [[nodiscard]] std::vector<NodeValues> read_fields(const std::vector<FoamField>& fields);
    void add_cells(const Part& part, const FoamField& field, const std::vector<float>& values,
                   std::vector<float>& sums) const;
    void note_patches(const std::map<std::string, std::string>& types);

    const FoamCase& case_;
    std::size_t time_;
    std::uint64_t max_nodes_;
    std::vector<Part> parts_;
    std::vector<glm::dvec3> places_;  ///< of all parts, one after another; freed once they are rounded
    UnstructuredGeometry mesh_;
    PolyhedronCutter cutter_{mesh_.points};
    std::vector<float> cells_around_;  ///< [points]
    bool binary32_ = true;
    std::optional<PartsDone> done_;  ///< counts points, cells and fields of each part
    std::vector<std::string> remarks_;
};

}  // namespace farfield::compute
