// EnSight's .case files: steady, or their first time step.
#include "compute_node/readers/ensight_check.h"
#include "compute_node/readers/readers.h"
#include "compute_node/readers/vtk_errors.h"
#include "compute_node/readers/vtk_mesh.h"

#include <vtkDataArray.h>
#include <vtkDataArrayCollection.h>
#include <vtkGenericEnSightReader.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_error(const fs::path& file, const std::string& what)
{
    throw std::runtime_error(fmt::format("cannot read '{}': {}", file.string(), what));
}

/// Steps of the time set that has the most.
std::uint32_t time_steps_of(vtkGenericEnSightReader& reader)
{
    vtkIdType steps = 1;
    vtkDataArrayCollection* sets = reader.GetTimeSets();
    for (int i = 0; sets != nullptr && i < sets->GetNumberOfItems(); ++i)
        steps = std::max(steps, sets->GetItem(i)->GetNumberOfTuples());
    return static_cast<std::uint32_t>(steps);
}

}  // namespace

GridData read_ensight(const fs::path& file, std::uint64_t max_nodes)
{
    check_node_limit(file, check_ensight_files(file), max_nodes);
    const VtkErrors errors;
    const auto reader = vtkSmartPointer<vtkGenericEnSightReader>::New();
    reader->SetCaseFileName(file.c_str());
    reader->ReadAllVariablesOn();
    reader->UpdateInformation();
    if (const std::string error = errors.first_error(); !error.empty()) throw_error(file, error);
    const std::uint32_t time_steps = time_steps_of(*reader);
    if (time_steps > 1) reader->SetTimeValue(reader->GetMinimumTimeValue());
    reader->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_error(file, error);
    vtkMultiBlockDataSet* parts = reader->GetOutput();
    if (parts == nullptr || parts->GetNumberOfPoints() == 0)
        throw_error(file, "no part found; are its geometry and variable files next to it, and whole?");
    check_node_limit(file, static_cast<std::uint64_t>(parts->GetNumberOfPoints()), max_nodes);
    try {
        GridData grid = mesh_from_parts(*parts);
        grid.format = "EnSight";
        grid.time_steps = time_steps;
        return grid;
    } catch (const std::runtime_error& error) {
        throw_error(file, error.what());
    }
}

}  // namespace farfield::compute
