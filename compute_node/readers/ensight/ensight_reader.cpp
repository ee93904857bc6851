// EnSight's .case files: steady, or one of their time steps.
#include "compute_node/readers/ensight/ensight_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/ensight/ensight_components.h"
#include "compute_node/readers/ensight/ensight_steps.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"

#include <vtkGenericEnSightReader.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// VTK's errors with the names of files in the place of those that VTK knows them by.
std::string with_names(std::string error, const EnsightStep& step)
{
    for (const auto& [name, file] : step.names) {
        const std::string given = std::string{NamedFile::folder} + name;
        if (const std::size_t at = error.find(given); at != std::string::npos)
            error.replace(at, given.size(), file);
    }
    return error;
}

vtkSmartPointer<vtkGenericEnSightReader> read_step(const fs::path& file, const EnsightStep& step,
                                                   const VtkErrors& errors)
{
    auto reader = vtkSmartPointer<vtkGenericEnSightReader>::New();
    reader->SetCaseFileName((std::string{NamedFile::folder} + step.files.back().name()).c_str());
    reader->ReadAllVariablesOn();
    const auto check = [&] {
        if (const std::string error = errors.first_error(); !error.empty())
            throw_reader_error(file, with_names(error, step));
    };
    reader->UpdateInformation();
    check();
    reader->Update();
    check();
    return reader;
}

}  // namespace

std::vector<double> ensight_times(const fs::path& file)
{
    const EnsightSteps steps{file};
    steps.check_steps_of_files();
    return steps.times();
}

GridData read_ensight(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step,
                      const std::vector<std::string>& blocks)
{
    const EnsightSteps steps{file};
    const EnsightStep step = steps.step(time_step);
    check_node_limit(file, step.points, max_nodes);
    const VtkErrors errors;
    const auto reader = read_step(file, step, errors);
    vtkMultiBlockDataSet* parts = reader->GetOutput();
    if (parts == nullptr || parts->GetNumberOfPoints() == 0)
        throw_reader_error(file, "no part found; are its geometry and variable files next to it, and whole?");
    check_node_limit(file, nodes_as_mesh(*parts), max_nodes);
    join_components(*parts, step.in_components);
    try {
        std::vector<BlockName> chosen = keep_blocks(*parts, blocks);
        const std::vector<std::string> left_out = leave_out_parts_without_velocity(*parts, chosen);
        GridData grid = grid_from_parts(*parts);
        for (const auto* more : {&step.remarks, &left_out})
            grid.remarks.insert(grid.remarks.end(), more->begin(), more->end());
        grid.blocks = std::move(chosen);
        grid.format = "EnSight";
        grid.time_steps = static_cast<std::uint32_t>(steps.times().size());
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

}  // namespace farfield::compute
