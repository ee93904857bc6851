#pragma once

#include <filesystem>

#include "bench/relay/network/measured_tables.h"
#include "model/figures/figure.h"

namespace farfield::net::relay {

/// Writes relay.html and relay.json into a folder, which it creates: the figures, and the thesis's tables
/// beside the measurements, with remarks on errors in them. Throws std::runtime_error when a file cannot be
/// written.
void write_report(const std::filesystem::path& folder, const model::Suite& suite,
                  const MeasuredTables& measured);

}  // namespace farfield::net::relay
