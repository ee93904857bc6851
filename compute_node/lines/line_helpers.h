#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/support/shared_work.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Seeds of a job from `first` on.
struct LinePart {
    std::size_t first = 0;
    LineSeeds seeds;

    template <class Parts>
    void parts(Parts& with)
    {
        with(first, seeds.x, seeds.y, seeds.z, seeds.t, seeds.max_time);
    }
};

/// Work of one job that other processes share. first_seed of the blocks is counted over the whole job.
using LineHelp = SharedWork<LinePart, LineBlock>;

/// Processes that trace lines beside this one.
class LineHelpers {
public:
    virtual ~LineHelpers() = default;
    /// Begins a job; null when processes do not have this field. threads: of each helper; 0: its own choice.
    [[nodiscard]] virtual std::unique_ptr<LineHelp> begin(const Field& field, const LineSettings& settings,
                                                          int threads) = 0;
};

/// The threads and worker processes that trace lines.
struct Resources {
    Resources(int threads_here = 0, LineHelpers* beside = nullptr)  // NOLINT(google-explicit-constructor)
        : threads{threads_here}, workers{beside}
    {}
    int threads;           ///< threads of this process, and of each worker; 0: as many as OpenMP takes
    LineHelpers* workers;  ///< or null; borrowed
};

}  // namespace farfield::compute
