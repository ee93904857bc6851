#pragma once

#include <array>
#include <string>

#include "bench/relay/network/measured_tables.h"
#include "bench/relay/published_tables.h"
#include "net/message/bounded_json.h"

namespace farfield::net::relay {

/// Text for each Way, for readers of the report.
inline constexpr std::array way_texts{"singly by recv", "singly by recvmmsg",
                                      "singly by recvmmsg, joined by the system",
                                      "bundled, over a session with a relay"};

/// Text of a cell, "2.5 / 2.9", with the losses.
[[nodiscard]] std::string text_of(const MeasuredCell& cell);

/// Name of a table, "table 4-2", or that of its file.
[[nodiscard]] std::string number_of(const PublishedTable& table);

/// Measurements for a number of the thesis: singly, then bundled. Empty when there are none.
[[nodiscard]] std::string measured_beside(const PublishedTable& table, std::size_t row, std::size_t column,
                                          const MeasuredTables& measured);

/// Complete tables of the thesis with all their numbers, and the measurements.
[[nodiscard]] Json tables_json(const MeasuredTables& measured);

}  // namespace farfield::net::relay
