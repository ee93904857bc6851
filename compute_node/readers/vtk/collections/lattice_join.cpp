#include "compute_node/readers/vtk/collections/lattice_join.h"

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
#include <vtkMatrix3x3.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkRectilinearGrid.h>
#include <vtkStructuredGrid.h>
#include <vtkUnsignedCharArray.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace farfield::compute {

namespace {

/// Number of points along each axis, or of cells: one along an axis with one point.
std::array<vtkIdType, 3> sizes_of(const LatticeExtent& extent, bool cells)
{
    std::array<vtkIdType, 3> sizes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto steps = static_cast<vtkIdType>(extent[2 * axis + 1]) - extent[2 * axis];
        sizes[axis] = cells ? std::max<vtkIdType>(steps, 1) : steps + 1;
    }
    return sizes;
}

vtkIdType count_of(const LatticeExtent& extent, bool cells)
{
    const auto sizes = sizes_of(extent, cells);
    return sizes[0] * sizes[1] * sizes[2];
}

/// False for a piece that is flat where the whole is not: it has points, but no cell of the whole.
bool has_cells_of(const LatticeExtent& piece, const LatticeExtent& whole)
{
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (piece[2 * axis] == piece[2 * axis + 1] && whole[2 * axis] != whole[2 * axis + 1]) return false;
    return true;
}

template <class Visit>
void for_each_row(const LatticeExtent& part, const LatticeExtent& whole, bool cells, const Visit& visit)
{
    const auto own = sizes_of(part, cells), all = sizes_of(whole, cells);
    for (vtkIdType z = 0; z < own[2]; ++z)
        for (vtkIdType y = 0; y < own[1]; ++y) {
            const vtkIdType at_y = part[2] - whole[2] + y, at_z = part[4] - whole[4] + z;
            visit(own[0] * (y + own[1] * z), part[0] - whole[0] + all[0] * (at_y + all[1] * at_z), own[0]);
        }
}

std::string as_text(const LatticeExtent& extent)
{
    return fmt::format("{}", fmt::join(extent, " "));
}

LatticeExtent extent_of(vtkDataSet& piece)
{
    LatticeExtent extent{0, -1, 0, -1, 0, -1};
    if (auto* image = vtkImageData::SafeDownCast(&piece)) image->GetExtent(extent.data());
    if (auto* grid = vtkRectilinearGrid::SafeDownCast(&piece)) grid->GetExtent(extent.data());
    if (auto* grid = vtkStructuredGrid::SafeDownCast(&piece)) grid->GetExtent(extent.data());
    return extent;
}

vtkSmartPointer<vtkDataArray> like(vtkDataArray& array, vtkIdType tuples)
{
    auto made = vtkSmartPointer<vtkDataArray>::Take(array.NewInstance());
    made->SetName(array.GetName());
    made->SetNumberOfComponents(array.GetNumberOfComponents());
    made->SetNumberOfTuples(tuples);
    return made;
}

std::vector<vtkSmartPointer<vtkDataArray>> arrays_like(vtkDataSetAttributes& attributes, vtkIdType tuples)
{
    std::vector<vtkSmartPointer<vtkDataArray>> arrays;
    for (int i = 0; i < attributes.GetNumberOfArrays(); ++i) {
        vtkDataArray* array = attributes.GetArray(i);
        if (array != nullptr && array->GetName() != nullptr && array->GetNumberOfComponents() <= 3)
            arrays.push_back(like(*array, tuples));
    }
    return arrays;
}

}  // namespace

LatticeJoin::LatticeJoin(const LatticeExtent& extent) : whole_{extent} {}

void LatticeJoin::begin(vtkDataSet& piece)
{
    data_ = vtkSmartPointer<vtkDataSet>::Take(piece.NewInstance());
    covered_.assign(points_in(whole_), 0);
    cells_there_.assign(static_cast<std::size_t>(count_of(whole_, true)), 0);
    at_points_ = arrays_like(*piece.GetPointData(), count_of(whole_, false));
    in_cells_ = arrays_like(*piece.GetCellData(), count_of(whole_, true));
    if (auto* image = vtkImageData::SafeDownCast(&piece)) {
        auto* all = vtkImageData::SafeDownCast(data_);
        all->SetExtent(whole_.data());
        all->SetOrigin(image->GetOrigin());
        all->SetSpacing(image->GetSpacing());
        all->SetDirectionMatrix(image->GetDirectionMatrix());
    }
    if (vtkRectilinearGrid::SafeDownCast(&piece) != nullptr)
        for (const vtkIdType size : sizes_of(whole_, false)) {
            axes_.push_back(vtkSmartPointer<vtkDoubleArray>::New());
            axes_.back()->SetNumberOfTuples(size);
        }
    if (auto* grid = vtkStructuredGrid::SafeDownCast(&piece))
        points_ = like(*grid->GetPoints()->GetData(), count_of(whole_, false));
}

void LatticeJoin::check_same_image(vtkDataSet& piece) const
{
    auto* image = vtkImageData::SafeDownCast(&piece);
    auto* all = vtkImageData::SafeDownCast(data_);
    if (image == nullptr || all == nullptr) return;
    const bool same = std::equal(image->GetOrigin(), image->GetOrigin() + 3, all->GetOrigin()) &&
                      std::equal(image->GetSpacing(), image->GetSpacing() + 3, all->GetSpacing());
    if (!same) throw std::runtime_error("its origin or spacing differs from that of the pieces before");
}

