#pragma once

#include "compute_node/fields/distributed_field.h"
#include "compute_node/fields/field.h"
#include "compute_node/fields/slice_window.h"
#include "compute_node/fields/sliced_field.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace farfield::compute {

/// The field that particles and lines are traced through: a field in memory, one with slices read on the way,
/// or one that several processes hold.
struct FieldSource {
    std::shared_ptr<const Field> field;         ///< in memory, or the frame of slices or distributed
    std::shared_ptr<const SlicedField> slices;  ///< null: all slices are in memory
    std::shared_ptr<SliceWindow> window;        ///< with `slices`; serves one job at a time
    /// The field where several processes hold the nodes, else null; serves one job at a time.
    std::shared_ptr<DistributedField> distributed;

    FieldSource() = default;
    FieldSource(std::shared_ptr<const Field> in_memory)  // NOLINT(google-explicit-constructor): it is one
        : field{std::move(in_memory)}
    {}
    FieldSource(std::shared_ptr<const SlicedField> in_files, std::shared_ptr<SliceWindow> through)
        : field{in_files->frame()}, slices{std::move(in_files)}, window{std::move(through)}
    {}
};

/// The field with the slices that show it at a time in memory; valid until the window is used again. Throws
/// std::runtime_error when they cannot be read.
[[nodiscard]] const Field& shown_at(const FieldSource& source, float time);

}  // namespace farfield::compute
