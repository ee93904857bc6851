#include "bench/relay/report_cells.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

#include "bench/relay/report_topologies.h"

namespace farfield::net::relay {
namespace {

std::optional<std::uint32_t> whole_number(std::string_view text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// True when the table's rows are rates and its columns sizes.
bool is_by_size(const PublishedTable& table)
{
    return !table.columns.empty() && table.columns.front() == "packets_per_s" &&
           whole_number(table.columns.at(1)).has_value();
}

bool is_by_group(const PublishedTable& table)
{
    return table.columns.size() > 2 && table.columns[1] == "share_percent";
}

const MeasuredCell* cell_beside(const PublishedTable& table, std::size_t row, std::size_t column, Way way,
                                const MeasuredTables& measured)
{
    const auto of_column = whole_number(table.columns[column]);
    if (!of_column) return nullptr;
    if (is_by_size(table))
        for (const SizeTable& here : measured.by_size)
            if (const auto rate = whole_number(table.at(row, 0)); here.way == way && rate)
                return here.at(*rate, *of_column);
    if (is_by_group(table))
        for (const GroupTable& here : measured.by_group)
            if (const auto share = whole_number(table.at(row, 1)); here.way == way && share)
                return here.at(static_cast<int>(*share), *of_column);
    return nullptr;
}

Json cell_json(const MeasuredCell& cell)
{
    return {{"cpu_percent", cell.cpu_percent},
            {"float_percent", cell.float_percent ? Json(*cell.float_percent) : Json()},
            {"lost", cell.lost}};
}

Json rows_json(const std::vector<std::vector<MeasuredCell>>& rows)
{
    Json all = Json::array();
    for (const auto& row : rows) {
        Json& cells = all.emplace_back(Json::array());
        for (const MeasuredCell& cell : row) cells.push_back(cell_json(cell));
    }
    return all;
}

}  // namespace

std::string text_of(const MeasuredCell& cell)
{
    std::string text = fmt::format("{:.2f}", cell.cpu_percent);
    if (cell.float_percent) text += fmt::format(" / {:.2f}", *cell.float_percent);
    if (cell.lost > 0) text += fmt::format(" ({} lost)", cell.lost);
    return text;
}

std::string number_of(const PublishedTable& table)
{
    const std::string begin = "table_";
    return table.name.starts_with(begin) ? "Table " + table.name.substr(begin.size()) : table.name;
}

std::string measured_beside(const PublishedTable& table, std::size_t row, std::size_t column,
                            const MeasuredTables& measured)
{
    if (std::string found = topology_beside(table, row, column, measured.topologies); !found.empty())
        return found;
    const MeasuredCell* singly = cell_beside(table, row, column, Way::Recv, measured);
    const MeasuredCell* bundled = cell_beside(table, row, column, Way::Session, measured);
    if (singly == nullptr || bundled == nullptr) return {};
    return text_of(*singly) + "; " + text_of(*bundled);
}

Json tables_json(const MeasuredTables& measured)
{
    Json published = Json::array(), sizes = Json::array(), groups = Json::array();
    for (const PublishedTable& table : published_tables())
        published.push_back({{"name", table.name},
                             {"title", table.title},
                             {"source", table.source},
                             {"notes", table.notes},
                             {"remarks", table.remarks},
                             {"columns", table.columns},
                             {"rows", table.rows}});
    for (const SizeTable& table : measured.by_size)
        sizes.push_back({{"way", way_names[static_cast<std::size_t>(table.way)]},
                         {"sizes", table.sizes},
                         {"rates", table.rates},
                         {"cells", rows_json(table.cells)},
                         {"most_without_loss", table.most}});
    for (const GroupTable& table : measured.by_group)
        groups.push_back({{"way", way_names[static_cast<std::size_t>(table.way)]},
                          {"groups", table.groups},
                          {"share_percent", table.shares},
                          {"cells", rows_json(table.cells)},
                          {"start_seconds", table.start_seconds}});
    return {{"published", published},
            {"by_size", sizes},
            {"by_group", groups},
            {"topologies", topologies_json(measured.topologies)}};
}

}  // namespace farfield::net::relay
