#pragma once

#include <array>
#include <string>

#include "net/message/bounded_json.h"
#include "net/relay/bench/network/measured_tables.h"
#include "net/relay/bench/published_tables.h"

namespace farfield::net::relay {

/// By Way, for a reader.
inline constexpr std::array way_texts{"singly by recv", "singly by recvmmsg",
                                      "singly by recvmmsg, joined by the system",
                                      "bundled, over a session with a relay"};

/// "2.5 / 2.9", with what was lost.
[[nodiscard]] std::string text_of(const MeasuredCell& cell);

/// "table 4-2", or the file's name.
[[nodiscard]] std::string number_of(const PublishedTable& table);

/// What was measured here for a number of the thesis: singly, then bundled. Empty where it was not.
[[nodiscard]] std::string measured_beside(const PublishedTable& table, std::size_t row, std::size_t column,
                                          const MeasuredTables& measured);

/// All tables of the thesis with all their numbers, and those of here.
[[nodiscard]] Json tables_json(const MeasuredTables& measured);

}  // namespace farfield::net::relay
