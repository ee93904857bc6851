#pragma once

#include "compute_node/fields/sliced_field.h"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace farfield::compute {

/// Which way through time the slices are wanted.
enum class TimeDirection { Forward, Backward };

/// A run of a field's time slices in memory. While one run is in use, a thread of its own reads those that
/// come next in the direction of travel, as many as the field's budget holds.
/// Threads: all calls from one.
class SliceWindow {
public:
    /// Borrows the field.
    SliceWindow(const SlicedField& field, TimeDirection direction);

    /// Slices that are shown at once; fewer where the field ends. At least 3.
    [[nodiscard]] std::size_t extent() const { return extent_; }

    /// The field with slices [first, first + extent()) in memory, which holds until the next call. Waits for
    /// what was not read ahead, and drops what lies neither there nor ahead. Throws what reading one of them
    /// threw: an error is told when its slice is wanted, and not before.
    const Field& show(std::size_t first);

private:
    struct Slice {
        FixedArray<Node> nodes;
        std::exception_ptr error;  ///< why there are none
    };

    [[nodiscard]] std::vector<std::size_t> wanted_from(std::size_t first) const;
    [[nodiscard]] bool is_wanted(std::size_t slice) const;
    [[nodiscard]] const std::size_t* next_to_read() const;
    void read_ahead(const std::stop_token& stop);

    const SlicedField& field_;
    TimeDirection direction_;
    std::size_t extent_;
    std::shared_ptr<const Field> shown_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<std::size_t> wanted_;    ///< those shown, then those ahead, in the order of reading
    std::map<std::size_t, Slice> read_;  ///< of those wanted
    std::jthread reader_;                ///< ends before what it uses
};

}  // namespace farfield::compute
