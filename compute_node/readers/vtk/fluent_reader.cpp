#include "compute_node/readers/vtk/fluent_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/support/formats/beginning.h"

#include <vtkFLUENTReader.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <system_error>

namespace farfield::compute {

namespace {

/// Throws where a part is missing: VTK's reader would take data of another name for it.
void check_case(const std::filesystem::path& file)
{
    if (!first_bytes_of(file).starts_with('('))
        throw_reader_error(file, fmt::format("expected a Fluent case, but {}", beginning_words(file)));
    const std::filesystem::path data = std::filesystem::path{file}.replace_extension(".dat");
    std::error_code none;
    if (!std::filesystem::exists(data, none))
        throw_reader_error(file,
                           fmt::format("it is a Fluent file of a mesh, whose flow is not there; expected "
                                       "'{}' beside it",
                                       data.filename().string()));
}

}  // namespace

GridData read_fluent_case(const std::filesystem::path& file, std::uint64_t max_nodes)
{
    check_case(file);
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
        std::vector<BlockName> no_choice;
        const std::vector<std::string> left_out =
            leave_out_parts_without_velocity(*reader->GetOutput(), no_choice);
        GridData grid = mesh_from_parts(*reader->GetOutput());
        grid.remarks.insert(grid.remarks.end(), left_out.begin(), left_out.end());
        grid.format = "Fluent";
        grid.position_units = std::string{"m"};  // GCC 12 finds an overlap in a plain assignment
        return grid;
    } catch (const std::bad_alloc&) {
        throw_reader_error(file, "its counts ask for more memory than there is");
    }
}

}  // namespace farfield::compute
