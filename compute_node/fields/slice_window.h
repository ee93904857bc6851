#pragma once

#include "compute_node/fields/sliced_field.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace farfield::compute {

/// A few of a field's time slices in memory. While some are in use, a thread of the window reads those that
/// come next. Slices that one job has read serve the next one too.
/// Threads: may be called from any thread, but from one at a time.
class SliceWindow {
public:
    /// Fewest slices, for a step from one interval into the next; with more, the next ones are read ahead.
    static constexpr std::size_t least_slices = 3;

    /// slices: largest number in memory together, at least least_slices.
    explicit SliceWindow(std::size_t slices);

    [[nodiscard]] std::size_t slices() const { return slices_; }
    /// Slices to use together, at least 3, about half of slices(): the others are read meanwhile.
    [[nodiscard]] std::size_t extent() const { return extent_; }

    /// The field with the first `count` of these slices in memory, which holds until the next call; the
    /// others, no more than slices() together, are read meanwhile in their order, and all else is dropped.
    /// Waits for slices that were not read ahead, unless `cancelled` becomes true: then it returns null when
    /// a slice has been read. Rethrows the error of reading a slice when that slice is wanted, and not
    /// before.
    const Field* show(const std::shared_ptr<const SlicedField>& field, std::span<const std::size_t> wanted,
                      std::size_t count, const std::atomic<bool>* cancelled = nullptr);

private:
    struct Slice {
        FieldSlice field;
        std::exception_ptr error;  ///< reason why the slice could not be read
    };

    [[nodiscard]] bool is_shown(const std::shared_ptr<const SlicedField>& field,
                                std::span<const std::size_t> wanted, std::size_t count) const;
    void want(const std::shared_ptr<const SlicedField>& field, std::span<const std::size_t> wanted);
    [[nodiscard]] const FieldSlice& slice_read(std::size_t slice);
    [[nodiscard]] bool is_wanted(std::size_t slice) const;
    [[nodiscard]] const std::size_t* next_to_read() const;
    void read_ahead(const std::stop_token& stop);

    std::size_t slices_, extent_;
    std::shared_ptr<const Field> shown_;
    std::size_t shown_slices_ = 0;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::shared_ptr<const SlicedField> field_;
    std::vector<std::size_t> wanted_;    ///< in the order of reading
    std::map<std::size_t, Slice> read_;  ///< those of the wanted slices that were read
    std::jthread reader_;                ///< ends before the members that it uses
};

}  // namespace farfield::compute
