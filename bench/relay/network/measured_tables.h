#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/relay/network/own_network.h"
#include "bench/relay/network/settings.h"
#include "bench/relay/network/topologies.h"
#include "bench/relay/network/trial.h"

namespace farfield::net::relay {

/// Cost of receiving, in one place of a table.
struct MeasuredCell {
    double cpu_percent = 0.0;                  ///< percent of a core, by CPU time of the receiver's process
    std::optional<double> float_percent = {};  ///< percent of a core, by the float loop's loss
    std::uint64_t lost = 0;                    ///< lost messages; the costs are then those of fewer
};

/// Costs by size and rate of messages, as in tables 4-2 to 4-12 of the thesis. All messages are sent singly.
struct SizeTable {
    Way way = Way::Recv;
    std::vector<std::size_t> sizes;
    std::vector<double> rates;
    std::vector<std::vector<MeasuredCell>> cells;  ///< [rate][size]
    std::vector<double> most;                      ///< [size], highest rate (messages a second) without loss

    /// The cell for a rate and size; null when it was not measured.
    [[nodiscard]] const MeasuredCell* at(double rate, std::size_t size) const;
};

/// Costs by number of groups and wanted share of them, at 2,000 messages a second, as in table 4-1.
struct GroupTable {
    static constexpr double rate = 2'000.0;
    Way way = Way::Recv;
    std::vector<std::uint32_t> groups;
    std::vector<int> shares;                         ///< wanted share, percent
    std::vector<std::vector<MeasuredCell>> cells;    ///< [share][groups]
    std::vector<std::vector<double>> start_seconds;  ///< time until it listened, including joins

    [[nodiscard]] const MeasuredCell* at(int share, std::uint32_t groups_sent_to) const;
};

struct MeasuredTables {
    std::vector<SizeTable> by_size;
    std::vector<GroupTable> by_group;
    std::vector<MeasuredTopology> topologies = {};
};

/// Measures only the figures that are requested: "relay.table", "relay.topology".
[[nodiscard]] MeasuredTables measure_tables(const BenchSettings& settings, const OwnNetwork& network);

}  // namespace farfield::net::relay
