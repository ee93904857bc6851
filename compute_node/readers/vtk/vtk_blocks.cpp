#include "compute_node/readers/vtk/vtk_blocks.h"

#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/readers/common/block_choice.h"

#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace farfield::compute {

namespace {

/// Calls visit(iterator, part) for each part with cells.
template <class Visit>
void for_each_part(vtkCompositeDataSet& all, const Visit& visit)
{
    const auto it = vtkSmartPointer<vtkCompositeDataIterator>::Take(all.NewIterator());
    for (it->InitTraversal(); !it->IsDoneWithTraversal(); it->GoToNextItem())
        if (auto* part = vtkDataSet::SafeDownCast(it->GetCurrentDataObject());
            part != nullptr && part->GetNumberOfCells() > 0)
            visit(*it, *part);
}

std::string name_of(vtkCompositeDataIterator& at)
{
    if (at.HasCurrentMetaData() == 0) return {};
    const char* name = at.GetCurrentMetaData()->Get(vtkCompositeDataSet::NAME());
    return name == nullptr ? std::string{} : std::string{name};
}

/// Arrays of a part that could be traced or shown; vectors of two numbers count as three.
std::vector<ArrayHead> heads_in(vtkDataSet& part)
{
    std::vector<ArrayHead> heads;
    for (vtkDataSetAttributes* attributes : {static_cast<vtkDataSetAttributes*>(part.GetPointData()),
                                             static_cast<vtkDataSetAttributes*>(part.GetCellData())})
        for (int i = 0; i < attributes->GetNumberOfArrays(); ++i) {
            vtkDataArray* array = attributes->GetArray(i);
            const bool is_usable =
                array != nullptr && array->GetName() != nullptr && array->GetNumberOfComponents() <= 3 &&
                std::string_view{array->GetName()} != vtkDataSetAttributes::GhostArrayName();
            if (is_usable)
                heads.push_back(
                    {array->GetName(), array->GetNumberOfComponents() == 1 ? 1 : 3, {}, false, {}});
        }
    return heads;
}

bool has_all(const std::vector<ArrayHead>& heads, const std::vector<ArrayHead>& wanted)
{
    return std::ranges::all_of(wanted, [&](const ArrayHead& one) {
        return std::ranges::any_of(heads, [&](const ArrayHead& head) {
            return head.name == one.name && head.components == one.components;
        });
    });
}

struct PartHeads {
    vtkDataSet* part;
    std::string name;
    std::vector<ArrayHead> heads;
};

/// Parts without the vector traced, or without any array; empty where that is so for all.
std::vector<PartHeads> without_velocity(const std::vector<PartHeads>& parts)
{
    std::vector<ArrayHead> together, wanted;
    for (const PartHeads& part : parts) together.insert(together.end(), part.heads.begin(), part.heads.end());
    if (const auto candidates = vector_candidates(together); !candidates.empty())
        for (const std::size_t n : candidates.front().arrays) wanted.push_back(together[n]);
    std::vector<PartHeads> lacking;
    std::ranges::copy_if(parts, std::back_inserter(lacking), [&](const PartHeads& part) {
        return wanted.empty() ? part.heads.empty() : !has_all(part.heads, wanted);
    });
    return lacking.size() == parts.size() ? std::vector<PartHeads>{} : lacking;
}

}  // namespace

bool fills_volume(vtkDataSet& part)
{
    for (vtkIdType cell = 0; cell < part.GetNumberOfCells(); ++cell)
        if (part.GetCell(cell)->GetCellDimension() == 3) return true;
    return false;
}

std::vector<BlockName> keep_blocks(vtkMultiBlockDataSet& all, const std::vector<std::string>& asked)
{
    std::vector<std::string> names, of_volumes;
    std::vector<bool> has_volume;
    for_each_part(all, [&](vtkCompositeDataIterator& at, vtkDataSet& part) {
        names.push_back(name_of(at));
        has_volume.push_back(fills_volume(part));
        if (has_volume.back()) of_volumes.push_back(names.back());
    });
    const bool are_volumes = !of_volumes.empty();
    std::vector<BlockName> blocks = choose_blocks(are_volumes ? of_volumes : names, asked);
    std::vector<vtkDataSet*> unwanted;
    std::size_t part_number = 0, block = 0;
    for_each_part(all, [&](vtkCompositeDataIterator&, vtkDataSet& part) {
        if (are_volumes && !has_volume[part_number++]) return;
        if (!blocks[block++].is_read) unwanted.push_back(&part);
    });
    for_each_part(all, [&](vtkCompositeDataIterator& at, vtkDataSet& part) {
        if (std::ranges::find(unwanted, &part) != unwanted.end()) all.SetDataSet(&at, nullptr);
    });
    if (blocks.size() < 2) blocks.clear();
    return blocks;
}

std::vector<std::string> leave_out_parts_without_volume(vtkCompositeDataSet& all,
                                                        std::vector<BlockName>& blocks)
{
    std::vector<std::string> names;
    std::size_t parts = 0;
    for_each_part(all, [&](vtkCompositeDataIterator& at, vtkDataSet& part) {
        ++parts;
        if (!fills_volume(part)) names.push_back(name_of(at));
    });
    if (names.empty() || names.size() == parts) return {};
    for_each_part(all, [&](vtkCompositeDataIterator& at, vtkDataSet& part) {
        if (!fills_volume(part)) all.SetDataSet(&at, nullptr);
    });
    for (BlockName& block : blocks)
        if (std::ranges::find(names, block.name) != names.end()) block.is_read = false;
    return {fmt::format("Parts that fill no volume are left out beside those that do: '{}'.",
                        fmt::join(names, "', '"))};
}

std::vector<std::string> leave_out_parts_without_velocity(vtkCompositeDataSet& all,
                                                          std::vector<BlockName>& blocks)
{
    std::vector<PartHeads> parts, solid;
    for_each_part(all, [&](vtkCompositeDataIterator& at, vtkDataSet& part) {
        parts.push_back({&part, name_of(at), heads_in(part)});
        if (fills_volume(part)) solid.push_back(parts.back());
    });
    const std::vector<PartHeads> lacking = without_velocity(solid.empty() ? parts : solid);
    if (lacking.empty()) return {};
    for_each_part(all, [&](vtkCompositeDataIterator& at, vtkDataSet& part) {
        if (std::ranges::find(lacking, &part, &PartHeads::part) != lacking.end())
            all.SetDataSet(&at, nullptr);
    });
    std::string names;
    for (const PartHeads& part : lacking) {
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ", part.name);
        for (BlockName& block : blocks)
            if (block.name == part.name) block.is_read = false;
    }
    return {fmt::format("Parts without the vector or the values that others have are left out: {}.", names)};
}

}  // namespace farfield::compute
