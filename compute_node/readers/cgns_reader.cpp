// CGNS: zones of structured grids as blocks, or of cells as one mesh; steady, or one of the time steps.
#include "compute_node/readers/grid_blocks.h"
#include "compute_node/readers/readers.h"
#include "compute_node/readers/vtk_errors.h"
#include "compute_node/readers/vtk_grid.h"
#include "compute_node/readers/vtk_mesh.h"

#include <vtkCGNSReader.h>
#include <vtkCompositeDataIterator.h>
#include <vtkDataSet.h>
#include <vtkInformation.h>
#include <vtkInformationDoubleVectorKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkStructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_error(const fs::path& file, const std::string& what)
{
    throw std::runtime_error(fmt::format("cannot read '{}': {}", file.string(), what));
}

vtkSmartPointer<vtkCGNSReader> open_cgns(const fs::path& file, const VtkErrors& errors)
{
    auto reader = vtkSmartPointer<vtkCGNSReader>::New();
    if (reader->CanReadFile(file.c_str()) == 0) throw_error(file, "expected a CGNS file");
    reader->SetFileName(file.c_str());
    reader->UpdateInformation();
    if (const std::string error = errors.first_error(); !error.empty()) throw_error(file, error);
    return reader;
}

std::vector<double> times_in(vtkCGNSReader& reader)
{
    vtkInformation* info = reader.GetOutputInformation(0);
    vtkInformationDoubleVectorKey* key = vtkStreamingDemandDrivenPipeline::TIME_STEPS();
    if (info == nullptr || info->Has(key) == 0 || info->Length(key) < 1) return {0.0};
    return {info->Get(key), info->Get(key) + info->Length(key)};
}

void ask_for_all(vtkCGNSReader& reader)
{
    reader.EnableAllBases();
    reader.EnableAllFamilies();
    reader.EnableAllPointArrays();
    reader.EnableAllCellArrays();
    reader.SetUse3DVector(true);
    reader.SetLoadBndPatch(false);
}

/// The zones that have points.
std::vector<vtkDataSet*> zones_of(vtkMultiBlockDataSet& all)
{
    std::vector<vtkDataSet*> zones;
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(all.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* zone = vtkDataSet::SafeDownCast(it->GetCurrentDataObject());
            zone != nullptr && zone->GetNumberOfPoints() > 0)
            zones.push_back(zone);
    return zones;
}

/// Structured zones as blocks, which may have layers of one node only if all do.
GridData blocks_from(const std::vector<vtkDataSet*>& zones)
{
    GridData all;
    for (vtkDataSet* zone : zones) {
        GridData block = grid_from_vtk(*zone);
        if (all.dims.empty())
            all = std::move(block);
        else
            append_block(all, block);
    }
    return all;
}

GridData grid_of(const fs::path& file, vtkCGNSReader& reader, std::uint64_t max_nodes)
{
    if (reader.GetOutput() == nullptr) throw_error(file, "no zone found; is it truncated?");
    const std::vector<vtkDataSet*> zones = zones_of(*reader.GetOutput());
    if (zones.empty()) throw_error(file, "no zone with points found");
    std::uint64_t nodes = 0;
    for (vtkDataSet* zone : zones) nodes += static_cast<std::uint64_t>(zone->GetNumberOfPoints());
    check_node_limit(file, nodes, max_nodes);
    const bool structured = std::all_of(zones.begin(), zones.end(), [](vtkDataSet* zone) {
        return vtkStructuredGrid::SafeDownCast(zone) != nullptr;
    });
    return structured ? blocks_from(zones) : mesh_from_parts(*reader.GetOutput());
}

}  // namespace

std::vector<double> cgns_times(const fs::path& file)
{
    const VtkErrors errors;
    return times_in(*open_cgns(file, errors));
}

GridData read_cgns(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step)
{
    const VtkErrors errors;
    const auto reader = open_cgns(file, errors);
    const std::vector<double> times = times_in(*reader);
    ask_for_all(*reader);
    try {
        reader->UpdateTimeStep(times.at(time_step));
        if (const std::string error = errors.first_error(); !error.empty()) throw_error(file, error);
        GridData grid = grid_of(file, *reader, max_nodes);
        grid.format = "CGNS";
        grid.time_steps = static_cast<std::uint32_t>(times.size());
        return grid;
    } catch (const std::bad_alloc&) {
        throw_error(file, "its counts ask for more memory than there is");
    }
}

}  // namespace farfield::compute
