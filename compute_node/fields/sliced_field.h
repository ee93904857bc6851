#pragma once

#include "compute_node/fields/field.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace farfield::compute {

/// A field at one of its times.
struct FieldSlice {
    FixedArray<Node> nodes = {};                 ///< laid out as its grid says
    std::shared_ptr<const Grid> grid = nullptr;  ///< the slice's own, where the grid changes; else null
};

/// An unsteady field with slices that stay in their files until they are wanted.
/// Threads: immutable once made, so several threads may read slices at once.
class SlicedField {
public:
    virtual ~SlicedField() = default;

    /// The field's grid, times and names, with no slice in memory.
    [[nodiscard]] virtual const std::shared_ptr<const Field>& frame() const = 0;
    [[nodiscard]] std::size_t slices() const { return frame()->slices().times.size(); }

    /// Reads a slice. Throws std::runtime_error, naming its file, when that cannot be read, has another grid
    /// though the grid does not change, or lacks an array.
    [[nodiscard]] virtual FieldSlice read(std::size_t slice, const std::stop_token& cancel) const = 0;
    /// The field with some slices in memory; the others are empty.
    [[nodiscard]] virtual std::shared_ptr<const Field> with(std::vector<FieldSlice> slices) const = 0;
};

}  // namespace farfield::compute
