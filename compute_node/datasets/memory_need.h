#pragma once

#include "compute_node/datasets/dataset_opener.h"
#include "compute_node/datasets/time_series.h"

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

namespace farfield::compute {

/// An upper estimate of the memory that opening a dataset takes, in bytes; of a series, for its first slice.
/// Throws std::runtime_error when no built-in field has this name, or the times of a NetCDF file cannot be
/// read. cancel: as series_of() takes it.
[[nodiscard]] std::uint64_t memory_needed(const DatasetFiles& dataset, const std::stop_token& cancel = {});

/// An error's text: which dataset there is no memory for, how much it takes, and what takes less.
[[nodiscard]] std::string no_memory_for(const DatasetFiles& dataset);

/// Calls `open`, which opens a dataset. Its std::bad_alloc becomes std::runtime_error with the opener's
/// advice or, where that is null, with no_memory_for().
template <class Open>
auto in_memory(const DatasetFiles& dataset, const DatasetOpener* opener, const Open& open)
{
    try {
        return open();
    } catch (const std::bad_alloc&) {
        throw std::runtime_error(opener != nullptr ? opener->advice(dataset) : no_memory_for(dataset));
    }
}

}  // namespace farfield::compute
