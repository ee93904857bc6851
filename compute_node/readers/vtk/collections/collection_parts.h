#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/vtk/collections/collection_index.h"
#include "compute_node/readers/vtk/collections/mesh_join.h"

#include <vtkSmartPointer.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

class vtkDataSet;

namespace farfield::compute {

class VtkErrors;

/// Reads the files of one time step of an index one after another. Unstructured data are joined to one mesh
/// at once, so that only one file is in memory at a time.
class CollectionParts {
public:
    /// errors: borrowed; serves this reading alone. blocks: as for choose_blocks() (block_choice.h).
    CollectionParts(std::uint64_t max_nodes, const VtkErrors& errors,
                    const std::vector<std::string>& blocks = {})
        : left_{max_nodes}, errors_{errors}, asked_{blocks}
    {}

    /// Reads a step of an index, and of indices that it names. Returns the number of the index's steps.
    /// Throws std::runtime_error: one line with the file, the expected and the found.
    std::size_t read(const std::filesystem::path& index, std::size_t time_step);

    /// Reads a .vtk file of several grids (legacy_blocks.h). Throws as read().
    void read_blocks(const std::filesystem::path& file);

    /// The parts read: lattices as they are, and one mesh of all others. Empty where there are none.
    [[nodiscard]] std::vector<vtkSmartPointer<vtkDataSet>> take();
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }
    /// True when one of the files is of the legacy format.
    [[nodiscard]] bool has_legacy() const { return has_legacy_; }
    /// The blocks of the outermost index of blocks; empty where there is no such index, or only one block.
    [[nodiscard]] const std::vector<BlockName>& blocks() const { return blocks_; }

private:
    struct Surface {
        std::filesystem::path file, index;
        std::string block;
    };
    void read_step(const std::filesystem::path& index, const CollectionIndex& read, std::size_t time_step);
    [[nodiscard]] std::vector<CollectionPiece> chosen(const std::filesystem::path& index,
                                                      const std::vector<CollectionPiece>& pieces);
    void read_piece(const std::filesystem::path& index, const CollectionPiece& piece);
    void read_lattice(const std::filesystem::path& index, const CollectionIndex& read);
    [[nodiscard]] vtkSmartPointer<vtkDataSet> read_file(const std::filesystem::path& file);
    void add(vtkSmartPointer<vtkDataSet> data, const std::filesystem::path& file, const std::string& block);
    void add_mesh(vtkDataSet& data, const std::filesystem::path& file);
    void add_surfaces();
    void add_parts_without_vector();
    void note_joined(std::size_t pieces, std::uint64_t points, std::uint64_t kept);

    struct Part {
        vtkSmartPointer<vtkDataSet> data;
        std::filesystem::path file;
        std::string block;
    };
    std::uint64_t left_;  ///< nodes that may still be read, of max_nodes
    const VtkErrors& errors_;
    std::vector<std::string> asked_;  ///< blocks asked for; empty: all
    bool has_chosen_ = false;
    std::vector<BlockName> blocks_;
    std::vector<std::filesystem::path> open_;  ///< indices that are being read, canonical
    std::size_t files_ = 0;
    bool has_legacy_ = false;
    MeshJoin mesh_;
    std::vector<vtkSmartPointer<vtkDataSet>> lattices_;
    std::vector<Surface> surfaces_;        ///< not read yet
    std::vector<Part> flat_, vectorless_;  ///< read; used where there is nothing else
    std::vector<std::string> remarks_;
};

}  // namespace farfield::compute
