#include "compute_node/readers/vtkhdf/vtkhdf_reader.h"

#include "compute_node/readers/common/block_choice.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/hdf5/hdf5_file.h"
#include "compute_node/readers/vtk/collections/mesh_join.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtkhdf/vtkhdf_pieces.h"

#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

const std::string root = "/VTKHDF";

/// A dataset within a file, by its group.
struct Block {
    std::string name, group;
};

/// Finds the leaves of a tree of groups, which have a type. A tree of names holds links to the datasets.
void find_blocks(const Hdf5File& file, const std::string& group, const std::string& path,
                 std::vector<Block>& blocks, int depth = 0)
{
    constexpr int deepest = 8;
    constexpr std::size_t most = 100'000;
    for (const std::string& name : file.names_in(group)) {
        const std::string at = group + "/" + name, below = path.empty() ? name : path + "/" + name;
        if (blocks.size() >= most) file.fail(fmt::format("expected at most {} blocks", most));
        if (file.has_attribute(at, "Type"))
            blocks.push_back({below, at});
        else if (depth < deepest && file.dims_of(at).empty() && name != "Assembly")
            find_blocks(file, at, below, blocks, depth + 1);
    }
}

/// A single block without a name, or the named blocks of several.
std::vector<Block> blocks_of(const Hdf5File& file)
{
    if (!file.has(root)) file.fail("expected a group 'VTKHDF', found none");
    const std::string type = file.attribute_text(root, "Type");
    if (type != "MultiBlockDataSet" && type != "PartitionedDataSetCollection") return {{"", root}};
    std::vector<Block> blocks;
    find_blocks(file, root + "/Assembly", "", blocks);
    if (blocks.empty()) find_blocks(file, root, "", blocks);
    if (blocks.empty()) file.fail("its blocks have no type, or there are none");
    return blocks;
}

/// Times of the whole file, or of the first block with any; a single one at 0 without.
std::vector<double> times_of(const Hdf5File& file, const std::vector<Block>& blocks)
{
    std::vector<std::string> groups{root};
    for (const Block& block : blocks) groups.push_back(block.group);
    for (const std::string& group : groups) {
        const std::string at = group + "/Steps/Values";
        if (!file.has(at)) continue;
        std::vector<double> times = file.reals(at);
        const std::int64_t steps = file.attribute(group + "/Steps", "NSteps").value_or(0);
        if (times.empty() || steps != static_cast<std::int64_t>(times.size()))
            file.fail(fmt::format("'{}' has {} times, its NSteps is {}", at, times.size(), steps));
        return times;
    }
    return {0.0};
}

GridData grid_of(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces)
{
    if (pieces.size() == 1) return grid_from_vtk(*pieces.front());
    vtkNew<vtkMultiBlockDataSet> parts;
    MeshJoin mesh;
    for (const auto& piece : pieces)
        if (vtkUnstructuredGrid::SafeDownCast(piece) != nullptr)
            mesh.add(*piece);
        else
            parts->SetBlock(parts->GetNumberOfBlocks(), piece);
    std::vector<std::string> remarks;
    if (mesh.pieces() > 0) {
        const auto joined = mesh.take();
        remarks = mesh.remarks();
        if (parts->GetNumberOfBlocks() == 0) {
            GridData grid = grid_from_vtk(*joined);
            std::ranges::move(remarks, std::back_inserter(grid.remarks));
            return grid;
        }
        parts->SetBlock(parts->GetNumberOfBlocks(), joined);
    }
    GridData grid = grid_from_parts(*parts);
    std::ranges::move(remarks, std::back_inserter(grid.remarks));
    return grid;
}

}  // namespace

GridData read_vtkhdf(const fs::path& path, std::uint64_t max_nodes, std::size_t time_step,
                     const std::vector<std::string>& asked)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const VtkErrors errors;
    const Hdf5File file{path};
    const std::vector<Block> blocks = blocks_of(file);
    const std::vector<double> times = times_of(file, blocks);
    std::vector<std::string> names;
    for (const Block& block : blocks) names.push_back(block.name);
    try {
        const std::vector<BlockName> chosen = choose_blocks(names, asked);
        std::vector<vtkSmartPointer<vtkDataSet>> pieces;
        std::uint64_t left = max_nodes;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (!chosen[b].is_read) continue;
            for (auto& piece : vtkhdf_pieces(file, blocks[b].group, time_step, left)) {
                left -= std::min(left, static_cast<std::uint64_t>(piece->GetNumberOfPoints()));
                pieces.push_back(std::move(piece));
            }
        }
        GridData grid = grid_of(pieces);
        grid.format = "VTKHDF";
        grid.time_steps = static_cast<std::uint32_t>(times.size());
        if (blocks.size() > 1) grid.blocks = chosen;
        return grid;
    } catch (const std::runtime_error& error) {
        const std::string what = error.what();
        if (what.starts_with("cannot read")) throw;
        throw_reader_error(path, what);
    }
}

std::vector<double> vtkhdf_times(const fs::path& path)
{
    const std::lock_guard turn{Hdf5File::turn()};
    const Hdf5File file{path};
    return times_of(file, blocks_of(file));
}

}  // namespace farfield::compute
