#include "compute_node/readers/vtk/collections/mesh_join.h"

#include "compute_node/grids/origin.h"
#include "compute_node/grids/search/coincident_points.h"
#include "compute_node/readers/vtk/vtk_points.h"
#include "compute_node/readers/vtk/vtk_visibility.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkIdList.h>
#include <vtkIdTypeArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

vtkSmartPointer<vtkIdList> list_of(const std::vector<vtkIdType>& numbers)
{
    auto list = vtkSmartPointer<vtkIdList>::New();
    list->SetNumberOfIds(static_cast<vtkIdType>(numbers.size()));
    std::copy(numbers.begin(), numbers.end(), list->GetPointer(0));
    return list;
}

vtkSmartPointer<vtkIdTypeArray> array_of(const std::vector<vtkIdType>& numbers)
{
    auto array = vtkSmartPointer<vtkIdTypeArray>::New();
    array->SetNumberOfValues(static_cast<vtkIdType>(numbers.size()));
    std::copy(numbers.begin(), numbers.end(), array->GetPointer(0));
    return array;
}

/// Cells of a piece to be kept: neither hidden nor another piece's.
std::vector<vtkIdType> own_cells(vtkDataSet& piece)
{
    std::vector<vtkIdType> cells;
    vtkUnsignedCharArray* ghosts = piece.GetCellGhostArray();
    for (vtkIdType cell = 0; cell < piece.GetNumberOfCells(); ++cell)
        if (ghosts == nullptr || ((ghosts->GetValue(cell) & vtkDataSetAttributes::DUPLICATECELL) == 0 &&
                                  !is_hidden_cell(piece, cell)))
            cells.push_back(cell);
    return cells;
}

void check_corners(const std::vector<vtkIdType>& corners, std::size_t begin, vtkIdType points)
{
    const auto wrong = std::find_if(corners.begin() + static_cast<std::ptrdiff_t>(begin), corners.end(),
                                    [&](vtkIdType corner) { return corner < 0 || corner >= points; });
    if (wrong != corners.end())
        throw std::runtime_error(
            fmt::format("a cell has point {} as a corner, of {} points", *wrong, points));
}

bool is_same_array(vtkDataArray& a, vtkDataArray& b)
{
    return std::strcmp(a.GetName(), b.GetName()) == 0 &&
           a.GetNumberOfComponents() == b.GetNumberOfComponents();
}

}  // namespace

void MeshJoin::add(vtkDataSet& piece)
{
    const vtkIdType points = piece.GetNumberOfPoints();
    if (points == 0) return;
    for (std::string& remark : settle_visibility(piece)) remarks_.push_back(std::move(remark));
    const auto first = static_cast<vtkIdType>(places_.size());
    const std::vector<vtkIdType> cells = own_cells(piece);
    for (vtkIdType point = 0; point < points; ++point) {
        double p[3];
        piece.GetPoint(point, p);
        places_.emplace_back(p[0], p[1], p[2]);
        hidden_.push_back(is_hidden_point(piece, point) ? vtkDataSetAttributes::HIDDENPOINT : 0);
    }
    piece_of_.resize(places_.size(), static_cast<std::uint32_t>(pieces_));
    binary32_ = binary32_ && has_binary32_points(piece);
    add_arrays(*piece.GetPointData(), nullptr, first, at_points_);
    add_arrays(*piece.GetCellData(), &cells, static_cast<vtkIdType>(types_.size()), in_cells_);
    add_cells(piece, cells, first);
    for (vtkDataSetAttributes* attributes : {static_cast<vtkDataSetAttributes*>(piece.GetPointData()),
                                             static_cast<vtkDataSetAttributes*>(piece.GetCellData())}) {
        vtkDataArray* vectors = attributes->GetVectors();
        if (vectors == nullptr || vectors->GetName() == nullptr || !vectors_.empty()) continue;
        vectors_ = vectors->GetName();
        vectors_at_points_ = attributes == piece.GetPointData();
    }
    ++pieces_;
}

