#pragma once

#include "compute_node/datasets/time_series.h"

#include <cstdint>
#include <new>

namespace farfield::compute {

/// About the memory that opening a dataset takes at most, in bytes; of a series, what its first slice takes.
/// Throws std::runtime_error when no built-in field has this name, or the times of a NetCDF file cannot be
/// read. gone: as series_of() takes it.
[[nodiscard]] std::uint64_t memory_needed(const DatasetFiles& dataset, const std::stop_token& gone = {});

/// Throws std::runtime_error: which dataset there is no memory for, how much it takes, and what takes less.
/// in_blocks: it was to be shared out over ranks.
[[noreturn]] void throw_no_memory(const DatasetFiles& dataset, bool in_blocks);

/// Calls what opens a dataset: its std::bad_alloc becomes what throw_no_memory() throws.
template <class Open>
auto in_memory(const DatasetFiles& dataset, bool in_blocks, const Open& open)
{
    try {
        return open();
    } catch (const std::bad_alloc&) {
        throw_no_memory(dataset, in_blocks);
    }
}

}  // namespace farfield::compute
