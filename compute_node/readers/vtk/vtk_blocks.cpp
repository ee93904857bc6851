#include "compute_node/readers/vtk/vtk_blocks.h"

#include "compute_node/readers/common/block_choice.h"

#include <vtkCell.h>
#include <vtkCompositeDataIterator.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataSet.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <cstddef>

namespace farfield::compute {

namespace {

/// Calls visit(iterator, part) for each part with cells.
template <class Visit>
void for_each_part(vtkMultiBlockDataSet& all, const Visit& visit)
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

}  // namespace farfield::compute
