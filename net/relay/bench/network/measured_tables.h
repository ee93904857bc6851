#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "net/relay/bench/network/own_network.h"
#include "net/relay/bench/network/topologies.h"
#include "net/relay/bench/network/trial.h"
#include "net/relay/bench/settings.h"

namespace farfield::net::relay {

/// What receiving took in one place of a table.
struct MeasuredCell {
    double cpu_percent = 0.0;                  ///< of a core, by the CPU time of the receiver's process
    std::optional<double> float_percent = {};  ///< by what the float loop lost
    std::uint64_t lost = 0;                    ///< messages; the costs are then those of fewer
};

/// Costs by size and rate of messages, as tables 4-2 to 4-12 of the thesis have them. All are sent singly.
struct SizeTable {
    Way way = Way::Recv;
    std::vector<std::size_t> sizes;
    std::vector<double> rates;
    std::vector<std::vector<MeasuredCell>> cells;  ///< [rate][size]
    std::vector<double> most;                      ///< [size], messages a second of which none was lost

    /// Nothing where it was not measured.
    [[nodiscard]] const MeasuredCell* at(double rate, std::size_t size) const;
};

/// Costs by groups and share of them that the receiver wants, at 2,000 messages a second, as table 4-1.
struct GroupTable {
    static constexpr double rate = 2'000.0;
    Way way = Way::Recv;
    std::vector<std::uint32_t> groups;
    std::vector<int> shares;                         ///< percent
    std::vector<std::vector<MeasuredCell>> cells;    ///< [share][groups]
    std::vector<std::vector<double>> start_seconds;  ///< until it listened, joins included

    [[nodiscard]] const MeasuredCell* at(int share, std::uint32_t groups_sent_to) const;
};

struct MeasuredTables {
    std::vector<SizeTable> by_size;
    std::vector<GroupTable> by_group;
    std::vector<MeasuredTopology> topologies = {};
};

/// Only what is asked for: "relay.table", "relay.topology".
[[nodiscard]] MeasuredTables measure_tables(const BenchSettings& settings, const OwnNetwork& network);

}  // namespace farfield::net::relay
