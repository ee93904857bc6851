#include "bench/relay/report.h"

#include <fmt/format.h>
#include <stdexcept>

#include "bench/relay/published_tables.h"
#include "bench/relay/report_cells.h"
#include "bench/relay/report_topologies.h"
#include "model/files/atomic_file.h"
#include "net/message/bounded_json.h"

namespace farfield::net::relay {
namespace {

constexpr const char* page_head = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>farfield-relay bench</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em }
table { border-collapse: collapse; margin: .5em 0 2em }
th, td { border: 1px solid #bbb; padding: .2em .5em; text-align: right; vertical-align: top }
th:first-child, td:first-child { text-align: left }
.here { color: #06c; font-size: 85% } .remark { color: #a30 } .source { color: #666; font-size: 85% }
</style>
<h1>farfield-relay bench</h1>
)";

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

std::string figures_html(const model::Suite& suite)
{
    std::string html = "<h2>Figures</h2>\n<p>";
    for (const auto& [name, value] : suite.circumstances.items())
        html += escaped(
            fmt::format("{}: {}. ", name, value.is_string() ? value.get<std::string>() : value.dump()));
    html += "</p>\n<table><tr><th>figure<th>median<th>min<th>max<th>runs<th>unit</tr>\n";
    for (const model::Figure& figure : suite.figures)
        html +=
            fmt::format("<tr><td>{}<td>{:.4g}<td>{:.4g}<td>{:.4g}<td>{}<td>{}</tr>\n", escaped(figure.name),
                        figure.median, figure.min, figure.max, figure.runs, escaped(figure.unit));
    return html + "</table>\n<pre>" + escaped(suite.notes) + "</pre>\n";
}

std::string published_html(const PublishedTable& table, const MeasuredTables& measured)
{
    std::string html = fmt::format("<h3 id=\"{}\">{}: {}</h3>\n<p>{}</p>\n", table.name,
                                   escaped(number_of(table)), escaped(table.title), escaped(table.notes));
    if (!table.remarks.empty()) html += fmt::format("<p class=\"remark\">{}</p>\n", escaped(table.remarks));
    html += "<table><tr>";
    for (const std::string& column : table.columns) html += "<th>" + escaped(column);
    html += "</tr>\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        html += "<tr>";
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            html += "<td>" + escaped(table.at(row, column));
            if (const std::string here = measured_beside(table, row, column, measured); !here.empty())
                html += "<br><span class=\"here\">" + here + "</span>";
        }
        html += "</tr>\n";
    }
    return html + fmt::format("</table>\n<p class=\"source\">{}</p>\n", escaped(table.source));
}

std::string size_table_html(const SizeTable& table)
{
    std::string html = fmt::format("<h3>Here: {}</h3>\n<table><tr><th>messages a second",
                                   way_texts[static_cast<std::size_t>(table.way)]);
    for (const std::size_t size : table.sizes) html += fmt::format("<th>{} bytes", size);
    html += "</tr>\n";
    for (std::size_t row = 0; row < table.rates.size(); ++row) {
        html += fmt::format("<tr><td>{:.0f}", table.rates[row]);
        for (const MeasuredCell& cell : table.cells[row]) html += "<td>" + text_of(cell);
        html += "</tr>\n";
    }
    if (!table.most.empty()) html += "<tr><td>most, none lost";
    for (const double most : table.most) html += most > 0.0 ? fmt::format("<td>{:.0f}", most) : "<td>";
    return html + "</tr></table>\n";
}

std::string group_table_html(const GroupTable& table)
{
    std::string html = fmt::format("<h3>Here: groups, {}</h3>\n<table><tr><th>share of the groups",
                                   way_texts[static_cast<std::size_t>(table.way)]);
    for (const std::uint32_t groups : table.groups) html += fmt::format("<th>{} groups", groups);
    html += "</tr>\n";
    for (std::size_t row = 0; row < table.shares.size(); ++row) {
        html += fmt::format("<tr><td>{} %", table.shares[row]);
        for (std::size_t i = 0; i < table.groups.size(); ++i)
            html += fmt::format("<td>{}<br><span class=\"here\">started in {:.0f} ms</span>",
                                text_of(table.cells[row][i]), 1e3 * table.start_seconds[row][i]);
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

std::string page(const model::Suite& suite, const MeasuredTables& measured)
{
    std::string html = page_head + figures_html(suite);
    html += "<h2>Measured here</h2>\n<p>Percent of a core that receiving takes: CPU time of the process / "
            "what a loop of the lowest priority loses, left out where something else ran on its core. All "
            "are sent singly.</p>\n";
    for (const SizeTable& table : measured.by_size) html += size_table_html(table);
    for (const GroupTable& table : measured.by_group) html += group_table_html(table);
    if (!measured.topologies.empty()) html += "<p>" + escaped(remark_on_topologies()) + "</p>\n";
    for (const MeasuredTopology& topology : measured.topologies) html += topology_html(topology);
    html += "<h2>Tables of the thesis</h2>\n<p>As published. Below a number, in blue, where the same was "
            "measured here: percent of a core singly by recv, and bundled over a session (CPU time / float "
            "loop); both are sent singly.</p>\n<ul>\n";
    for (const std::string_view remark : remarks_on_the_thesis())
        html += fmt::format("<li class=\"remark\">{}</li>\n", escaped(remark));
    for (const std::string_view missing : missing_tables())
        html += fmt::format("<li>{}</li>\n", escaped(missing));
    html += fmt::format("<li>{}</li>\n</ul>\n", escaped(remark_on_topologies()));
    for (const PublishedTable& table : published_tables()) html += published_html(table, measured);
    return html + "</html>\n";
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
