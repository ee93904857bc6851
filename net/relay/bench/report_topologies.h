#pragma once

#include <span>
#include <string>

#include "net/message/bounded_json.h"
#include "net/relay/bench/network/topologies.h"
#include "net/relay/bench/published_tables.h"

namespace farfield::net::relay {

/// What was measured for a number of tables 4-14 to 4-21: percent, or "p50 / p99" of delays in ms. Empty
/// where it was not.
[[nodiscard]] std::string topology_beside(const PublishedTable& table, std::size_t row, std::size_t column,
                                          std::span<const MeasuredTopology> measured);

/// A table of all its rows.
[[nodiscard]] std::string topology_html(const MeasuredTopology& topology);

[[nodiscard]] Json topologies_json(std::span<const MeasuredTopology> measured);

}  // namespace farfield::net::relay
