// CGNS: zones of structured grids as blocks, or of cells as one mesh; steady, or one of the time steps.
#include "compute_node/readers/vtk/cgns_reader.h"

#include "compute_node/readers/common/grid_blocks.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/vtk/cgns_coordinates.h"
#include "compute_node/readers/vtk/cgns_holes.h"
#include "compute_node/readers/vtk/cgns_solutions.h"
#include "compute_node/readers/vtk/vtk_blocks.h"
#include "compute_node/readers/vtk/vtk_errors.h"
#include "compute_node/readers/vtk/vtk_grid.h"
#include "compute_node/readers/vtk/vtk_mesh.h"
#include "compute_node/readers/vtk/vtk_points.h"

#include <vtkCGNSReader.h>
#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkIdList.h>
#include <vtkInformation.h>
#include <vtkInformationDoubleVectorKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkStructuredGrid.h>

#include <fmt/format.h>

#include <glm/vec2.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <new>
#include <stdexcept>
#include <string_view>
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

void ask_for_all(vtkCGNSReader& reader, const CgnsSolutions& solutions)
{
    reader.EnableAllBases();
    reader.EnableAllFamilies();
    reader.EnableAllPointArrays();
    reader.EnableAllCellArrays();
    for (const std::string& name : solutions.unusable) {
        reader.SetPointArrayStatus(name.c_str(), 0);
        reader.SetCellArrayStatus(name.c_str(), 0);
    }
    reader.SetUse3DVector(true);
    reader.SetLoadBndPatch(false);
}

struct NamedZone {
    std::string path;  ///< "BASE/ZONE"
    vtkDataSet* grid;
};

/// Finds the zones that have points.
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

std::map<std::string, std::uint64_t> points_of(const std::vector<NamedZone>& zones)
{
    std::map<std::string, std::uint64_t> points;
    for (const NamedZone& zone : zones)
        points.emplace(zone.path, static_cast<std::uint64_t>(zone.grid->GetNumberOfPoints()));
    return points;
}

/// Blanks the nodes in holes, beside those blanked already.
void leave_out(const std::vector<std::uint8_t>& holes, GridData& block)
{
    block.blanked.resize(holes.size(), 0);
    for (std::size_t n = 0; n < holes.size(); ++n) block.blanked[n] |= holes[n];
}

/// Structured zones as blocks, which may have layers of one node only if all do.
GridData blocks_from(const fs::path& file, const std::vector<NamedZone>& zones, bool has_holes)
{
    const auto holes =
        has_holes ? cgns_holes(file, points_of(zones)) : std::map<std::string, std::vector<std::uint8_t>>{};
    std::vector<vtkDataSet*> grids;
    grids.reserve(zones.size());
    for (const NamedZone& zone : zones) grids.push_back(zone.grid);
    const glm::dvec3 origin = origin_of(grids);
    GridData all;
    for (const NamedZone& zone : zones) {
        GridData block = grid_from_vtk(*zone.grid, origin);
        if (const auto found = holes.find(zone.path); found != holes.end()) leave_out(found->second, block);
        if (all.dims.empty())
            all = std::move(block);
        else
            append_block(all, block);
    }
    if (std::ranges::all_of(grids, [](vtkDataSet* grid) { return has_binary32_points(*grid); }))
        note_rounded_points(all);
    return all;
}

/// Angle of a cell's middle about the axis, in radians.
double middle_angle(vtkDataSet& grid, vtkIdType cell)
{
    const auto corners = vtkSmartPointer<vtkIdList>::New();
    grid.GetCellPoints(cell, corners);
    glm::dvec2 sum{0.0};
    for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i) {
        double p[3];
        grid.GetPoint(corners->GetId(i), p);
        sum += glm::dvec2{p[0], p[1]};
    }
    return std::atan2(sum.y, sum.x);
}

