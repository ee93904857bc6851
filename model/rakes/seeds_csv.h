#pragma once

#include "model/rakes/rakes.h"

#include <atomic>
#include <cstdint>
#include <istream>
#include <string>

namespace farfield::model {

/// The most seeds that a list may have, and the limit's name for errors.
struct SeedLimit {
    std::string name;
    std::uint64_t seeds = 0;
};

/// Reads a header `x,y,z` or `x,y,z,t` and a line of as many finite numbers of binary32 for each seed:
/// positions in the field's position units and times on its clock. Skips what csv_rows.h says.
/// name: name of the text in errors. cancelled: true ends the reading after the seeds so far; may be null.
/// Throws std::runtime_error with name, line, the expected and the found, or with the exceeded limit.
[[nodiscard]] ListRake read_seeds_csv(std::istream& text, const std::string& name, const SeedLimit& limit,
                                      const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::model
