#include "compute_node/volumes/scalar_levels.h"

#include <algorithm>
#include <utility>

namespace farfield::compute {

GridLevels::GridLevels(VolumeGrid finest)
    : levels_{std::make_shared<const VolumeGrid>(std::move(finest))},
      coarsest_{std::min(coarsest_level(*levels_[0]), most_levels - 1)}
{}

std::shared_ptr<const VolumeGrid> GridLevels::at(unsigned level) const
{
    const std::lock_guard lock{mutex_};
    auto& made = levels_.at(level);
    if (!made) made = std::make_shared<const VolumeGrid>(coarsened(*levels_[0], level));
    return made;
}

ScalarLevels::ScalarLevels(ScalarField finest, std::shared_ptr<const GridLevels> grid)
    : grid_{std::move(grid)}, levels_{std::make_unique<const ScalarField>(std::move(finest))}
{}

const ScalarField& ScalarLevels::at(unsigned level) const
{
    const std::lock_guard lock{mutex_};
    auto& made = levels_.at(level);
    if (!made) made = std::make_unique<const ScalarField>(coarsened(*levels_[0], level, grid_->at(level)));
    return *made;
}

}  // namespace farfield::compute
