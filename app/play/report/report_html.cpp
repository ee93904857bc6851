#include "app/play/report/report_html.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

#include "app/play/report/report_chart.h"

namespace farfield::app {
namespace {

constexpr std::string_view style = R"css(
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #fff; --ink: #1b2330; --soft: #5c6878; --line: #dde2e9;
  --c0: #3b6fb6; --c1: #9aa5b4; --c2: #2a9d8f; --c3: #e2b33c; --c4: #d1603d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #11151b; --card: #191f28; --ink: #e6eaf0; --soft: #93a0b2;
  --line: #2b3441; --c0: #6f9fe0; --c1: #6b7686; --c2: #45b8a9; --c3: #e8c15a; --c4: #e5805f; --bad: #f2b8b5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 24px; margin: 0; } h3 { font-size: 13px; margin: 8px 0 0; color: var(--soft); } h2 { font-size: 16px; margin: 0 0 12px; }
p.sub { margin: 2px 0 24px; color: var(--soft); } p.bad { color: var(--bad); font-weight: 600; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 0 0 18px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 0 0 18px; }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.cards b { display: block; font-size: 22px; font-weight: 650; font-variant-numeric: tabular-nums; }
.cards span { color: var(--soft); font-size: 13px; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--line); } .rate { fill: none; stroke: var(--c0); stroke-width: 1.8; }
.s0 { fill: var(--c0); } .s1 { fill: var(--c1); } .s2 { fill: var(--c2); } .s3 { fill: var(--c3); } .s4 { fill: var(--c4); }
.key { display: flex; flex-wrap: wrap; gap: 16px; color: var(--soft); font-size: 13px; margin: 0 0 8px; }
.key i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
.key .s0 { background: var(--c0); } .key .s1 { background: var(--c1); } .key .s2 { background: var(--c2); }
.key .s3 { background: var(--c3); } .key .s4 { background: var(--c4); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 5px 8px; border-bottom: 1px solid var(--line); } tr:last-child td { border: 0; }
th { color: var(--soft); font-weight: 500; } th:first-child, td:first-child { text-align: left; }
table.facts td:last-child { text-align: left; overflow-wrap: anywhere; } table.facts td:first-child { color: var(--soft); width: 220px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 12px; }
.pictures img { width: 100%; display: block; border-radius: 6px; } .pictures span { color: var(--soft); font-size: 13px; }
)css";

std::string escape(const std::string& text)
{
    std::string safe;
    for (const char c : text) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            // HTML permits no control characters but white space.
            safe += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
        }
    }
    return safe;
}

std::string card(const std::string& value, std::string_view what)
{
    return fmt::format("<div><b>{}</b><span>{}</span></div>", value, what);
}

std::string cards(const PlayReport& report)
{
    const auto totals = totals_of(report);
    const auto total = statistics_of(report)["total_ms"];
    return "<div class=\"cards\">" +
           card(fmt::format("{:.1f}", totals.drawn_frames_per_second), "frames/s drawn") +
           card(fmt::format("{:.1f}", totals.data_frames_per_second), "frames/s received") +
           card(fmt::format("{:.1f} ms", total["median"].get<double>()), "kernel to picture, median") +
           card(fmt::format("{:.1f} ms", total["p99"].get<double>()), "kernel to picture, p99") +
           card(fmt::format("{:.1f}", totals.megabytes_per_second), "MB/s") +
           card(fmt::format("{}", totals.pictures), "frames drawn") +
           card(fmt::format("{}", totals.drops), "frames dropped") + "</div>\n";
}

std::string stage_key()
{
    std::string html = "<div class=\"key\">";
    for (std::size_t i = 0; i < frame_parts.size(); ++i)
        html += fmt::format("<span><i class=\"s{}\"></i>{}</span>", i, frame_parts[i].name);
    return html + "</div>";
}

std::vector<FrameRecord> frames_of(const PlayReport& report, std::uint32_t layer)
{
    std::vector<FrameRecord> frames;
    std::ranges::copy_if(report.frames, std::back_inserter(frames),
                         [layer](const FrameRecord& frame) { return frame.layer == layer; });
    return frames;
}

std::string charts(const PlayReport& report)
{
    std::string html = "<section><h2>Where each frame's time went</h2>" + stage_key();
    for (std::uint32_t layer = 0; layer < std::max<std::size_t>(1, report.layers.size()); ++layer) {
        if (report.layers.size() > 1) html += "<h3>" + escape(report.layers[layer]) + "</h3>";
        html += stage_chart(frames_of(report, layer));
    }
    return html + "</section>\n" + "<section><h2>Frame rate</h2>" + rate_chart(frames_of(report, 0)) +
           "</section>\n";
}