void MeshJoin::add_cells(vtkDataSet& piece, const std::vector<vtkIdType>& cells, vtkIdType first_point)
{
    auto* grid = vtkUnstructuredGrid::SafeDownCast(&piece);
    const auto ids = vtkSmartPointer<vtkIdList>::New();
    for (const vtkIdType cell : cells) {
        const int type = piece.GetCellType(cell);
        const std::size_t begin = corners_.size();
        piece.GetCellPoints(cell, ids);
        corners_.insert(corners_.end(), ids->begin(), ids->end());
        check_corners(corners_, begin, piece.GetNumberOfPoints());
        for (std::size_t i = begin; i < corners_.size(); ++i) corners_[i] += first_point;
        types_.push_back(static_cast<std::uint8_t>(type));
        ends_.push_back(static_cast<vtkIdType>(corners_.size()));
        face_starts_.push_back(-1);
        if (type != VTK_POLYHEDRON || grid == nullptr) continue;
        grid->GetFaceStream(cell, ids);
        if (ids->GetNumberOfIds() == 0) continue;
        face_starts_.back() = static_cast<vtkIdType>(faces_.size());
        for (vtkIdType at = 0, face_end = 1; at < ids->GetNumberOfIds(); ++at) {
            const bool is_count = at == face_end;  // of the corners of the next face
            const vtkIdType id = ids->GetId(at);
            if (is_count) face_end += id + 1;
            const bool is_corner = at != 0 && !is_count;
            if (is_corner && (id < 0 || id >= piece.GetNumberOfPoints()))
                throw std::runtime_error(fmt::format("a polyhedron has point {} as a corner, of {} points",
                                                     id, piece.GetNumberOfPoints()));
            faces_.push_back(is_corner ? id + first_point : id);
        }
    }
}

/// Adds a piece's arrays; arrays that not all pieces have are dropped. tuples: number in each array so far.
/// kept: indices of the piece's tuples to add, or null for all.
void MeshJoin::add_arrays(vtkDataSetAttributes& from, const std::vector<vtkIdType>* kept, vtkIdType tuples,
                          Arrays& to)
{
    const auto note = [&](const char* name) {
        std::string remark = fmt::format("Array '{}' is not in every part and was left out.", name);
        if (std::ranges::find(remarks_, remark) == remarks_.end()) remarks_.push_back(std::move(remark));
    };
    const auto found_in = [&](vtkDataArray& like) -> vtkDataArray* {
        vtkDataArray* array = from.GetArray(like.GetName());
        return array != nullptr && is_same_array(*array, like) ? array : nullptr;
    };
    for (int i = 0; i < from.GetNumberOfArrays(); ++i) {
        vtkDataArray* array = from.GetArray(i);
        if (array == nullptr || array->GetName() == nullptr || array->GetNumberOfComponents() > 3) continue;
        const bool is_known = std::ranges::any_of(to, [&](auto& t) { return is_same_array(*t, *array); });
        if (is_known || std::strcmp(array->GetName(), vtkDataSetAttributes::GhostArrayName()) == 0) continue;
        if (pieces_ > 0) {
            note(array->GetName());
            continue;
        }
        to.push_back(vtkSmartPointer<vtkDataArray>::Take(array->NewInstance()));
        to.back()->SetName(array->GetName());
        to.back()->SetNumberOfComponents(array->GetNumberOfComponents());
    }
    std::erase_if(to, [&](auto& array) {
        if (found_in(*array) != nullptr) return false;
        note(array->GetName());
        return true;
    });
    for (auto& array : to) {
        vtkDataArray* source = found_in(*array);
        if (kept == nullptr) {
            array->InsertTuples(tuples, source->GetNumberOfTuples(), 0, source);
            continue;
        }
        std::vector<vtkIdType> places(kept->size());
        std::iota(places.begin(), places.end(), tuples);
        array->InsertTuples(list_of(places), list_of(*kept), source);
    }
}

/// True when two points have the same values. Labels and ranks, which differ where pieces meet, are ignored.
bool MeshJoin::same_values(vtkIdType a, vtkIdType b) const
{
    constexpr double relative = 1e-5;
    return std::ranges::all_of(at_points_, [&](const vtkSmartPointer<vtkDataArray>& array) {
        if (array->GetDataType() != VTK_FLOAT && array->GetDataType() != VTK_DOUBLE) return true;
        double largest = 0.0, difference = 0.0;
        for (int c = 0; c < array->GetNumberOfComponents(); ++c) {
            const double x = array->GetComponent(a, c), y = array->GetComponent(b, c);
            largest = std::max({largest, std::abs(x), std::abs(y)});
            difference = std::max(difference, std::abs(x - y));
        }
        return difference <= relative * largest;
    });
}

/// For each point the point that it becomes: itself, or one of an earlier piece.
std::vector<vtkIdType> MeshJoin::shared_points() const
{
    Bounds box = no_bounds();
    for (const glm::dvec3 place : places_) include(box, place);
    const glm::dvec3 origin = origin_for(box);
    std::vector<glm::vec3> rounded;
    rounded.reserve(places_.size());
    for (const glm::dvec3 place : places_) rounded.emplace_back(place - origin);
    const std::vector<std::uint32_t> first = first_at_same_place(rounded);
    std::vector<vtkIdType> shared(places_.size());
    for (std::size_t n = 0; n < shared.size(); ++n) {
        const bool is_one = first[n] != n && piece_of_[first[n]] != piece_of_[n] &&
                            same_values(first[n], static_cast<vtkIdType>(n));
        shared[n] = static_cast<vtkIdType>(is_one ? first[n] : n);
    }
    return shared;
}

