#pragma once

#include "model/rakes/seeds.h"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

namespace farfield::compute {

/// Throws std::runtime_error when more seeds are wanted than a rake may have. what: their source, "a slice".
inline void check_seed_limit(const char* what, std::uint64_t seeds)
{
    if (seeds > model::max_seeds_per_rake)
        throw std::runtime_error(fmt::format("{} of {} seeds exceeds max_seeds_per_rake = {}", what, seeds,
                                             model::max_seeds_per_rake));
}

}  // namespace farfield::compute
