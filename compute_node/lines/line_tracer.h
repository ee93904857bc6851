#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_helpers.h"
#include "compute_node/lines/line_settings.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace farfield::compute {

struct LineJob;

/// Progress of a job. The time left is not guessed: lines differ in length.
struct TraceProgress {
    std::uint64_t lines = 0;  ///< done
    std::uint64_t all_lines = 0;
    std::uint64_t steps = 0;   ///< taken by the lines done; by all lines where slices are read on the way
    std::uint64_t slice = 0;   ///< slices that the window has passed or shows
    std::uint64_t slices = 0;  ///< 0: all are in memory
};

/// Traces streamlines and pathlines through a field.
/// Integrators: kernels/integrators-inl.h, in binary32 with compensated sums. A line's last step is shortened
/// to end where the line does: the domain's face, the edge of a blanked or invalid region, the limit. Where
/// the field changes, Dormand-Prince takes no step in time that is longer than the shortest between slices.
/// The same bits for any number of threads and processes.
/// Threads: trace() changes nothing, so several may run at once; each takes its own OpenMP team.
class LineTracer {
public:
    /// Receiver of blocks, in the order of their seeds, one at a time. Where slices are read on the way,
    /// empty blocks in between report progress.
    using Sink = std::function<void(const LineBlock& block, const TraceProgress& progress)>;

    /// Throws std::runtime_error when a setting is wrong, naming it. `resources` may be just a number of
    /// threads; workers help where all slices are in memory.
    LineTracer(FieldSource field, const LineSettings& settings, Resources resources = {});

    /// Traces one line for each seed. sink: called by one thread at a time, not always by the same.
    /// Once `cancelled` is true this returns soon, and delivers no more. Exceptions of the sink
    /// come out; running out of memory is std::bad_alloc; a helper that is gone is
    /// std::runtime_error.
    ///
    /// Memory: a few blocks, whatever the number of seeds. Where slices are read on the way, the points of
    /// lines_at_once lines, and 300 bytes for each that is under way; then reading also throws
    /// std::runtime_error. The lines have the same bits as with all slices in memory.
    void trace(const LineSeeds& seeds, const Sink& sink, const std::atomic<bool>* cancelled = nullptr) const;

    /// The same for a field in memory, with all lines in memory at once: block i has the lines of seeds from
    /// i * block_lines on. blocks: blocks_of(seeds); memory that they have is used again. Once `cancelled` is
    /// true this returns soon, with some lines or blocks empty.
    void trace_all(const LineSeeds& seeds, std::span<LineBlock> blocks,
                   const std::atomic<bool>* cancelled = nullptr) const;
    [[nodiscard]] static std::size_t blocks_of(const LineSeeds& seeds);

    /// Lines that are followed side by side where slices are read on the way; each such group reads them all.
    static constexpr std::size_t lines_at_once = 1 << 19;

    [[nodiscard]] const LineSettings& settings() const { return settings_; }

private:
    void trace_with(LineHelp& help, const LineJob& job, const Sink& sink) const;

    FieldSource field_;
    LineSettings settings_;
    Resources resources_;
};

}  // namespace farfield::compute
