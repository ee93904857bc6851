#pragma once

#include "compute_node/volumes/scalar_field.h"

#include <array>
#include <memory>
#include <mutex>

namespace farfield::compute {

inline constexpr unsigned most_levels = 9;  ///< levels 0 to 8

/// A grid and its coarser levels, each made at its first use. Threads: any.
class GridLevels {
public:
    explicit GridLevels(VolumeGrid finest);

    /// The grid at a level, at most coarsest().
    [[nodiscard]] std::shared_ptr<const VolumeGrid> at(unsigned level) const;
    [[nodiscard]] const VolumeGrid& finest() const { return *levels_[0]; }
    [[nodiscard]] unsigned coarsest() const { return coarsest_; }

private:
    mutable std::mutex mutex_;
    mutable std::array<std::shared_ptr<const VolumeGrid>, most_levels> levels_;
    unsigned coarsest_;
};

/// A scalar on the levels of a grid. Threads: any.
class ScalarLevels {
public:
    /// finest: on the grid's level 0.
    ScalarLevels(ScalarField finest, std::shared_ptr<const GridLevels> grid);

    [[nodiscard]] const ScalarField& at(unsigned level) const;
    [[nodiscard]] const ScalarField& finest() const { return *levels_[0]; }
    [[nodiscard]] const std::shared_ptr<const GridLevels>& grid() const { return grid_; }

private:
    std::shared_ptr<const GridLevels> grid_;
    mutable std::mutex mutex_;
    mutable std::array<std::unique_ptr<const ScalarField>, most_levels> levels_;
};

}  // namespace farfield::compute
