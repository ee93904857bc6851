#include "bench/relay/report_topologies.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "model/report/html.h"

namespace farfield::net::relay {
namespace {

constexpr std::string_view delay_row = "message_delay_ms";

std::string delays_of(const TopologyCell& cell)
{
    return fmt::format("{:.1f} / {:.1f}", cell.delay_p50_ms, cell.delay_p99_ms);
}

/// Text of a cell in a row; empty when there is none.
std::string row_of(const TopologyCell& cell, std::string_view row)
{
    if (row == delay_row) return delays_of(cell);
    const auto found = cell.percent.find(std::string{row});
    return found == cell.percent.end() ? std::string{} : fmt::format("{:.1f}", found->second);
}

}  // namespace

std::string topology_beside(const PublishedTable& table, std::size_t row, std::size_t column,
                            std::span<const MeasuredTopology> measured)
{
    if (column >= table.columns.size()) return {};
    for (const MeasuredTopology& topology : measured) {
        if (std::ranges::find(topology.tables, table.name) == topology.tables.end()) continue;
        const auto cell = topology.cells.find(table.columns[column]);
        if (cell != topology.cells.end()) return row_of(cell->second, table.at(row, 0));
    }
    return {};
}

std::string topology_html(const MeasuredTopology& topology)
{
    std::vector<std::string> head{"percent"}, delays{"delay, ms (p50 / p99)"}, delivered{"delivered"};
    for (const auto& [load, cell] : topology.cells) {
        head.push_back(model::html_text(load));
        delays.push_back(delays_of(cell));
        delivered.push_back(fmt::format("{:.1f}", cell.delivered_percent));
    }
    std::vector<std::vector<std::string>> rows;
    for (const auto& [row, percent] : topology.cells.begin()->second.percent) {
        rows.push_back({model::html_text(row)});
        for (const auto& [load, cell] : topology.cells)
            rows.back().push_back(fmt::format("{:.1f}", cell.percent.at(row)));
    }
    rows.push_back(delays);
    rows.push_back(delivered);
    return "<h3>Here: " + model::html_text(topology.title) + "</h3>\n" + model::html_table(head, rows);
}

Json topologies_json(std::span<const MeasuredTopology> measured)
{
    Json all = Json::array();
    for (const MeasuredTopology& topology : measured) {
        Json& one = all.emplace_back(Json{{"title", topology.title}, {"loads", Json::object()}});
        for (const auto& [load, cell] : topology.cells)
            one["loads"][load] = {{"percent", cell.percent},
                                  {"delay_p50_ms", cell.delay_p50_ms},
                                  {"delay_p99_ms", cell.delay_p99_ms},
                                  {"delivered_percent", cell.delivered_percent}};
    }
    return all;
}

}  // namespace farfield::net::relay