std::string statistics_row(const std::string& name, const nlohmann::json& figures)
{
    std::string row = "<tr><td>" + name + "</td>";
    for (const auto* column : {"median", "p95", "p99", "min", "max"})
        row += fmt::format("<td>{:.3f}</td>", figures[column].get<double>());
    return row + "</tr>";
}

std::string statistics_table(const PlayReport& report)
{
    const auto statistics = statistics_of(report);
    std::string rows;
    for (const auto& part : frame_parts)
        rows += statistics_row(std::string(part.name), statistics[std::string(part.name) + "_ms"]);
    rows += statistics_row("total", statistics["total_ms"]);
    return "<section><h2>Milliseconds a "
           "frame</h2><table><tr><th></th><th>median</th><th>p95</th><th>p99</th><th>min</th>"
           "<th>max</th></tr>" +
           rows + "</table></section>\n";
}

std::string pictures(const PlayReport& report)
{
    if (report.pictures.empty()) return {};
    std::string html = "<section><h2>Pictures</h2><div class=\"pictures\">";
    for (const auto& name : report.pictures)
        html +=
            fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"{0}\" loading=\"lazy\"><span>{0}</span></a>",
                        escape(name));
    return html + "</div></section>\n";
}

std::string fact(const std::string& name, const nlohmann::json& value)
{
    const auto text = value.is_string() ? value.get<std::string>() : value.dump();
    return "<tr><td>" + escape(name) + "</td><td>" + escape(text) + "</td></tr>";
}

std::string facts(const PlayReport& report)
{
    std::string rows;
    for (const auto* group : {&report.renderer, &report.machine, &report.link, &report.settings})
        for (const auto& [name, value] : group->items()) rows += fact(name, value);
    rows += fact("payload_hash", totals_of(report).payload_hash);
    rows += fact("pictures took, seconds", report.picture_seconds);
    return "<section><h2>Circumstances</h2><table class=\"facts\">" + rows + "</table></section>\n";
}

std::string heading(const PlayReport& report)
{
    auto html = "<h1>" + escape(report.script) + "</h1><p class=\"sub\">" + escape(name_of_played(report)) +
                " &middot; " + escape(report.date) + "</p>\n";
    if (report.status != PlayReport::Status::Complete)
        html += "<p class=\"bad\">" + status_text(report.status) + ": " + escape(report.message) + "</p>\n";
    for (const std::string& remark : report.remarks) html += "<p class=\"bad\">" + escape(remark) + "</p>\n";
    return html;
}

std::string place_text(const nlohmann::json& place)
{
    return fmt::format("{:.10g}, {:.10g}, {:.10g}", place[0].get<double>(), place[1].get<double>(),
                       place[2].get<double>());
}

std::string sight_row(const nlohmann::json& from, const nlohmann::json& line)
{
    const auto& visible = line["visible"];
    const auto answer = visible.is_boolean() ? std::string(visible.get<bool>() ? "visible" : "hidden")
                                             : line.value("reason", "unknown");
    const auto clearance =
        line["clearance"].is_number() ? fmt::format("{:.3f}", line["clearance"].get<double>()) : "";
    const auto blocked = line["blocked_at"].is_array() ? place_text(line["blocked_at"]) : "";
    std::string row = "<tr>";
    for (const auto& cell : {place_text(from), place_text(line["to"]), escape(answer), clearance, blocked})
        row += "<td>" + cell + "</td>";
    return row + "</tr>";
}

std::string sight(const PlayReport& report)
{
    std::string html;
    if (const auto found = report.results.find("viewshed"); found != report.results.end())
        html += fmt::format("<p>{:.1f} % of the ground is seen from {}.</p>",
                            100.0 * (*found)["seen_share"].get<double>(), place_text((*found)["observer"]));
    std::string rows;
    if (const auto found = report.results.find("sight"); found != report.results.end())
        for (const auto& entry : *found)
            for (const auto& line : entry["lines"]) rows += sight_row(entry["from"], line);
    if (!rows.empty())
        html += "<table><tr><th>from</th><th>to</th><th>is</th><th>clearance, m</th><th>blocked "
                "at</th></tr>" +
                rows + "</table>";
    return html.empty() ? html : "<section><h2>Sight</h2>" + html + "</section>\n";
}

}  // namespace

std::string report_html(const PlayReport& report)
{
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
           "content=\"width=device-width\"><title>Farfield: " +
           escape(report.script) + "</title><style>" + std::string(style) + "</style></head><body><main>\n" +
           heading(report) + cards(report) + charts(report) + statistics_table(report) + sight(report) +
           pictures(report) + facts(report) + "</main></body></html>\n";
}

}  // namespace farfield::app
