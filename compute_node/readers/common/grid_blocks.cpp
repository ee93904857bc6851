#include "compute_node/readers/common/grid_blocks.h"

#include <algorithm>

namespace farfield::compute {

namespace {

template <class T, class From>
void append_to(std::vector<T>& to, const From& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

void append_arrays(GridData& all, const GridData& block)
{
    std::erase_if(all.arrays, [&](NodeValues& array) {
        const auto same =
            std::find_if(block.arrays.begin(), block.arrays.end(), [&](const NodeValues& other) {
                return other.name == array.name && other.components == array.components;
            });
        if (same == block.arrays.end()) return true;
        append_to(array.values.own(), same->values);
        return false;
    });
}

}  // namespace

void append_block(GridData& all, const GridData& block)
{
    if (!all.blanked.empty() || !block.blanked.empty()) {
        all.blanked.resize(node_count(all), 0);
        append_to(all.blanked, block.blanked);
        all.blanked.resize(node_count(all) + node_count(block), 0);
    }
    append_to(all.dims, block.dims);
    append_to(std::get<CurvilinearGeometry>(all.geometry).points,
              std::get<CurvilinearGeometry>(block.geometry).points);
    append_arrays(all, block);
}

}  // namespace farfield::compute
