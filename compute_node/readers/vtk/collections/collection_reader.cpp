#include "compute_node/readers/vtk/collections/collection_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/collections/collection_index.h"
#include "compute_node/readers/vtk/collections/collection_parts.h"
#include "compute_node/readers/vtk/collections/legacy_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/long_task.h"

#include <vtkDataSet.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace farfield::compute {

namespace fs = std::filesystem;

std::vector<double> collection_times(const fs::path& index)
{
    if (holds_legacy_blocks(index)) return {0.0};
    const CollectionIndex read = read_collection_index(index);
    std::vector<double> times;
    times.reserve(read.steps.size());
    for (const CollectionStep& step : read.steps) times.push_back(step.seconds);
    return times;
}

GridData read_collection(const fs::path& index, std::uint64_t max_nodes, std::size_t time_step,
                         const std::vector<std::string>& blocks)
{
    const VtkErrors errors;
    const LongTask of_each_file{{}};  // how far one is says nothing of all
    CollectionParts parts{max_nodes, errors, blocks};
    const bool is_legacy = holds_legacy_blocks(index);
    std::size_t steps = 1;
    if (is_legacy)
        parts.read_blocks(index);
    else
        steps = parts.read(index, time_step);
    try {
        const std::vector<vtkSmartPointer<vtkDataSet>> all = parts.take();
        const auto joined = vtkSmartPointer<vtkMultiBlockDataSet>::New();
        for (std::size_t i = 0; i < all.size(); ++i) joined->SetBlock(static_cast<unsigned>(i), all[i]);
        GridData grid = empty_mesh();
        if (!all.empty()) grid = all.size() == 1 ? grid_from_vtk(*all.front()) : grid_from_parts(*joined);
        grid.format =
            is_legacy || parts.has_legacy() || ending_of(index) == ".pvtk" ? "VTK legacy" : "VTK XML";
        grid.blocks = parts.blocks();
        grid.time_steps = static_cast<std::uint32_t>(steps);
        std::ranges::copy(parts.remarks(), std::back_inserter(grid.remarks));
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(index, error.what());
    }
}

}  // namespace farfield::compute
