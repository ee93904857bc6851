#include "compute_node/readers/openfoam/foam_assembly.h"

#include "compute_node/grids/cells/cell_of_faces.h"
#include "compute_node/grids/origin.h"
#include "compute_node/grids/search/coincident_points.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/rounded_points.h"
#include "compute_node/readers/openfoam/foam_file.h"
#include "compute_node/readers/openfoam/foam_mesh.h"
#include "compute_node/support/parallel_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// The faces of each cell: those of cell n are faces[ends[n - 1]] to faces[ends[n]].
struct CellFaces {
    std::vector<std::size_t> ends;
    std::vector<std::uint32_t> faces;

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t cell) const
    {
        const std::size_t begin = cell == 0 ? 0 : ends[cell - 1];
        return {faces.data() + begin, ends[cell] - begin};
    }
};

CellFaces faces_of_cells(const FoamMesh& mesh)
{
    CellFaces all;
    all.ends.assign(mesh.cells + 1, 0);  // first how many each has, of the cell before
    const auto for_each_side = [&](const auto& visit) {
        for (std::uint32_t face = 0; face < mesh.owner.size(); ++face) {
            visit(mesh.owner[face], face);
            if (mesh.neighbour[face] != FoamMesh::none) visit(mesh.neighbour[face], face);
        }
    };
    for_each_side([&](std::uint32_t cell, std::uint32_t) { ++all.ends[cell + 1]; });
    for (std::size_t cell = 0; cell < mesh.cells; ++cell) all.ends[cell + 1] += all.ends[cell];
    all.faces.resize(all.ends.back());
    for_each_side([&](std::uint32_t cell, std::uint32_t face) { all.faces[all.ends[cell]++] = face; });
    all.ends.pop_back();
    return all;
}

/// Lists a cell's faces in the form of cell_of_faces() and the cutter. numbers: indices of the mesh's points
/// in the cutter's points.
void list_faces(const FoamMesh& mesh, std::span<const std::uint32_t> faces,
                std::span<const std::uint32_t> numbers, std::vector<std::uint32_t>& listed)
{
    listed.clear();
    for (const std::uint32_t face : faces) {
        const std::uint32_t begin = face == 0 ? 0 : mesh.faces.ends[face - 1];
        listed.push_back(mesh.faces.ends[face] - begin);
        for (std::uint32_t i = begin; i < mesh.faces.ends[face]; ++i)
            listed.push_back(numbers[mesh.faces.corners[i]]);
    }
}

/// The cells that need no cutting; none for the others.
std::vector<std::optional<PlainCell>> plain_cells(const FoamMesh& mesh, const CellFaces& faces,
                                                  std::span<const std::uint32_t> numbers,
                                                  const std::vector<glm::vec3>& all_points)
{
    std::vector<std::optional<PlainCell>> plain(mesh.cells);
    for_ranges(mesh.cells, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> listed;
        for (std::size_t cell = begin; cell < end; ++cell) {
            list_faces(mesh, faces.of(cell), numbers, listed);
            plain[cell] = cell_of_faces(listed, all_points);
        }
    });
    return plain;
}

/// Appends the corners of faces, without repetition.
void append_corners(std::span<const std::uint32_t> listed, std::vector<std::uint32_t>& points)
{
    const std::size_t first = points.size();
    for (; !listed.empty(); listed = listed.subspan(1 + listed.front())) {
        const auto corners = listed.subspan(1, listed.front());
        points.insert(points.end(), corners.begin(), corners.end());
    }
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, points.end());
    points.erase(std::unique(begin, points.end()), points.end());
}

}  // namespace

FoamCellPoints append_foam_cells(const FoamMesh& mesh, std::span<const std::uint32_t> numbers,
                                 const std::vector<glm::vec3>& all_points, const std::vector<bool>& is_hole,
                                 PolyhedronCutter& cutter, CellList& cells)
{
    const CellFaces faces = faces_of_cells(mesh);
    const std::vector<std::optional<PlainCell>> plain = plain_cells(mesh, faces, numbers, all_points);
    FoamCellPoints points;
    points.ends.reserve(mesh.cells);
    points.points.reserve(PlainCell::most_points * mesh.cells);
    cells.kinds.reserve(cells.kinds.size() + mesh.cells);
    cells.corners.reserve(cells.corners.size() + PlainCell::most_points * mesh.cells);
    std::vector<std::uint32_t> listed;
    for (std::size_t cell = 0; cell < mesh.cells; ++cell) {
        const std::size_t first = points.points.size();
        if (!is_hole.empty() && is_hole[cell]) {
            points.ends.push_back(first);
            continue;
        }
        if (plain[cell]) {
            append(*plain[cell], cells);
            points.points.insert(points.points.end(), plain[cell]->points().begin(),
                                 plain[cell]->points().end());
        } else {
            list_faces(mesh, faces.of(cell), numbers, listed);
            append_corners(listed, points.points);
            constexpr std::size_t fewest = 4;  // faces, and points, of what has a volume
            if (faces.of(cell).size() >= fewest && points.points.size() - first >= fewest)
                cutter.cut(listed, cells);
        }
        points.ends.push_back(points.points.size());
    }
    return points;
}

