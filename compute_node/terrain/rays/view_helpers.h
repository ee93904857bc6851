#pragma once

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

/// One view that others help with. What they have not cast yet is dropped when this is destroyed.
/// Threads: one at a time. Errors: std::runtime_error when a helper is gone or has failed.
class ViewHelp {
public:
    virtual ~ViewHelp() = default;

    struct Helper {
        int number = 0;
        int threads = 1;  ///< that it casts with
    };
    /// One that should get more to do, if there is one.
    [[nodiscard]] virtual std::optional<Helper> free_helper() const = 0;
    /// Of all helpers together.
    [[nodiscard]] virtual int threads() const = 0;
    /// Returns at once.
    virtual void give(int helper, const TileRange& tiles) = 0;
    /// What has been cast meanwhile, in any order. wait: for something, for some milliseconds.
    [[nodiscard]] virtual std::vector<CastTiles> take(bool wait) = 0;
};

/// Whoever has a terrain beside this process, and casts views of it.
class ViewHelpers {
public:
    virtual ~ViewHelpers() = default;
    /// big_endian: as ViewImage says. threads: of each helper, 0 for what it takes by itself.
    [[nodiscard]] virtual std::unique_ptr<ViewHelp> begin(const ViewRays& rays, bool big_endian,
                                                          int threads) = 0;
};

}  // namespace farfield::terrain