void LatticeJoin::set_axes(vtkDataSet& piece, const LatticeExtent& extent)
{
    auto* grid = vtkRectilinearGrid::SafeDownCast(&piece);
    if (grid == nullptr) return;
    const std::array<vtkDataArray*, 3> own{grid->GetXCoordinates(), grid->GetYCoordinates(),
                                           grid->GetZCoordinates()};
    const auto sizes = sizes_of(extent, false);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (own[axis] == nullptr || own[axis]->GetNumberOfTuples() < sizes[axis])
            throw std::runtime_error("it has fewer coordinates than points");
        for (vtkIdType i = 0; i < sizes[axis]; ++i)
            axes_[axis]->SetComponent(extent[2 * axis] - whole_[2 * axis] + i, 0,
                                      own[axis]->GetComponent(i, 0));
    }
}

/// Copies values, but not ghosts, which must not replace the values of the piece that owns them.
void LatticeJoin::copy_own(vtkDataArray& from, vtkDataArray& to, const LatticeExtent& extent, bool cells,
                           const vtkUnsignedCharArray& flags)
{
    std::vector<std::uint8_t>& there = cells ? cells_there_ : covered_;
    const auto is_copy = [&](vtkIdType n) {
        return (flags.GetValue(n) & vtkDataSetAttributes::DUPLICATECELL) !=
               0;  // which is DUPLICATEPOINT, too
    };
    for_each_row(extent, whole_, cells, [&](vtkIdType source, vtkIdType target, vtkIdType count) {
        for (vtkIdType n = 0; n < count; ++n)
            if (!is_copy(source + n) || there[static_cast<std::size_t>(target + n)] == 0)
                to.InsertTuple(target + n, source + n, &from);
    });
}

void LatticeJoin::copy_rows(vtkDataArray& from, vtkDataArray& to, const LatticeExtent& extent, bool cells)
{
    for_each_row(extent, whole_, cells, [&](vtkIdType source, vtkIdType target, vtkIdType count) {
        to.InsertTuples(target, count, source, &from);
    });
}

void LatticeJoin::copy(vtkDataSetAttributes& from, Arrays& to, const LatticeExtent& extent, bool cells)
{
    const auto* flags =
        vtkUnsignedCharArray::SafeDownCast(from.GetArray(vtkDataSetAttributes::GhostArrayName()));
    if (flags != nullptr && flags->GetNumberOfTuples() != count_of(extent, cells)) flags = nullptr;
    for (auto& array : to) {
        vtkDataArray* source = from.GetArray(array->GetName());
        const bool fits = source != nullptr &&
                          source->GetNumberOfComponents() == array->GetNumberOfComponents() &&
                          source->GetNumberOfTuples() == count_of(extent, cells);
        if (!fits)
            throw std::runtime_error(
                fmt::format("it has no array '{}' as the pieces before have", array->GetName()));
        if (flags != nullptr)
            copy_own(*source, *array, extent, cells, *flags);
        else
            copy_rows(*source, *array, extent, cells);
    }
}

void LatticeJoin::add(vtkDataSet& piece, const LatticeExtent& extent)
{
    if (extent_of(piece) != extent)
        throw std::runtime_error(fmt::format("its extent should be {} as its index says, found {}",
                                             as_text(extent), as_text(extent_of(piece))));
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (extent[2 * axis] < whole_[2 * axis] || extent[2 * axis + 1] > whole_[2 * axis + 1])
            throw std::runtime_error(fmt::format("its extent {} lies outside that of the whole, {}",
                                                 as_text(extent), as_text(whole_)));
    if (data_ == nullptr) begin(piece);
    if (std::strcmp(piece.GetClassName(), data_->GetClassName()) != 0)
        throw std::runtime_error(fmt::format("it holds a {}, the pieces before a {}", piece.GetClassName(),
                                             data_->GetClassName()));
    check_same_image(piece);
    set_axes(piece, extent);
    if (points_ != nullptr)
        copy_rows(*vtkStructuredGrid::SafeDownCast(&piece)->GetPoints()->GetData(), *points_, extent, false);
    copy(*piece.GetPointData(), at_points_, extent, false);
    const auto mark = [&](std::vector<std::uint8_t>& there, bool cells) {
        for_each_row(extent, whole_, cells, [&](vtkIdType, vtkIdType target, vtkIdType count) {
            std::fill_n(there.begin() + target, count, std::uint8_t{1});
        });
    };
    if (has_cells_of(extent, whole_)) {
        copy(*piece.GetCellData(), in_cells_, extent, true);
        mark(cells_there_, true);
    }
    mark(covered_, false);
}

vtkSmartPointer<vtkDataSet> LatticeJoin::take()
{
    const auto gap = std::ranges::find(covered_, 0);
    if (data_ == nullptr || gap != covered_.end()) {
        const auto sizes = sizes_of(whole_, false);
        const vtkIdType n = gap - covered_.begin();
        throw std::runtime_error(fmt::format("its pieces leave a gap in the extent {}: expected a value at "
                                             "point {} {} {}",
                                             as_text(whole_), whole_[0] + n % sizes[0],
                                             whole_[2] + n / sizes[0] % sizes[1],
                                             whole_[4] + n / (sizes[0] * sizes[1])));
    }
    if (auto* grid = vtkRectilinearGrid::SafeDownCast(data_)) {
        grid->SetExtent(whole_.data());
        grid->SetXCoordinates(axes_[0]);
        grid->SetYCoordinates(axes_[1]);
        grid->SetZCoordinates(axes_[2]);
    }
    if (auto* grid = vtkStructuredGrid::SafeDownCast(data_)) {
        grid->SetExtent(whole_.data());
        const auto points = vtkSmartPointer<vtkPoints>::New();
        points->SetData(points_);
        grid->SetPoints(points);
    }
    for (const auto& array : at_points_) data_->GetPointData()->AddArray(array);
    for (const auto& array : in_cells_) data_->GetCellData()->AddArray(array);
    return data_;
}

}  // namespace farfield::compute
