// CGNS: zones of structured grids as blocks, or of cells as one mesh; steady, or one of the time steps.
#include "compute_node/readers/vtk/cgns_reader.h"

#include "compute_node/readers/common/grid_blocks.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/vtk/cgns_holes.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/readers/vtk/vtk_points.h"

#include <vtkCGNSReader.h>
#include <vtkCompositeDataSet.h>
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
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

vtkSmartPointer<vtkCGNSReader> open_cgns(const fs::path& file, const VtkErrors& errors)
{
    auto reader = vtkSmartPointer<vtkCGNSReader>::New();
    if (reader->CanReadFile(file.c_str()) == 0) throw_reader_error(file, "expected a CGNS file");
    reader->SetFileName(file.c_str());
    reader->UpdateInformation();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
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

struct NamedZone {
    std::string path;  ///< "BASE/ZONE"
    vtkDataSet* grid;
};

/// The zones that have points.
void find_zones(vtkMultiBlockDataSet& all, const std::string& path, std::vector<NamedZone>& zones)
{
    for (unsigned i = 0; i < all.GetNumberOfBlocks(); ++i) {
        vtkInformation* about = all.HasMetaData(i) != 0 ? all.GetMetaData(i) : nullptr;
        const char* name = about == nullptr ? nullptr : about->Get(vtkCompositeDataSet::NAME());
        const std::string below =
            fmt::format("{}{}{}", path, path.empty() ? "" : "/", name == nullptr ? "" : name);
        if (auto* more = vtkMultiBlockDataSet::SafeDownCast(all.GetBlock(i)); more != nullptr)
            find_zones(*more, below, zones);
        else if (auto* grid = vtkDataSet::SafeDownCast(all.GetBlock(i));
                 grid != nullptr && grid->GetNumberOfPoints() > 0)
            zones.push_back({below, grid});
    }
}

/// Blanks the nodes in holes, beside those that are blanked already.
void leave_out(const std::vector<std::uint8_t>& holes, const std::string& zone, GridData& block)
{
    if (holes.size() != node_count(block))
        throw std::runtime_error(fmt::format("zone '{}' has {} nodes, its holes are in one of {}", zone,
                                             node_count(block), holes.size()));
    block.blanked.resize(holes.size(), 0);
    for (std::size_t n = 0; n < holes.size(); ++n) block.blanked[n] |= holes[n];
}

/// Structured zones as blocks, which may have layers of one node only if all do.
GridData blocks_from(const fs::path& file, const std::vector<NamedZone>& zones)
{
    const auto holes = cgns_holes(file);
    std::vector<vtkDataSet*> grids;
    grids.reserve(zones.size());
    for (const NamedZone& zone : zones) grids.push_back(zone.grid);
    const glm::dvec3 origin = origin_of(grids);
    GridData all;
    for (const NamedZone& zone : zones) {
        GridData block = grid_from_vtk(*zone.grid, origin);
        if (const auto found = holes.find(zone.path); found != holes.end())
            leave_out(found->second, zone.path, block);
        if (all.dims.empty())
            all = std::move(block);
        else
            append_block(all, block);
    }
    if (std::ranges::all_of(grids, [](vtkDataSet* grid) { return has_binary32_points(*grid); }))
        note_rounded_points(all);
    return all;
}

GridData grid_of(const fs::path& file, vtkCGNSReader& reader, std::uint64_t max_nodes,
                 const std::vector<std::string>& asked)
{
    if (reader.GetOutput() == nullptr) throw_reader_error(file, "no zone found; is it truncated?");
    std::vector<BlockName> blocks;
    try {
        blocks = keep_blocks(*reader.GetOutput(), asked);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
    std::vector<NamedZone> zones;
    find_zones(*reader.GetOutput(), "", zones);
    if (zones.empty()) throw_reader_error(file, "no zone with points found");
    std::uint64_t nodes = 0;
    for (const NamedZone& zone : zones) nodes += static_cast<std::uint64_t>(zone.grid->GetNumberOfPoints());
    check_node_limit(file, nodes, max_nodes);
    const bool structured = std::all_of(zones.begin(), zones.end(), [](const NamedZone& zone) {
        return vtkStructuredGrid::SafeDownCast(zone.grid) != nullptr;
    });
    GridData grid = structured ? blocks_from(file, zones) : mesh_from_parts(*reader.GetOutput());
    grid.blocks = std::move(blocks);
    return grid;
}

}  // namespace

std::vector<double> cgns_times(const fs::path& file)
{
    const VtkErrors errors;
    return times_in(*open_cgns(file, errors));
}

GridData read_cgns(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step,
                   const std::vector<std::string>& blocks)
{
    const VtkErrors errors;
    const auto reader = open_cgns(file, errors);
    const std::vector<double> times = times_in(*reader);
    ask_for_all(*reader);
    try {
        reader->UpdateTimeStep(times.at(time_step));
        if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
        GridData grid = grid_of(file, *reader, max_nodes, blocks);
        grid.format = "CGNS";
        grid.time_steps = static_cast<std::uint32_t>(times.size());
        return grid;
    } catch (const std::bad_alloc&) {
        throw_reader_error(file, "its counts ask for more memory than there is");
    }
}

}  // namespace farfield::compute