/// Hides a point where one of those that became it is hidden. numbers: of the grid's points.
void MeshJoin::set_hidden(vtkUnstructuredGrid& grid, const std::vector<vtkIdType>& numbers) const
{
    if (std::ranges::find(hidden_, vtkDataSetAttributes::HIDDENPOINT) == hidden_.end()) return;
    const auto flags = vtkSmartPointer<vtkUnsignedCharArray>::New();
    flags->SetName(vtkDataSetAttributes::GhostArrayName());
    flags->SetNumberOfTuples(grid.GetNumberOfPoints());
    std::fill_n(flags->GetPointer(0), grid.GetNumberOfPoints(), static_cast<unsigned char>(0));
    for (std::size_t n = 0; n < numbers.size(); ++n)
        if (hidden_[n] != 0) flags->SetValue(numbers[n], hidden_[n]);
    grid.GetPointData()->AddArray(flags);
}

/// Sets the points. numbers: from shared_points(); replaced by those of the grid's points.
void MeshJoin::set_points(vtkUnstructuredGrid& grid, std::vector<vtkIdType>& numbers)
{
    std::vector<vtkIdType> kept;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        const bool is_kept = numbers[n] == static_cast<vtkIdType>(n);
        if (is_kept) kept.push_back(numbers[n]);
        numbers[n] = is_kept ? static_cast<vtkIdType>(kept.size()) - 1
                             : numbers[static_cast<std::size_t>(numbers[n])];  // which comes before
    }
    const auto points = vtkSmartPointer<vtkPoints>::New();
    points->SetDataType(binary32_ ? VTK_FLOAT : VTK_DOUBLE);
    points->SetNumberOfPoints(static_cast<vtkIdType>(kept.size()));
    for (std::size_t n = 0; n < kept.size(); ++n) {
        const glm::dvec3 place = places_[static_cast<std::size_t>(kept[n])];
        points->SetPoint(static_cast<vtkIdType>(n), place.x, place.y, place.z);
    }
    grid.SetPoints(points);
    for (const auto& array : at_points_) {
        if (kept.size() == numbers.size()) {
            grid.GetPointData()->AddArray(array);
            continue;
        }
        const auto fewer = vtkSmartPointer<vtkDataArray>::Take(array->NewInstance());
        fewer->SetName(array->GetName());
        fewer->SetNumberOfComponents(array->GetNumberOfComponents());
        fewer->SetNumberOfTuples(static_cast<vtkIdType>(kept.size()));
        array->GetTuples(list_of(kept), fewer);
        grid.GetPointData()->AddArray(fewer);
    }
}

void MeshJoin::set_cells(vtkUnstructuredGrid& grid, const std::vector<vtkIdType>& numbers)
{
    for (vtkIdType& corner : corners_) corner = numbers[static_cast<std::size_t>(corner)];
    for (const vtkIdType start : face_starts_) {
        if (start < 0) continue;
        vtkIdType* at = &faces_[static_cast<std::size_t>(start)];
        for (vtkIdType faces = *at++; faces > 0; --faces)
            for (vtkIdType corners = *at++; corners > 0; --corners, ++at)
                *at = numbers[static_cast<std::size_t>(*at)];
    }
    std::vector<vtkIdType> starts{0};
    starts.insert(starts.end(), ends_.begin(), ends_.end());
    const auto cells = vtkSmartPointer<vtkCellArray>::New();
    cells->SetData(array_of(starts), array_of(corners_));
    const auto types = vtkSmartPointer<vtkUnsignedCharArray>::New();
    types->SetNumberOfValues(static_cast<vtkIdType>(types_.size()));
    std::copy(types_.begin(), types_.end(), types->GetPointer(0));
    if (faces_.empty())
        grid.SetCells(types, cells);
    else
        grid.SetCells(types, cells, array_of(face_starts_), array_of(faces_));
}

vtkSmartPointer<vtkUnstructuredGrid> MeshJoin::take()
{
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    std::vector<vtkIdType> numbers = shared_points();
    set_points(*grid, numbers);
    set_hidden(*grid, numbers);
    set_cells(*grid, numbers);
    for (const auto& array : in_cells_) grid->GetCellData()->AddArray(array);
    vtkDataSetAttributes* marked = grid->GetCellData();
    if (vectors_at_points_) marked = grid->GetPointData();
    if (marked->GetArray(vectors_.c_str()) != nullptr) marked->SetActiveVectors(vectors_.c_str());
    std::vector<std::string> remarks = std::move(remarks_);
    *this = {};
    remarks_ = std::move(remarks);
    return grid;
}

}  // namespace farfield::compute
