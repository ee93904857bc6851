#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/relay/network/settings.h"

namespace farfield::net::relay {

/// A load of tables 4-14 to 4-21: messages a second that each of six hosts sends, and that come from the wide
/// area.
struct TopologyLoad {
    std::string_view name;  ///< name of the table's column
    double of_host = 0.0, of_wide_area = 0.0;
};
inline constexpr std::array topology_loads{
    TopologyLoad{"250/1k", 250.0, 1'000.0}, TopologyLoad{"250/2k", 250.0, 2'000.0},
    TopologyLoad{"250/3k", 250.0, 3'000.0}, TopologyLoad{"450/4k", 450.0, 4'000.0},
    TopologyLoad{"450/5k", 450.0, 5'000.0}, TopologyLoad{"450/6k", 450.0, 6'000.0},
    TopologyLoad{"450/7k", 450.0, 7'000.0}};

/// Result of one load in one topology.
struct TopologyCell {
    std::map<std::string, double> percent;  ///< by the thesis's name of the row: use of a link, or of a core
    double delay_p50_ms = 0.0, delay_p99_ms = 0.0;
    double delivered_percent = 0.0;  ///< of all messages from hosts and router, times all hosts
};

/// A network as simulated in the thesis, measured here.
struct MeasuredTopology {
    std::string_view title;
    std::array<std::string_view, 2> tables;     ///< its tables, "table_4-14"; empty: only the thesis's text
    std::map<std::string, TopologyCell> cells;  ///< by name of the load
};

/// Remark on their measurement, for the report.
[[nodiscard]] std::string_view remark_on_topologies();

/// Measures all topologies. Without a converter: router and six hosts. With it: two relays of the first
/// level, which take half of the entities each, and one of the second, which sends one bundle for all hosts.
/// Each process has its own CPU time, each link is part of a LinkProcess.
[[nodiscard]] std::vector<MeasuredTopology> measure_topologies(const BenchSettings& settings);

}  // namespace farfield::net::relay
