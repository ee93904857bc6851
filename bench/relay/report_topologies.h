#pragma once

#include <span>
#include <string>

#include "bench/relay/network/topologies.h"
#include "bench/relay/published_tables.h"
#include "net/message/bounded_json.h"

namespace farfield::net::relay {

/// Measurement for a number of tables 4-14 to 4-21: percent, or "p50 / p99" of delays in ms. Empty when there
/// is none.
[[nodiscard]] std::string topology_beside(const PublishedTable& table, std::size_t row, std::size_t column,
                                          std::span<const MeasuredTopology> measured);

/// A topology's table of all rows, as HTML.
[[nodiscard]] std::string topology_html(const MeasuredTopology& topology);

[[nodiscard]] Json topologies_json(std::span<const MeasuredTopology> measured);

}  // namespace farfield::net::relay
