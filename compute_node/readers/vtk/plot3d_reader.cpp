#include "compute_node/readers/vtk/plot3d_reader.h"

#include "compute_node/readers/common/grid_blocks.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/vtk/plot3d_layout.h"
#include "compute_node/readers/vtk/vtk_arrays.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_points.h"

#include <vtkMultiBlockDataSet.h>
#include <vtkMultiBlockPLOT3DReader.h>
#include <vtkSmartPointer.h>
#include <vtkStructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

std::string dims_text(const std::vector<glm::uvec3>& blocks)
{
    const glm::uvec3 d = blocks.front();
    if (blocks.size() == 1) return fmt::format("{} x {} x {} nodes", d.x, d.y, d.z);
    return fmt::format("{} blocks, the first of {} x {} x {} nodes", blocks.size(), d.x, d.y, d.z);
}

/// The layout of a whole file. VTK's reader does not notice that bytes are missing, and its own detection of
/// the layout takes the numbers in a file for true.
Plot3dLayout layout_of(const fs::path& file, Plot3dFile kind, std::uint64_t max_nodes)
{
    const auto layout = find_plot3d_layout(file, kind);
    if (!layout)
        throw_reader_error(file,
                           "expected a binary PLOT3D file, whose first numbers are the size of its blocks");
    if (!layout->complete)
        throw_reader_error(
            file, fmt::format("expected {} bytes for {}, found {}; is it truncated, or no PLOT3D {} file?",
                              layout->expected_bytes, dims_text(layout->blocks), fs::file_size(file),
                              kind == Plot3dFile::Grid ? "grid" : "solution"));
    std::uint64_t nodes = 0;
    for (const glm::uvec3& dims : layout->blocks) nodes += std::uint64_t{dims.x} * dims.y * dims.z;
    check_node_limit(file, nodes, max_nodes);
    return *layout;
}

void check_pair(const fs::path& grid, const Plot3dLayout& of_grid, const fs::path& solution,
                const Plot3dLayout& of_solution)
{
    if (of_grid.blocks != of_solution.blocks)
        throw_reader_error(solution,
                           fmt::format("it has {}, the grid '{}' has {}", dims_text(of_solution.blocks),
                                       grid.string(), dims_text(of_grid.blocks)));
    // VTK reads both files in one way.
    if (of_grid.big_endian != of_solution.big_endian || of_grid.record_marks != of_solution.record_marks ||
        of_grid.several_blocks != of_solution.several_blocks ||
        of_grid.double_precision != of_solution.double_precision)
        throw_reader_error(solution,
                           fmt::format("its byte order, records or precision are not those of the grid '{}'",
                                       grid.string()));
}

void set_layout(vtkMultiBlockPLOT3DReader& reader, const Plot3dLayout& layout)
{
    reader.AutoDetectFormatOff();
    reader.BinaryFileOn();
    if (layout.big_endian)
        reader.SetByteOrderToBigEndian();
    else
        reader.SetByteOrderToLittleEndian();
    reader.SetHasByteCount(layout.record_marks);
    reader.SetMultiGrid(layout.several_blocks);
    reader.SetDoublePrecision(layout.double_precision);
    reader.SetIBlanking(layout.blanking);
}

/// Blanked is where IBLANK is 0. VTK's own flags hide whole cells, which would blank their other corners too.
void take_blanking(GridData& block)
{
    const auto iblank = std::find_if(block.arrays.begin(), block.arrays.end(),
                                     [](const NodeValues& array) { return array.name == "IBlank"; });
    block.blanked.clear();
    if (iblank == block.arrays.end()) return;
    const bool any = std::find(iblank->values.begin(), iblank->values.end(), 0.0F) != iblank->values.end();
    if (any)
        for (const float value : iblank->values) block.blanked.push_back(value == 0.0F ? 1 : 0);
    block.arrays.erase(iblank);
}

GridData read_block(vtkStructuredGrid& structured, glm::dvec3 origin)
{
    GridData block;
    int dims[3];
    structured.GetDimensions(dims);
    block.dims = {glm::uvec3{dims[0], dims[1], dims[2]}};
    block.geometry = CurvilinearGeometry{points_of(structured, origin), origin};
    add_vtk_arrays(structured, block);
    take_blanking(block);
    return block;
}

GridData join_blocks(vtkMultiBlockDataSet& blocks, const fs::path& grid)
{
    std::vector<vtkDataSet*> parts;
    for (unsigned b = 0; b < blocks.GetNumberOfBlocks(); ++b) {
        parts.push_back(vtkStructuredGrid::SafeDownCast(blocks.GetBlock(b)));
        if (parts.back() == nullptr || parts.back()->GetNumberOfPoints() == 0)
            throw_reader_error(grid, "a block is empty");
    }
    if (parts.empty()) throw_reader_error(grid, "expected a PLOT3D grid, found no block");
    const glm::dvec3 origin = origin_of(parts);
    GridData all = read_block(*vtkStructuredGrid::SafeDownCast(parts.front()), origin);
    for (std::size_t b = 1; b < parts.size(); ++b)
        append_block(all, read_block(*vtkStructuredGrid::SafeDownCast(parts[b]), origin));
    return all;
}

}  // namespace

GridData read_plot3d(const fs::path& grid, const fs::path& solution, std::uint64_t max_nodes)
{
    const Plot3dLayout layout = layout_of(grid, Plot3dFile::Grid, max_nodes);
    check_pair(grid, layout, solution, layout_of(solution, Plot3dFile::Solution, max_nodes));
    const VtkErrors errors;
    const auto reader = vtkSmartPointer<vtkMultiBlockPLOT3DReader>::New();
    set_layout(*reader, layout);
    reader->SetXYZFileName(grid.c_str());
    reader->SetQFileName(solution.c_str());
    reader->SetScalarFunctionNumber(-1);
    reader->SetVectorFunctionNumber(-1);
    reader->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(grid, error);
    GridData all = join_blocks(*reader->GetOutput(), grid);
    if (!layout.double_precision) note_rounded_points(all);
    all.format = "PLOT3D";
    return all;
}

}  // namespace farfield::compute