namespace {

bool has_vector(const std::vector<FoamField>& fields)
{
    return std::ranges::any_of(fields, [](const FoamField& field) { return field.width == 3; });
}

bool has_velocity(const std::vector<FoamField>& fields)
{
    return std::ranges::any_of(fields, [](const FoamField& f) { return f.width == 3 && f.name == "U"; });
}

/// Calls work(i) for each number below count, in threads; the first error is thrown once all are done.
template <class Work>
void in_threads(std::size_t count, const Work& work)
{
    std::vector<std::exception_ptr> errors(count);
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < count; ++i) {
        try {
            work(i);
        } catch (...) {
            errors[i] = std::current_exception();
        }
    }
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

}  // namespace

void FoamAssembly::find_fields()
{
    constexpr std::size_t of_a_vector = 3;
    std::set<std::string> tensors;
    for (const FoamPart& part : case_.parts) {
        std::vector<FoamField> fields = foam_fields_in(part.at(case_.times[time_]));
        for (const FoamField& field : fields)
            if (field.width > of_a_vector) tensors.insert(field.name);
        std::erase_if(fields, [](const FoamField& field) { return field.width > of_a_vector; });
        parts_.push_back({&part, std::move(fields), {}});
    }
    if (!tensors.empty())
        remarks_.push_back(fmt::format("Tensors are left out: {}.", fmt::join(tensors, ", ")));
}

/// Regions with a vector, told at the last time: at the first, solids may have fields not solved for.
std::set<std::string> FoamAssembly::regions_with_vector() const
{
    const bool are_several = std::ranges::any_of(
        parts_, [&](const Part& part) { return part.folders->region != parts_.front().folders->region; });
    for (const std::size_t time : {are_several ? case_.times.size() - 1 : time_, time_}) {
        std::set<std::string> regions;
        for (const Part& part : parts_) {
            if (regions.contains(part.folders->region)) continue;
            const bool is_read = time == time_;
            if (has_vector(is_read ? part.fields : foam_fields_in(part.folders->at(case_.times[time]))))
                regions.insert(part.folders->region);
        }
        if (!regions.empty()) return regions;
    }
    return {};
}

/// Leaves out solids, beside fluids. A region with a vector in some processors' folders has it in all.
void FoamAssembly::leave_out_parts_without_vector()
{
    const std::set<std::string> with_vector = regions_with_vector();
    if (with_vector.empty()) return;
    std::set<std::string> without;
    for (const Part& part : parts_) {
        const std::string& region = part.folders->region;
        if (!with_vector.contains(region))
            without.insert(region.empty() ? "the main one" : region);
        else if (!has_vector(part.fields))
            throw_reader_error(part.folders->at(case_.times[time_]),
                               "expected the fields of its cells, found none");
    }
    std::erase_if(parts_, [&](const Part& part) { return !with_vector.contains(part.folders->region); });
    if (!without.empty())
        remarks_.push_back(
            fmt::format("Regions without a vector were left out: {}.", fmt::join(without, ", ")));
}

void FoamAssembly::read_points()
{
    std::vector<FoamPoints> points(parts_.size());
    in_threads(parts_.size(), [&](std::size_t i) {
        const FoamPart& part = *parts_[i].folders;
        points[i] = read_foam_points(case_.mesh_file(part, time_, "points"), part.block, max_nodes_);
        done_->add_one();
    });
    std::size_t count = 0;
    for (const FoamPoints& part : points) count += part.places.size();
    check_node_limit(case_.folder, count, max_nodes_);
    places_.reserve(count);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        parts_[i].numbers.resize(points[i].places.size());
        std::iota(parts_[i].numbers.begin(), parts_[i].numbers.end(),
                  static_cast<std::uint32_t>(places_.size()));
        places_.insert(places_.end(), points[i].places.begin(), points[i].places.end());
        binary32_ = binary32_ && points[i].binary32;
    }
}

