#pragma once

#include "compute_node/fields/field.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace farfield::compute {

/// An unsteady field with slices that stay in their files until they are wanted.
/// Threads: changes nothing once it is made, so several may read slices at once.
class SlicedField {
public:
    virtual ~SlicedField() = default;

    /// Grid, times and names, with no slice in memory.
    [[nodiscard]] virtual const std::shared_ptr<const Field>& frame() const = 0;
    [[nodiscard]] std::size_t slices() const { return frame()->slices().times.size(); }

    /// Reads a slice. Throws std::runtime_error, naming its file, when that cannot be read, is of another
    /// grid than the first, or lacks an array.
    [[nodiscard]] virtual FixedArray<Node> read(std::size_t slice, const std::stop_token& cancel) const = 0;
    /// The field with some slices in memory; the others are empty.
    [[nodiscard]] virtual std::shared_ptr<const Field> with(std::vector<FixedArray<Node>> slices) const = 0;
};

}  // namespace farfield::compute
