#include "bench/relay/report.h"

#include <fmt/format.h>
#include <stdexcept>
#include <vector>

#include "bench/relay/published_tables.h"
#include "bench/relay/report_cells.h"
#include "bench/relay/report_topologies.h"
#include "model/files/atomic_file.h"
#include "model/report/html.h"
#include "net/message/bounded_json.h"

namespace farfield::net::relay {
namespace {

using model::html_section;
using model::html_table;
using model::html_text;
using Rows = std::vector<std::vector<std::string>>;

std::string figures_html(const model::Suite& suite)
{
    std::string html = "<p>";
    for (const auto& [name, value] : suite.circumstances.items())
        html += html_text(
            fmt::format("{}: {}. ", name, value.is_string() ? value.get<std::string>() : value.dump()));
    Rows rows;
    for (const model::Figure& figure : suite.figures)
        rows.push_back({html_text(figure.name), fmt::format("{:.4g}", figure.median),
                        fmt::format("{:.4g}", figure.min), fmt::format("{:.4g}", figure.max),
                        fmt::format("{}", figure.runs), html_text(figure.unit)});
    return html_section("Figures", html + "</p>\n" +
                                       html_table({"figure", "median", "min", "max", "runs", "unit"}, rows) +
                                       "<pre>" + html_text(suite.notes) + "</pre>\n");
}

std::string remark(std::string_view text)
{
    return fmt::format("<p class=\"remark\">{}</p>\n", html_text(text));
}

/// What was measured here, in a cell with a published number.
std::string here(const std::string& text)
{
    return "<br><span class=\"here\">" + text + "</span>";
}

std::string published_html(const PublishedTable& table, const MeasuredTables& measured)
{
    std::string html =
        fmt::format("<h3 id=\"{}\">{}: {}</h3>\n<p>{}</p>\n", table.name, html_text(number_of(table)),
                    html_text(table.title), html_text(table.notes));
    if (!table.remarks.empty()) html += remark(table.remarks);
    std::vector<std::string> head;
    for (const std::string& column : table.columns) head.push_back(html_text(column));
    Rows rows(table.rows.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            std::string& cell = rows[row].emplace_back(html_text(table.at(row, column)));
            if (const std::string beside = measured_beside(table, row, column, measured); !beside.empty())
                cell += here(beside);
        }
    return html + html_table(head, rows) +
           fmt::format("<p class=\"source\">{}</p>\n", html_text(table.source));
}

std::string size_table_html(const SizeTable& table)
{
    std::vector<std::string> head{"messages a second"};
    for (const std::size_t size : table.sizes) head.push_back(fmt::format("{} bytes", size));
    Rows rows;
    for (std::size_t row = 0; row < table.rates.size(); ++row) {
        rows.push_back({fmt::format("{:.0f}", table.rates[row])});
        for (const MeasuredCell& cell : table.cells[row]) rows.back().push_back(text_of(cell));
    }
    if (!table.most.empty()) rows.push_back({"most, none lost"});
    for (const double most : table.most) rows.back().push_back(most > 0.0 ? fmt::format("{:.0f}", most) : "");
    return fmt::format("<h3>Here: {}</h3>\n", way_texts[static_cast<std::size_t>(table.way)]) +
           html_table(head, rows);
}

std::string group_table_html(const GroupTable& table)
{
    std::vector<std::string> head{"share of the groups"};
    for (const std::uint32_t groups : table.groups) head.push_back(fmt::format("{} groups", groups));
    Rows rows;
    for (std::size_t row = 0; row < table.shares.size(); ++row) {
        rows.push_back({fmt::format("{} %", table.shares[row])});
        for (std::size_t i = 0; i < table.groups.size(); ++i)
            rows.back().push_back(
                text_of(table.cells[row][i]) +
                here(fmt::format("started in {:.0f} ms", 1e3 * table.start_seconds[row][i])));
    }
    return fmt::format("<h3>Here: groups, {}</h3>\n", way_texts[static_cast<std::size_t>(table.way)]) +
           html_table(head, rows);
}

std::string measured_html(const MeasuredTables& measured)
{
    std::string html =
        "<p>Percent of a core that receiving takes: CPU time of the process / what a loop of the lowest "
        "priority loses, left out where something else ran on its core. All are sent singly.</p>\n";
    for (const SizeTable& table : measured.by_size) html += size_table_html(table);
    for (const GroupTable& table : measured.by_group) html += group_table_html(table);
    if (!measured.topologies.empty()) html += "<p>" + html_text(remark_on_topologies()) + "</p>\n";
    for (const MeasuredTopology& topology : measured.topologies) html += topology_html(topology);
    return html_section("Measured here", html);
}

std::string thesis_html(const MeasuredTables& measured)
{
    std::string html =
        "<p>As published. Below a number, in blue, where the same was measured here: percent of a core "
        "singly "
        "by recv, and bundled over a session (CPU time / float loop); both are sent singly.</p>\n";
    for (const std::string_view text : remarks_on_the_thesis()) html += remark(text);
    for (const std::string_view missing : missing_tables()) html += "<p>" + html_text(missing) + "</p>\n";
    html += "<p>" + html_text(remark_on_topologies()) + "</p>\n";
    for (const PublishedTable& table : published_tables()) html += published_html(table, measured);
    return html_section("Tables of the thesis", html);
}

std::string page(const model::Suite& suite, const MeasuredTables& measured)
{
    return model::html_page("farfield-relay bench", "<h1>farfield-relay bench</h1>\n<p class=\"sub\"></p>\n" +
                                                        figures_html(suite) + measured_html(measured) +
                                                        thesis_html(measured));
}

}  // namespace

void write_report(const std::filesystem::path& folder, const model::Suite& suite,
                  const MeasuredTables& measured)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw std::runtime_error(fmt::format("cannot make '{}': {}", folder.string(), error.message()));
    Json document = model::suite_json(suite);
    document["tables"] = tables_json(measured);
    write_atomically(folder / "relay.json", document.dump(1) + "\n");
    write_atomically(folder / "relay.html", page(suite, measured));
}

}  // namespace farfield::net::relay
