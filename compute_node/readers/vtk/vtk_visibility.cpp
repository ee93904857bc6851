#include "compute_node/readers/vtk/vtk_visibility.h"

#include "compute_node/fields/velocity/vector_meaning.h"

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace farfield::compute {

namespace {

constexpr unsigned char hidden_cell = vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::REFINEDCELL;

vtkSmartPointer<vtkUnsignedCharArray> no_flags(vtkIdType tuples)
{
    auto flags = vtkSmartPointer<vtkUnsignedCharArray>::New();
    flags->SetName(vtkDataSetAttributes::GhostArrayName());
    flags->SetNumberOfTuples(tuples);
    std::fill_n(flags->GetPointer(0), tuples, static_cast<unsigned char>(0));
    return flags;
}

/// VTK's own flags, added if `make` is true and there are none. Flags of another type are converted, as VTK
/// would ignore them; flags of another length are none.
vtkUnsignedCharArray* flags_of(vtkDataSetAttributes& attributes, vtkIdType tuples, bool make)
{
    const char* name = vtkDataSetAttributes::GhostArrayName();
    vtkDataArray* given = attributes.GetArray(name);
    const bool fits =
        given != nullptr && given->GetNumberOfComponents() == 1 && given->GetNumberOfTuples() == tuples;
    if (auto* own = vtkUnsignedCharArray::SafeDownCast(given); own != nullptr && fits) return own;
    if (!fits && !make) {
        if (given != nullptr) attributes.RemoveArray(name);
        return nullptr;
    }
    const auto flags = no_flags(tuples);
    for (vtkIdType n = 0; fits && n < tuples; ++n)
        flags->SetValue(n, static_cast<unsigned char>(static_cast<int>(given->GetComponent(n, 0)) & 0xFF));
    attributes.AddArray(flags);
    return flags;
}

/// An array that hides, and its sense.
struct Blanking {
    vtkDataArray* array = nullptr;
    bool hides_zero = false;

    [[nodiscard]] bool hides(vtkIdType n) const { return (array->GetComponent(n, 0) == 0.0) == hides_zero; }
};

/// The array by which solvers on overlapping grids blank ("iblank", "cellN" of ONERA's; 0 is hidden), VTK's
/// probes mark points without a value ("vtkValidPointMask", 0), or VisIt and codes for it mark ghost cells
/// ("avtGhostZones", all but 0); null where it hides none or all.
Blanking blanking_in(vtkDataSetAttributes& attributes, vtkIdType tuples)
{
    for (int i = 0; i < attributes.GetNumberOfArrays(); ++i) {
        vtkDataArray* array = attributes.GetArray(i);
        if (array == nullptr || array->GetName() == nullptr || array->GetNumberOfComponents() != 1 ||
            array->GetNumberOfTuples() != tuples)
            continue;
        const std::string name = compact_name(array->GetName());
        if (name != "iblank" && name != "celln" && name != "vtkvalidpointmask" && name != "avtghostzones")
            continue;
        const Blanking found{array, name != "avtghostzones"};
        vtkIdType hidden = 0;
        for (vtkIdType n = 0; n < tuples; ++n) hidden += found.hides(n) ? 1 : 0;
        if (hidden > 0 && hidden < tuples) return found;
    }
    return {};
}

void settle(vtkDataSetAttributes& attributes, vtkIdType tuples, unsigned char flag, const char* what,
            std::vector<std::string>& remarks)
{
    const Blanking blanking = blanking_in(attributes, tuples);
    vtkUnsignedCharArray* flags = flags_of(attributes, tuples, blanking.array != nullptr);
    if (blanking.array == nullptr) return;
    vtkIdType hidden = 0;
    for (vtkIdType n = 0; n < tuples; ++n) {
        if (!blanking.hides(n) || (flags->GetValue(n) & flag) != 0) continue;
        flags->SetValue(n, static_cast<unsigned char>(flags->GetValue(n) | flag));
        ++hidden;
    }
    if (hidden > 0)
        remarks.push_back(fmt::format("'{}' is {} at {} {}, which are hidden.", blanking.array->GetName(),
                                      blanking.hides_zero ? "0" : "not 0", hidden, what));
}

}  // namespace

std::vector<std::string> settle_visibility(vtkDataSet& data_set)
{
    std::vector<std::string> remarks;
    settle(*data_set.GetPointData(), data_set.GetNumberOfPoints(), vtkDataSetAttributes::HIDDENPOINT,
           "points", remarks);
    settle(*data_set.GetCellData(), data_set.GetNumberOfCells(), vtkDataSetAttributes::HIDDENCELL, "cells",
           remarks);
    data_set.UpdatePointGhostArrayCache();
    data_set.UpdateCellGhostArrayCache();
    return remarks;
}

bool is_hidden_cell(vtkDataSet& data_set, vtkIdType cell)
{
    vtkUnsignedCharArray* flags = data_set.GetCellGhostArray();
    return flags != nullptr && (flags->GetValue(cell) & hidden_cell) != 0;
}

bool is_hidden_point(vtkDataSet& data_set, vtkIdType point)
{
    vtkUnsignedCharArray* flags = data_set.GetPointGhostArray();
    return flags != nullptr && (flags->GetValue(point) & vtkDataSetAttributes::HIDDENPOINT) != 0;
}

bool has_hidden_points(vtkDataSet& data_set)
{
    for (vtkIdType n = 0; data_set.GetPointGhostArray() != nullptr && n < data_set.GetNumberOfPoints(); ++n)
        if (is_hidden_point(data_set, n)) return true;
    return false;
}

}  // namespace farfield::compute
