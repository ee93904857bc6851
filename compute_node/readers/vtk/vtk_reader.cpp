// .vti .vtr .vts .vtu .vtp and .vtk; volumes have a reader of their own
#include "compute_node/readers/vtk/vtk_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/files/vtk_data_set.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_volume_reader.h"
#include "compute_node/support/known_formats.h"

#include <vtkDataSet.h>
#include <vtkSmartPointer.h>

#include <stdexcept>

namespace farfield::compute {

namespace fs = std::filesystem;

GridData read_vtk(const fs::path& file, std::uint64_t max_nodes)
{
    if (is_volume(file)) return read_volume(file, max_nodes);
    const VtkErrors errors;
    const vtkSmartPointer<vtkDataSet> data = read_vtk_data_set(file, max_nodes, errors);
    try {
        GridData grid = grid_from_vtk(*data);
        grid.format = ending_of(file) == ".vtk" ? "VTK legacy" : "VTK XML";
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

}  // namespace farfield::compute
