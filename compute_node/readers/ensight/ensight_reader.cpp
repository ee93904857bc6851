// EnSight's .case files: steady, or one of their time steps.
#include "compute_node/readers/ensight/ensight_reader.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/ensight/ensight_components.h"
#include "compute_node/readers/ensight/ensight_steps.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"

#include <vtkCellData.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkGenericEnSightReader.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// VTK's errors, with the files' true names in place of those that VTK has.
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
        const std::string error = errors.first_error();
        if (error.find("element type \"g_") != std::string::npos)
            throw_reader_error(file, "it has values of ghost elements (g_hexa8 and the like) in binary, "
                                     "which are not read: write the case without them, in text, or as .vtm");
        if (!error.empty()) throw_reader_error(file, with_names(error, step));
    };
    reader->UpdateInformation();
    check();
    reader->Update();
    check();
    return reader;
}

std::string name_of(vtkCompositeDataIterator& at)
{
    const char* name =
        at.HasCurrentMetaData() == 0 ? nullptr : at.GetCurrentMetaData()->Get(vtkCompositeDataSet::NAME());
    return name == nullptr ? std::string{} : std::string{name};
}

/// Names of parts that are read, or that are not, and of the variables on them.
struct PartNames {
    std::set<std::string> parts, variables;

    void add(const std::string& name, vtkDataSet& part)
    {
        parts.insert(name);
        for (vtkDataSetAttributes* arrays : {static_cast<vtkDataSetAttributes*>(part.GetPointData()),
                                             static_cast<vtkDataSetAttributes*>(part.GetCellData())})
            for (int n = 0; n < arrays->GetNumberOfArrays(); ++n)
                if (const char* variable = arrays->GetArrayName(n)) variables.insert(variable);
    }
};

/// Remarks that name parts without volume beside those that fill one, and variables on these parts alone.
/// Throws std::runtime_error where one of these parts is asked for.
std::vector<std::string> name_bystanders(vtkMultiBlockDataSet& all, const std::vector<std::string>& asked)
{
    PartNames read, beside;
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(all.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* part = vtkDataSet::SafeDownCast(it->GetCurrentDataObject());
            part != nullptr && part->GetNumberOfPoints() > 0)
            (fills_volume(*part) ? read : beside).add(name_of(*it), *part);
    if (read.parts.empty() || beside.parts.empty()) return {};
    for (const std::string& one : asked)
        if (beside.parts.contains(one) && !read.parts.contains(one))
            throw std::runtime_error(fmt::format("part '{}' fills no volume, and is not read beside others "
                                                 "that do; expected one of '{}', or their numbers from 1",
                                                 one, fmt::join(read.parts, "', '")));
    std::vector<std::string> remarks{
        fmt::format("Parts that fill no volume are left out beside those that do: '{}'.",
                    fmt::join(beside.parts, "', '"))};
    for (const std::string& variable : read.variables) beside.variables.erase(variable);
    if (!beside.variables.empty())
        remarks.push_back(fmt::format("Variables on these parts alone are left out with them: '{}'.",
                                      fmt::join(beside.variables, "', '")));
    return remarks;
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
        const std::vector<std::string> bystanders = name_bystanders(*parts, blocks);
        std::vector<BlockName> chosen = keep_blocks(*parts, blocks);
        const std::vector<std::string> left_out = leave_out_parts_without_velocity(*parts, chosen);
        GridData grid = grid_from_parts(*parts);
        for (const auto* more : {&step.remarks, &bystanders, &left_out})
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
