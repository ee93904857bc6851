// Exodus II: steady, or one of the time steps.
#include "compute_node/readers/vtk/exodus_reader.h"

#include "compute_node/readers/common/block_choice.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/netcdf/netcdf_file.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_mesh.h"

#include <vtkExodusIIReader.h>
#include <vtkInformation.h>
#include <vtkInformationDoubleVectorKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

void ask_for_all_arrays(vtkExodusIIReader& reader)
{
    reader.SetAllArrayStatus(vtkExodusIIReader::NODAL, 1);
    reader.SetAllArrayStatus(vtkExodusIIReader::ELEM_BLOCK, 1);
    reader.GenerateObjectIdCellArrayOff();
    reader.GenerateGlobalElementIdArrayOff();
    reader.GenerateGlobalNodeIdArrayOff();
}

/// Checks the blocks. Blocks without cells are marked by 0. A block without cells or a kind of cell, behind
/// others with both, makes VTK 9.1's reader end the process.
void check_blocks(const NetcdfFile& file)
{
    const std::size_t blocks = file.length_of("num_el_blk").value_or(0);
    std::vector<double> has_cells;  // none: all have
    if (const NetcdfVariable* marks = file.find("eb_status");
        marks != nullptr && marks->dimensions.size() == 1 && marks->dimensions.front().length == blocks)
        has_cells = file.exact_values(*marks, {0}, {blocks});
    for (std::size_t n = 1; n <= blocks; ++n) {
        const bool has_own_list = file.find(fmt::format("ebconn{}", n)) != nullptr ||  // of polyhedra
                                  file.find(fmt::format("fbconn{}", n)) != nullptr;
        if (has_own_list || (!has_cells.empty() && has_cells[n - 1] == 0.0)) continue;
        const std::string name = fmt::format("connect{}", n);
        const NetcdfVariable* cells = file.find(name);
        const std::string block = fmt::format("element block {} of {}", n, blocks);
        if (cells == nullptr)
            throw_reader_error(file.path(), fmt::format("{} has no cells ('{}'), though 'eb_status' does not "
                                                        "say that it is empty",
                                                        block, name));
        if (file.text(*cells, "elem_type").empty())
            throw_reader_error(file.path(),
                               fmt::format("{} has cells of no kind: '{}' has no 'elem_type'", block, name));
    }
}

vtkSmartPointer<vtkExodusIIReader> open_exodus(const fs::path& file, const VtkErrors& errors)
{
    check_blocks(NetcdfFile{file});  // which is complete: the Exodus library takes missing bytes for zeros
    auto reader = vtkSmartPointer<vtkExodusIIReader>::New();
    if (reader->CanReadFile(file.c_str()) == 0) throw_reader_error(file, "expected an Exodus II file");
    reader->SetFileName(file.c_str());
    reader->UpdateInformation();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
    return reader;
}

/// Removes the blocks that are not asked for.
std::vector<BlockName> ask_for_blocks(vtkExodusIIReader& reader, const std::vector<std::string>& asked)
{
    std::vector<std::string> names;
    for (int n = 0; n < reader.GetNumberOfElementBlockArrays(); ++n)
        names.emplace_back(reader.GetElementBlockArrayName(n));
    std::vector<BlockName> blocks = choose_blocks(names, asked);
    for (std::size_t n = 0; n < blocks.size(); ++n)
        reader.SetObjectStatus(vtkExodusIIReader::ELEM_BLOCK, static_cast<int>(n), blocks[n].is_read ? 1 : 0);
    if (blocks.size() < 2) blocks.clear();
    return blocks;
}

/// A remark on a file of a parallel run, which has a part of the mesh; empty for others.
std::string remark_on_part(const fs::path& path)
{
    const NetcdfFile file{path};
    const auto length = [&](const char* name) { return file.length_of(name).value_or(0); };
    const std::size_t parts = length("num_processors"), all = length("num_elems_global");
    if (parts < 2 || all == 0) return {};
    return fmt::format(
        "It is one of {} parts of a mesh, with {} of its {} elements: epu of SEACAS joins them.", parts,
        length("num_elem"), all);
}

}  // namespace

std::vector<double> exodus_times(const fs::path& file)
{
    const VtkErrors errors;
    const auto reader = open_exodus(file, errors);
    vtkInformation* info = reader->GetOutputInformation(0);
    vtkInformationDoubleVectorKey* key = vtkStreamingDemandDrivenPipeline::TIME_STEPS();
    if (info == nullptr || info->Has(key) == 0 || info->Length(key) < 1) return {0.0};
    return {info->Get(key), info->Get(key) + info->Length(key)};
}

GridData read_exodus(const fs::path& file, std::uint64_t max_nodes, std::size_t time_step,
                     const std::vector<std::string>& blocks)
{
    const VtkErrors errors;
    const auto reader = open_exodus(file, errors);
    check_node_limit(file, static_cast<std::uint64_t>(reader->GetTotalNumberOfNodes()), max_nodes);
    ask_for_all_arrays(*reader);
    std::vector<BlockName> chosen;
    try {
        chosen = ask_for_blocks(*reader, blocks);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
    reader->SetTimeStep(static_cast<int>(time_step));
    reader->Update();
    if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
    if (reader->GetOutput() == nullptr || reader->GetOutput()->GetNumberOfPoints() == 0)
        throw_reader_error(file, "no element block found; is it truncated?");
    try {
        const auto without_volume = leave_out_parts_without_volume(*reader->GetOutput(), chosen),
                   without_velocity = leave_out_parts_without_velocity(*reader->GetOutput(), chosen);
        GridData grid = mesh_from_parts(*reader->GetOutput());
        for (const auto& left_out : {without_volume, without_velocity})
            grid.remarks.insert(grid.remarks.end(), left_out.begin(), left_out.end());
        if (std::string remark = remark_on_part(file); !remark.empty())
            grid.remarks.push_back(std::move(remark));
        grid.format = "Exodus II";
        grid.blocks = std::move(chosen);
        grid.time_steps = static_cast<std::uint32_t>(std::max(reader->GetNumberOfTimeSteps(), 1));
        return grid;
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
}

}  // namespace farfield::compute
