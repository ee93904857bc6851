#include "app/play/report/report_html.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

#include "app/play/report/report_chart.h"
#include "model/report/html.h"

namespace farfield::app {
namespace {

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
    std::string html = stage_key();
    for (std::uint32_t layer = 0; layer < std::max<std::size_t>(1, report.layers.size()); ++layer) {
        if (report.layers.size() > 1) html += "<h3>" + model::html_text(report.layers[layer]) + "</h3>";
        html += stage_chart(frames_of(report, layer));
    }
    return model::html_section("Where each frame's time went", html) +
           model::html_section("Frame rate", rate_chart(frames_of(report, 0)));
}

std::vector<std::string> statistics_row(const std::string& name, const nlohmann::json& figures)
{
    std::vector<std::string> row{name};
    for (const auto* column : {"median", "p95", "p99", "min", "max"})
        row.push_back(fmt::format("{:.3f}", figures[column].get<double>()));
    return row;
}

std::string statistics_table(const PlayReport& report)
{
    const auto statistics = statistics_of(report);
    std::vector<std::vector<std::string>> rows;
    for (const auto& part : frame_parts)
        rows.push_back(statistics_row(std::string(part.name), statistics[std::string(part.name) + "_ms"]));
    rows.push_back(statistics_row("total", statistics["total_ms"]));
    return model::html_section("Milliseconds a frame",
                               model::html_table({"", "median", "p95", "p99", "min", "max"}, rows));
}

std::string pictures(const PlayReport& report)
{
    if (report.pictures.empty()) return {};
    std::string html = "<div class=\"pictures\">";
    for (const auto& name : report.pictures)
        html +=
            fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"{0}\" loading=\"lazy\"><span>{0}</span></a>",
                        model::html_text(name));
    return model::html_section("Pictures", html + "</div>");
}

std::string facts(const PlayReport& report)
{
    std::vector<std::vector<std::string>> rows;
    const auto add = [&rows](const std::string& name, const nlohmann::json& value) {
        const auto text = value.is_string() ? value.get<std::string>() : value.dump();
        rows.push_back({model::html_text(name), model::html_text(text)});
    };
    for (const auto* group : {&report.renderer, &report.machine, &report.link, &report.settings})
        for (const auto& [name, value] : group->items()) add(name, value);
    add("payload_hash", totals_of(report).payload_hash);
    add("pictures took, seconds", report.picture_seconds);
    return model::html_section("Circumstances", model::html_table({}, rows, "facts"));
}

std::string heading(const PlayReport& report)
{
    auto html = "<h1>" + model::html_text(report.script) + "</h1><p class=\"sub\">" +
                model::html_text(name_of_played(report)) + " &middot; " + model::html_text(report.date) +
                "</p>\n";
    if (report.status != PlayReport::Status::Complete)
        html += "<p class=\"bad\">" + status_text(report.status) + ": " + model::html_text(report.message) +
                "</p>\n";
    for (const std::string& remark : report.remarks)
        html += "<p class=\"bad\">" + model::html_text(remark) + "</p>\n";
    return html;
}

std::string place_text(const nlohmann::json& place)
{
    return fmt::format("{:.10g}, {:.10g}, {:.10g}", place[0].get<double>(), place[1].get<double>(),
                       place[2].get<double>());
}

std::vector<std::string> sight_row(const nlohmann::json& from, const nlohmann::json& line)
{
    const auto& visible = line["visible"];
    const auto answer = visible.is_boolean() ? std::string(visible.get<bool>() ? "visible" : "hidden")
                                             : line.value("reason", "unknown");
    const auto clearance =
        line["clearance"].is_number() ? fmt::format("{:.3f}", line["clearance"].get<double>()) : "";
    const auto blocked = line["blocked_at"].is_array() ? place_text(line["blocked_at"]) : "";
    return {place_text(from), place_text(line["to"]), model::html_text(answer), clearance, blocked};
}

std::string sight(const PlayReport& report)
{
    std::string html;
    if (const auto found = report.results.find("viewshed"); found != report.results.end())
        html += fmt::format("<p>{:.1f} % of the ground is seen from {}.</p>",
                            100.0 * (*found)["seen_share"].get<double>(), place_text((*found)["observer"]));
    std::vector<std::vector<std::string>> rows;
    if (const auto found = report.results.find("sight"); found != report.results.end())
        for (const auto& entry : *found)
            for (const auto& line : entry["lines"]) rows.push_back(sight_row(entry["from"], line));
    if (!rows.empty()) html += model::html_table({"from", "to", "is", "clearance, m", "blocked at"}, rows);
    return model::html_section("Sight", html);
}

}  // namespace

std::string report_html(const PlayReport& report)
{
    return model::html_page("Farfield: " + report.script, heading(report) + cards(report) + charts(report) +
                                                              statistics_table(report) + sight(report) +
                                                              pictures(report) + facts(report));
}

}  // namespace farfield::app