/// Makes vectors along x, y and z of polar ones: "VelocityR", "VelocityTheta" and "VelocityZ" become
/// "Velocity", and others likewise. angles: of each point or cell.
void turn_vectors(vtkDataSetAttributes& values, const std::vector<double>& angles)
{
    constexpr std::string_view radial = "R";
    std::vector<std::string> stems;
    for (int i = 0; i < values.GetNumberOfArrays(); ++i)
        if (vtkDataArray* array = values.GetArray(i); array != nullptr && array->GetName() != nullptr)
            if (const std::string name = array->GetName(); name.ends_with(radial))
                stems.push_back(name.substr(0, name.size() - 1));
    for (const std::string& stem : stems) {
        vtkDataArray *along = values.GetArray((stem + "R").c_str()),
                     *around = values.GetArray((stem + "Theta").c_str()),
                     *up = values.GetArray((stem + "Z").c_str());
        if (around == nullptr || along->GetNumberOfTuples() != static_cast<vtkIdType>(angles.size()) ||
            around->GetNumberOfTuples() != along->GetNumberOfTuples())
            continue;
        const auto turned = vtkSmartPointer<vtkDoubleArray>::New();
        turned->SetName(stem.c_str());
        turned->SetNumberOfComponents(3);
        turned->SetNumberOfTuples(along->GetNumberOfTuples());
        for (vtkIdType n = 0; n < along->GetNumberOfTuples(); ++n) {
            const double r = along->GetComponent(n, 0), t = around->GetComponent(n, 0);
            const double c = std::cos(angles[static_cast<std::size_t>(n)]),
                         s = std::sin(angles[static_cast<std::size_t>(n)]);
            turned->SetTuple3(n, r * c - t * s, r * s + t * c, up == nullptr ? 0.0 : up->GetComponent(n, 0));
        }
        for (const char* part : {"R", "Theta", "Z"}) values.RemoveArray((stem + part).c_str());
        values.AddArray(turned);
    }
}

/// Converts positions from r, theta and z, and vectors to x, y and z.
void to_cartesian(const std::vector<glm::dvec3>& polar, vtkPointSet& grid)
{
    const auto points = vtkSmartPointer<vtkPoints>::New();
    points->SetDataTypeToDouble();
    points->SetNumberOfPoints(static_cast<vtkIdType>(polar.size()));
    std::vector<double> angles;
    for (std::size_t n = 0; n < polar.size(); ++n) {
        angles.push_back(polar[n].y);
        points->SetPoint(static_cast<vtkIdType>(n), polar[n].x * std::cos(polar[n].y),
                         polar[n].x * std::sin(polar[n].y), polar[n].z);
    }
    grid.SetPoints(points);
    turn_vectors(*grid.GetPointData(), angles);
    angles.clear();
    for (vtkIdType cell = 0; cell < grid.GetNumberOfCells(); ++cell)
        angles.push_back(middle_angle(grid, cell));
    turn_vectors(*grid.GetCellData(), angles);
}

/// Moves each point of a grid to place_of(its place), in binary64.
template <class PlaceOf>
void move_points(vtkPointSet& grid, const PlaceOf& place_of)
{
    const auto points = vtkSmartPointer<vtkPoints>::New();
    points->SetDataTypeToDouble();
    points->SetNumberOfPoints(grid.GetNumberOfPoints());
    for (vtkIdType n = 0; n < grid.GetNumberOfPoints(); ++n) {
        std::array<double, 3> p{};
        grid.GetPoint(n, p.data());
        for (std::size_t axis = 0; axis < p.size(); ++axis) p[axis] = place_of(axis, p[axis]);
        points->SetPoint(n, p.data());
    }
    grid.SetPoints(points);
}

/// The array itself, or one of binary64 in the place of one of integers.
vtkDataArray& with_fractions(vtkDataArray& array, vtkDataSetAttributes& values)
{
    if (array.GetDataType() == VTK_FLOAT || array.GetDataType() == VTK_DOUBLE) return array;
    const auto copy = vtkSmartPointer<vtkDoubleArray>::New();
    copy->DeepCopy(&array);
    values.AddArray(copy);  // replaces the one of its name
    return *copy;
}

/// Converts raw data to SI units: "VelocityX" is the first component of "Velocity".
void convert(vtkDataSetAttributes& values, const std::map<std::string, CgnsConversion>& conversions)
{
    for (int i = 0; i < values.GetNumberOfArrays(); ++i) {
        vtkDataArray* array = values.GetArray(i);
        if (array == nullptr || array->GetName() == nullptr) continue;
        for (int c = 0; c < array->GetNumberOfComponents(); ++c) {
            std::string name = array->GetName();
            if (array->GetNumberOfComponents() == 3) name += "XYZ"[c];
            const auto found = conversions.find(name);
            if (found == conversions.end() || found->second == CgnsConversion{}) continue;
            const auto& [scale, offset] = found->second;
            array = &with_fractions(*array, values);
            for (vtkIdType n = 0; n < array->GetNumberOfTuples(); ++n)
                array->SetComponent(n, c, scale * array->GetComponent(n, c) + offset);
        }
    }
}

/// Converts positions that are not polar to SI units.
void convert_points(vtkPointSet& grid, const std::map<std::string, CgnsConversion>& conversions)
{
    constexpr std::string_view letters = "XYZ";
    std::array<CgnsConversion, 3> along;
    for (const auto& [name, conversion] : conversions)
        for (std::size_t axis = 0; axis < along.size(); ++axis)
            if (name.ends_with(letters[axis])) along[axis] = conversion;
    if (along == std::array<CgnsConversion, 3>{}) return;
    move_points(
        grid, [&](std::size_t axis, double place) { return along[axis].scale * place + along[axis].offset; });
}

