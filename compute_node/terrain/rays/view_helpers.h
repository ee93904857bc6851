#pragma once

#include "compute_node/support/shared_work.h"
#include "compute_node/terrain/rays/view_tiles.h"

#include <memory>
#include <optional>
#include <vector>

namespace farfield::terrain {

/// Tiles that a helper has cast.
struct CastTiles {
    TileRange tiles;
    std::vector<std::byte> values;  ///< begins with the floats of put_tiles()

    [[nodiscard]] std::span<const float> floats() const
    {
        return {reinterpret_cast<const float*>(values.data()),
                static_cast<std::size_t>(tiles.count) * apart_floats};
    }
};

/// Work of one view that other processes share.
using ViewHelp = SharedWork<TileRange, CastTiles>;

/// Processes that have a terrain beside this one, and cast views of it.
class ViewHelpers {
public:
    virtual ~ViewHelpers() = default;
    /// Begins a view. big_endian: as ViewImage says. threads: of each helper; 0: its own choice.
    [[nodiscard]] virtual std::unique_ptr<ViewHelp> begin(const ViewRays& rays, bool big_endian,
                                                          int threads) = 0;
};

}  // namespace farfield::terrain
