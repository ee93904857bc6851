#include "compute_node/readers/vtk/fluent_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_mesh.h"

#include <vtkFLUENTReader.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>

#include <new>
#include <stdexcept>

namespace farfield::compute {

GridData read_fluent_case(const std::filesystem::path& file, std::uint64_t max_nodes)
{
    const VtkErrors errors;
    const auto reader = vtkSmartPointer<vtkFLUENTReader>::New();
    reader->SetFileName(file.c_str());
    try {
        reader->UpdateInformation();
        reader->EnableAllCellArrays();
        reader->Update();
        if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
        if (reader->GetOutput() == nullptr) throw_reader_error(file, "no mesh found; is it truncated?");
        check_node_limit(file, nodes_as_mesh(*reader->GetOutput()), max_nodes);
        GridData grid = mesh_from_parts(*reader->GetOutput());
        grid.format = "Fluent";
        grid.position_units = std::string{"m"};  // GCC 12 finds an overlap in a plain assignment
        return grid;
    } catch (const std::bad_alloc&) {
        throw_reader_error(file, "its counts ask for more memory than there is");
    }
}

}  // namespace farfield::compute
