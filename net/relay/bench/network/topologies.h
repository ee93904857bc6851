#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "net/relay/bench/settings.h"

namespace farfield::net::relay {

/// A load of tables 4-14 to 4-21: messages a second that each of six hosts sends, and that come from the wide
/// area.
struct TopologyLoad {
    std::string_view name;  ///< of its column
    double of_host = 0.0, of_wide_area = 0.0;
};
inline constexpr std::array topology_loads{
    TopologyLoad{"250/1k", 250.0, 1'000.0}, TopologyLoad{"250/2k", 250.0, 2'000.0},
    TopologyLoad{"250/3k", 250.0, 3'000.0}, TopologyLoad{"450/4k", 450.0, 4'000.0},
    TopologyLoad{"450/5k", 450.0, 5'000.0}, TopologyLoad{"450/6k", 450.0, 6'000.0},
    TopologyLoad{"450/7k", 450.0, 7'000.0}};

/// What one load did in one topology.
struct TopologyCell {
    std::map<std::string, double> percent;  ///< by the thesis's name of the row: of a link, or of a core
    double delay_p50_ms = 0.0, delay_p99_ms = 0.0;
    double delivered_percent = 0.0;  ///< of all that hosts and router sent, to all hosts
};

/// A network as the thesis simulated it, measured.
struct MeasuredTopology {
    std::string_view title;
    std::array<std::string_view, 2> tables;     ///< that have it, "table_4-14"; empty: only the thesis's text
    std::map<std::string, TopologyCell> cells;  ///< by the name of the load
};

/// How they are measured, for the report.
[[nodiscard]] std::string_view remark_on_topologies();

/// Without a converter: router and six hosts. With it: two relays of the first level, which take a half of
/// the entities each, and one of the second, which sends one bundle for all hosts. Each process has its CPU
/// time, each link is a part of a LinkProcess.
[[nodiscard]] std::vector<MeasuredTopology> measure_topologies(const BenchSettings& settings);

}  // namespace farfield::net::relay
