#pragma once

#include "model/rakes/rakes.h"

#include <atomic>
#include <cstdint>
#include <istream>
#include <string>

namespace farfield::model {

/// The number of seeds that a list may have, by the name that errors give it.
struct SeedLimit {
    std::string name;
    std::uint64_t seeds = 0;
};

/// Reads a header `x,y,z` or `x,y,z,t` and a line of as many finite numbers of binary32 for each seed:
/// positions in the field's position units and times on its clock. Passed over: as csv_rows.h says.
/// name: of the text, for errors. cancelled: ends the reading with the seeds that were read; may be null.
/// Throws std::runtime_error with name, line, the expected and the found, or with the limit that is exceeded.
[[nodiscard]] ListRake read_seeds_csv(std::istream& text, const std::string& name, const SeedLimit& limit,
                                      const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::model