/// Makes coordinates and vectors raw, Cartesian and in SI units. Returns remarks.
std::vector<std::string> settle_coordinates(const fs::path& file, const std::vector<NamedZone>& zones,
                                            const CgnsSolutions& solutions)
{
    const auto all_polar = cgns_coordinates(file, points_of(zones), solutions);
    const auto of_zone = [](const CgnsConversions& conversions, const std::string& zone) {
        const auto found = conversions.find(zone);
        return found == conversions.end() ? std::map<std::string, CgnsConversion>{} : found->second;
    };
    for (const NamedZone& zone : zones) {
        auto* grid = vtkPointSet::SafeDownCast(zone.grid);
        if (grid == nullptr) continue;
        convert(*grid->GetPointData(), of_zone(solutions.of_values, zone.path));
        convert(*grid->GetCellData(), of_zone(solutions.of_values, zone.path));
        if (const auto polar = all_polar.find(zone.path); polar != all_polar.end())
            to_cartesian(polar->second, *grid);
        else
            convert_points(*grid, of_zone(solutions.of_coordinates, zone.path));
    }
    if (all_polar.empty()) return {};
    return {"Coordinates are cylindrical: positions are r cos(theta), r sin(theta), z, and vectors are "
            "turned along these."};
}

/// Checks sizes before VTK takes memory for the zones: it reads all of them, and only then are those left out
/// that are not asked for.
void check_zone_sizes(const fs::path& file, const CgnsSolutions& solutions, bool are_all_asked,
                      std::uint64_t max_nodes)
{
    std::uint64_t together = 0;
    for (const auto& [zone, points] : solutions.points) {
        if (!are_all_asked) check_node_limit(file, points, max_nodes);
        together += std::min(points, std::numeric_limits<std::uint64_t>::max() - together);
    }
    if (are_all_asked) check_node_limit(file, together, max_nodes);
}

GridData grid_of(const fs::path& file, vtkCGNSReader& reader, std::uint64_t max_nodes,
                 const std::vector<std::string>& asked, const CgnsSolutions& solutions)
{
    if (reader.GetOutput() == nullptr) throw_reader_error(file, "no zone found; is it truncated?");
    std::vector<BlockName> blocks;
    try {
        blocks = keep_blocks(*reader.GetOutput(), asked);
    } catch (const std::runtime_error& error) {
        throw_reader_error(file, error.what());
    }
    const std::vector<std::string> left_out = leave_out_parts_without_velocity(*reader.GetOutput(), blocks);
    std::vector<NamedZone> zones;
    find_zones(*reader.GetOutput(), "", zones);
    if (zones.empty()) throw_reader_error(file, "no zone with points found");
    std::uint64_t nodes = 0;
    for (const NamedZone& zone : zones) nodes += static_cast<std::uint64_t>(zone.grid->GetNumberOfPoints());
    check_node_limit(file, nodes, max_nodes);
    const std::vector<std::string> settled = settle_coordinates(file, zones, solutions);
    const bool structured = std::all_of(zones.begin(), zones.end(), [](const NamedZone& zone) {
        return vtkStructuredGrid::SafeDownCast(zone.grid) != nullptr;
    });
    GridData grid =
        structured ? blocks_from(file, zones, solutions.has_holes) : mesh_from_parts(*reader.GetOutput());
    for (const auto* more : {&solutions.remarks, &settled, &left_out})
        grid.remarks.insert(grid.remarks.end(), more->begin(), more->end());
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
    VtkErrors errors;
    errors.pass_over("centering is not supported");  // cgns_solutions() says it
    const auto reader = open_cgns(file, errors);
    const std::vector<double> times = times_in(*reader);
    const CgnsSolutions solutions = cgns_solutions(file);
    check_zone_sizes(file, solutions, blocks.empty(), max_nodes);
    ask_for_all(*reader, solutions);
    try {
        reader->UpdateTimeStep(times.at(time_step));
        if (const std::string error = errors.first_error(); !error.empty()) throw_reader_error(file, error);
        GridData grid = grid_of(file, *reader, max_nodes, blocks, solutions);
        grid.format = "CGNS";
        grid.time_steps = static_cast<std::uint32_t>(times.size());
        return grid;
    } catch (const std::bad_alloc&) {
        throw_reader_error(file, "its counts ask for more memory than there is");
    }
}

}  // namespace farfield::compute