/// Joins points of several parts. One part's own points at the same place are two sides of a wall in it.
void FoamAssembly::share_points()
{
    Bounds box = no_bounds();
    for (const glm::dvec3 place : places_) include(box, place);
    mesh_.origin = origin_for(box);
    mesh_.points.reserve(places_.size());
    for (const glm::dvec3 place : places_) mesh_.points.emplace_back(place - mesh_.origin);
    places_ = {};
    if (parts_.size() < 2) return;
    const std::vector<std::uint32_t> first = first_at_same_place(mesh_.points);
    std::vector<std::uint32_t> number(first.size());
    std::vector<glm::vec3> kept;
    for (const Part& part : parts_) {
        const std::uint32_t begin = part.numbers.empty() ? 0 : part.numbers.front();
        for (const std::uint32_t n : part.numbers) {
            const bool is_shared = first[n] < begin;  // of a part before
            number[n] = is_shared ? number[first[n]] : static_cast<std::uint32_t>(kept.size());
            if (!is_shared) kept.push_back(mesh_.points[n]);
        }
    }
    for (Part& part : parts_)
        for (std::uint32_t& n : part.numbers) n = number[n];
    remarks_.push_back(fmt::format("{} meshes are joined into one; {} points where they meet are one with "
                                   "others.",
                                   parts_.size(), first.size() - kept.size()));
    mesh_.points = std::move(kept);
}

std::vector<bool> FoamAssembly::holes_of(const Part& part, std::size_t cells) const
{
    constexpr float hole = 2.0F;  // of calculated, interpolated, hole
    const FoamField field{.name = "cellTypes"};
    const auto mesh_at = [&](std::size_t time) { return case_.mesh_file(*part.folders, time, "points"); };
    const std::size_t last = case_.times.size() - 1;
    for (const std::size_t time : {time_, last}) {
        if (mesh_at(time) != mesh_at(time_)) continue;
        const std::filesystem::path folder = part.folders->at(case_.times[time]);
        if (!FoamFile::exists(folder / field.name)) continue;
        const FoamValues types = read_foam_field(folder, field, part.folders->block, cells, case_.folder);
        std::vector<bool> is_hole;
        for (const float type : types.values) is_hole.push_back(type == hole);
        return is_hole;
    }
    return {};
}

void FoamAssembly::read_cells()
{
    std::ptrdiff_t holes = 0;
    std::map<std::string, std::string> patches;
    cells_around_.assign(mesh_.points.size(), 0.0F);
    for (Part& part : parts_) {
        const auto folder = case_.mesh_file(*part.folders, time_, "faces").parent_path();
        const FoamMesh mesh = read_foam_mesh(folder, part.folders->block, part.numbers.size());
        const std::vector<bool> is_hole = holes_of(part, mesh.cells);
        holes += std::ranges::count(is_hole, true);
        try {
            part.cell_points =
                append_foam_cells(mesh, part.numbers, mesh_.points, is_hole, cutter_, mesh_.cells);
        } catch (const std::runtime_error& error) {
            throw_reader_error(folder / "faces", error.what());
        }
        part.cells = mesh.cells;
        for (const std::uint32_t point : part.cell_points.points) cells_around_[point] += 1.0F;
        for (const FoamPatch& patch : mesh.patches)
            if (!patch.type.starts_with("processor")) patches.try_emplace(patch.name, patch.type);
        done_->add_one();
    }
    if (holes > 0)
        remarks_.push_back(fmt::format("{} cells were left out: holes by 'cellTypes', which other meshes of "
                                       "this overset case cover.",
                                       holes));
    if (cutter_.polyhedra() > 0)
        remarks_.push_back(fmt::format("{} polyhedra were cut into {} pyramids and tetrahedra, about a point "
                                       "inside each that was added.",
                                       cutter_.polyhedra(), cutter_.pieces()));
    if (cutter_.folded() > 0)
        remarks_.push_back(
            fmt::format("No point sees all faces of {} polyhedra: their pieces overlap.", cutter_.folded()));
    note_patches(patches);
}

void FoamAssembly::note_patches(const std::map<std::string, std::string>& types)
{
    constexpr std::size_t most_named = 20;
    std::string names;
    std::size_t named = 0;
    for (const auto& [name, type] : types)
        if (named++ < most_named) names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name, type);
    if (named > most_named) names += fmt::format(" and {} more", named - most_named);
    if (named > 0)
        remarks_.push_back(
            fmt::format("Patches of its outside: {}; values on them (boundaryField) do not count.", names));
}

