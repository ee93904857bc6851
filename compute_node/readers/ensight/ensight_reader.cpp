// EnSight's .case files: steady, or one of their time steps.
#include "compute_node/readers/ensight/ensight_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/ensight/ensight_case.h"
#include "compute_node/readers/ensight/ensight_check.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"

#include <vtkDataArray.h>
#include <vtkDataArrayCollection.h>
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

/// Those of the time set that has the most steps; one at 0 when there is none.
std::vector<double> times_in(vtkGenericEnSightReader& reader)
{
    std::vector<double> times;
    vtkDataArrayCollection* sets = reader.GetTimeSets();
    for (int i = 0; sets != nullptr && i < sets->GetNumberOfItems(); ++i) {
        vtkDataArray* set = sets->GetItem(i);
        if (static_cast<std::size_t>(set->GetNumberOfTuples()) <= times.size()) continue;
        times.clear();
        for (vtkIdType step = 0; step < set->GetNumberOfTuples(); ++step)
            times.push_back(set->GetComponent(step, 0));
    }
    return times.empty() ? std::vector{0.0} : times;
}

vtkSmartPointer<vtkGenericEnSightReader> open_case(const fs::path& file, const VtkErrors& errors)
{
    auto reader = vtkSmartPointer<vtkGenericEnSightReader>::New();
    reader->SetCaseFileName(file.c_str());
    reader->ReadAllVariablesOn();
    reader->UpdateInformation();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
    return reader;
}

}  // namespace

std::vector<double> ensight_times(const fs::path& file)
{
    check_ensight_case(file);
    const VtkErrors errors;
    return times_in(*open_case(file, errors));
}

GridData read_ensight(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step,
                      const std::vector<std::string>& blocks)
{
    check_ensight_case(file);
    check_node_limit(file, check_ensight_files(file, time_step), max_nodes);
    const VtkErrors errors;
    const auto reader = open_case(file, errors);
    const std::vector<double> times = times_in(*reader);
    if (times.size() > 1) reader->SetTimeValue(static_cast<float>(times.at(time_step)));
    reader->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
    vtkMultiBlockDataSet* parts = reader->GetOutput();
    if (parts == nullptr || parts->GetNumberOfPoints() == 0)
        throw_reader_error(file, "no part found; are its geometry and variable files next to it, and whole?");
    check_node_limit(file, nodes_as_mesh(*parts), max_nodes);
    try {
        std::vector<BlockName> chosen = keep_blocks(*parts, blocks);
        const std::vector<std::string> left_out = leave_out_parts_without_velocity(*parts, chosen);
        GridData grid = grid_from_parts(*parts);
        grid.remarks.insert(grid.remarks.end(), left_out.begin(), left_out.end());
        grid.blocks = std::move(chosen);
        grid.format = "EnSight";
        grid.time_steps = static_cast<std::uint32_t>(times.size());
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

}  // namespace farfield::compute
