#pragma once

#include "compute_node/support/atomic_text.h"
#include "model/csv/csv_rows.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace farfield {

/// A transform of rows of numbers into rows of text. Both functions are called on many threads at once, and
/// must not throw.
struct CsvTransform {
    std::string header;  ///< header of the result, without a newline
    /// The fault of a row's numbers; empty when there is none.
    std::function<std::string(std::span<const double> numbers)> fault;
    /// Appends a row's result with its newline. row: its number, from 0.
    std::function<void(std::uint64_t row, std::span<const double> numbers, std::string& text)> answer;
};

/// Progress and cancellation of a transform.
struct RowWatch {
    std::function<void(double part, std::uint64_t rows)> progress;  ///< from the calling thread; may be empty
    const std::atomic<bool>* cancelled = nullptr;                   ///< may be null
    std::uint64_t bytes = 0;  ///< size of the rows' text, for `part`; 0: not known
};

/// Transforms all rows in their order, some thousands at a time, on up to `threads` threads (0: all): the
/// same text for any number. Ends early where the work is cancelled. Does not finish the text. Throws the
/// errors of reading and writing, and the fault of the first faulty row.
void transform_rows(model::CsvRows& rows, AtomicText& out, const CsvTransform& transform, int threads,
                    const RowWatch& watch = {});

}  // namespace farfield
