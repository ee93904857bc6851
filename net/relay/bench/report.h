#pragma once

#include <filesystem>

#include "model/data/figure.h"
#include "net/relay/bench/network/measured_tables.h"

namespace farfield::net::relay {

/// Writes relay.html and relay.json into a folder, which is made: the figures, and the thesis's tables beside
/// what was measured here, with the remarks on errors in it. Throws std::runtime_error where a file cannot be
/// written.
void write_report(const std::filesystem::path& folder, const model::Suite& suite,
                  const MeasuredTables& measured);

}  // namespace farfield::net::relay