/// Fields that all parts have; of their scalars, where only one is wanted, that one.
std::vector<FoamField> FoamAssembly::common_fields(const std::optional<std::string>& only_scalar)
{
    std::vector<FoamField> common = parts_.front().fields;
    const auto note = [&](const std::string& name) {
        std::string remark = fmt::format("Array '{}' is not in every part and was left out.", name);
        if (std::ranges::find(remarks_, remark) == remarks_.end()) remarks_.push_back(std::move(remark));
    };
    for (const Part& part : parts_) {
        for (const FoamField& field : part.fields)
            if (std::ranges::find(common, field) == common.end()) note(field.name);
        std::erase_if(common, [&](const FoamField& field) {
            const bool is_there = std::ranges::find(part.fields, field) != part.fields.end();
            if (!is_there) note(field.name);
            return !is_there;
        });
    }
    if (only_scalar && has_velocity(common))
        std::erase_if(common, [&](const FoamField& f) { return f.width == 1 && f.name != *only_scalar; });
    return common;
}

void FoamAssembly::add_cells(const Part& part, const FoamField& field, const std::vector<float>& values,
                             std::vector<float>& sums) const
{
    std::size_t at = 0;
    for (std::size_t cell = 0; cell < part.cells; ++cell)
        for (; at < part.cell_points.ends[cell]; ++at) {
            const std::size_t point = part.cell_points.points[at];
            for (std::size_t c = 0; c < field.width; ++c)
                sums[point * field.width + c] += values[cell * field.width + c];
        }
}

NodeValues FoamAssembly::read_field(const FoamField& field, std::string& unknown_units) const
{
    NodeValues out{field.name, static_cast<int>(field.width), {}, ""};
    out.of_cells = !field.at_points;
    std::vector<float>& nodes = out.values.own();
    nodes.assign(mesh_.points.size() * field.width, 0.0F);
    for (const Part& part : parts_) {
        const std::size_t count = field.at_points ? part.numbers.size() : part.cells;
        const FoamValues read = read_foam_field(part.folders->at(case_.times[time_]), field,
                                                part.folders->block, count, case_.folder);
        out.units = read.units;
        unknown_units = read.unknown_units;
        done_->add_one();
        if (!field.at_points) {
            add_cells(part, field, read.values, nodes);
            continue;
        }
        for (std::size_t n = 0; n < count; ++n)
            for (std::size_t c = 0; c < field.width; ++c)
                nodes[part.numbers[n] * field.width + c] = read.values[n * field.width + c];
    }
    if (out.of_cells)
        for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] /= cells_around_[i / field.width];
    return out;
}

/// Reads the fields. Those that cannot be read are left out with a remark, except for a damaged velocity.
/// Throws where none is left.
std::vector<NodeValues> FoamAssembly::read_fields(const std::vector<FoamField>& fields)
{
    std::vector<NodeValues> read(fields.size());
    std::vector<std::optional<FoamFieldError>> faults(fields.size());
    std::vector<std::string> unknown_units(fields.size());
    in_threads(fields.size(), [&](std::size_t i) {
        try {
            read[i] = read_field(fields[i], unknown_units[i]);
        } catch (const FoamFieldError& fault) {
            if (fields[i].name == "U" && !fault.not_followed) throw;
            faults[i] = fault;
        }
    });
    std::vector<NodeValues> kept;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (faults[i])
            remarks_.push_back(fmt::format("Field '{}' is left out: {}.", fields[i].name, faults[i]->reason));
        else
            kept.push_back(std::move(read[i]));
        if (!unknown_units[i].empty())
            remarks_.push_back(fmt::format("Field '{}' has no unit: its dimensions '[{}]' are not known.",
                                           fields[i].name, unknown_units[i]));
    }
    if (!kept.empty()) return kept;
    for (const auto& fault : faults)
        if (fault) throw *fault;
    return kept;
}

GridData FoamAssembly::assemble(const std::optional<std::string>& only_scalar)
{
    find_fields();
    leave_out_parts_without_vector();
    constexpr std::size_t points_and_cells = 2;
    done_.emplace(parts_.size() * (points_and_cells + parts_.front().fields.size()));
    read_points();
    share_points();
    read_cells();
    const std::vector<FoamField> fields = common_fields(only_scalar);
    GridData grid;
    grid.arrays = read_fields(fields);
    grid.geometry = std::move(mesh_);
    cutter_.add_points(grid);
    grid.remarks = case_.remarks;
    for (const NodeValues& array : grid.arrays)
        if (array.of_cells)
            grid.remarks.push_back(
                fmt::format("Array '{}' is given per cell and was averaged to the nodes.", array.name));
    grid.remarks.insert(grid.remarks.end(), remarks_.begin(), remarks_.end());
    if (binary32_) note_rounded_points(grid);
    return grid;
}

}  // namespace farfield::compute
