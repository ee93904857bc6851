#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/ranks/blocks/line_traffic.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace farfield::compute {

/// One job that others help with. What they have not done yet is dropped when this is destroyed.
/// Threads: one at a time. Errors: std::runtime_error when a helper is gone or has failed.
class LineHelp {
public:
    virtual ~LineHelp() = default;

    struct Helper {
        int number = 0;
        int threads = 1;  ///< that it traces with
    };
    /// One that should get more to do, if there is one.
    [[nodiscard]] virtual std::optional<Helper> free_helper() const = 0;
    /// Of all helpers together.
    [[nodiscard]] virtual int threads() const = 0;
    /// seeds: those of the job from `first` on. Returns at once.
    virtual void give(int helper, std::size_t first, const LineSeeds& seeds) = 0;
    /// Blocks traced meanwhile, in any order; first_seed is counted over the whole job. wait: for one, for
    /// some milliseconds.
    [[nodiscard]] virtual std::vector<LineBlock> take(bool wait) = 0;
    /// What is not done yet is dropped soon.
    virtual void cancel() = 0;
};

/// Whoever traces lines beside this process.
class LineHelpers {
public:
    virtual ~LineHelpers() = default;
    /// Null when they do not have this field. threads: of each helper, 0 for what it takes by itself.
    [[nodiscard]] virtual std::unique_ptr<LineHelp> begin(const Field& field, const LineSettings& settings,
                                                          int threads) = 0;
    /// The same where they hold the other blocks of a field that has its block 0 here.
    [[nodiscard]] virtual std::unique_ptr<LineTraffic>
    begin_traffic(const Field& block, const LineSettings& settings, int threads) = 0;
};

/// With what lines are traced.
struct Workforce {
    Workforce(int threads_here = 0, LineHelpers* beside = nullptr)  // NOLINT(google-explicit-constructor)
        : threads{threads_here}, others{beside}
    {}
    int threads;          ///< of this process, and of each helper; 0: as many as OpenMP takes
    LineHelpers* others;  ///< or null; borrowed
};

}  // namespace farfield::compute
