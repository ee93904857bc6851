#include "app/play/report/play_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "app/play/report/payload_hash.h"
#include "model/figures/statistics.h"

namespace farfield::app {
namespace {

std::vector<double> column(const PlayReport& report, double FrameRecord::*member)
{
    std::vector<double> values(report.frames.size());
    std::ranges::transform(report.frames, values.begin(),
                           [member](const auto& frame) { return frame.*member; });
    return values;
}

std::vector<double> totals_column(const PlayReport& report)
{
    std::vector<double> values(report.frames.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i)
        for (const auto& part : frame_parts) values[i] += report.frames[i].*part.milliseconds;
    return values;
}

nlohmann::json to_json(const model::Summary& summary)
{
    return {{"median", summary.median},
            {"p95", summary.p95},
            {"p99", summary.p99},
            {"min", summary.min},
            {"max", summary.max}};
}

std::string hash_of_all(const PlayReport& report)
{
    std::vector<std::uint64_t> hashes(report.frames.size());
    std::ranges::transform(report.frames, hashes.begin(), &FrameRecord::hash);
    return hash_text(hash_of_hashes(hashes));
}

/// Rate of n items over a time; n - 1 intervals lie between the first and the last.
double per_second(std::size_t n, double seconds)
{
    return n > 1 && seconds > 0.0 ? static_cast<double>(n - 1) / seconds : 0.0;
}

std::string cells_of(const std::optional<EntityCounts>& counts)
{
    if (!counts) return ",,,,,";
    return fmt::format(",{},{},{},{},{:.3f}", counts->entities, counts->updates, counts->lost,
                       counts->conflated, counts->age_p95_ms);
}

std::string summary_row(const std::string& name, const nlohmann::json& figures)
{
    return fmt::format("  {:<12}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}\n", name,
                       figures["median"].get<double>(), figures["p95"].get<double>(),
                       figures["p99"].get<double>(), figures["min"].get<double>(),
                       figures["max"].get<double>());
}

}  // namespace

std::string status_text(PlayReport::Status status)
{
    switch (status) {
    case PlayReport::Status::Complete:
        return "complete";
    case PlayReport::Status::Interrupted:
        return "interrupted";
    case PlayReport::Status::EndedEarly:
        return "ended early";
    case PlayReport::Status::NodeLost:
        return "node lost";
    case PlayReport::Status::Failed:
        break;
    }
    return "failed";
}

PlayTotals totals_of(const PlayReport& report)
{
    PlayTotals totals;
    totals.pictures = report.frames.size() / std::max<std::size_t>(1, report.layers.size());
    for (const auto& frame : report.frames) {
        totals.bytes += frame.bytes;
        totals.drops += frame.drops;
        totals.network_clamped += frame.network_clamped ? 1 : 0;
    }
    if (!report.frames.empty()) totals.seconds = report.frames.back().at_ms * 1e-3;
    totals.data_frames_per_second = per_second(report.frames_received, report.receiving_seconds);
    totals.drawn_frames_per_second =
        totals.seconds > 0.0 ? static_cast<double>(totals.pictures) / totals.seconds : 0.0;
    totals.megabytes_per_second =
        totals.seconds > 0.0 ? static_cast<double>(totals.bytes) * 1e-6 / totals.seconds : 0.0;
    totals.payload_hash = hash_of_all(report);
    return totals;
}

nlohmann::json statistics_of(const PlayReport& report)
{
    nlohmann::json statistics;
    for (const auto& part : frame_parts)
        statistics[std::string(part.name) + "_ms"] =
            to_json(model::summarise(column(report, part.milliseconds)));
    statistics["total_ms"] = to_json(model::summarise(totals_column(report)));
    return statistics;
}

nlohmann::json report_json(const PlayReport& report)
{
    const auto totals = totals_of(report);
    nlohmann::json json{{"farfield_report", 1},
                        {"status", status_text(report.status)},
                        {"message", report.message},
                        {"remarks", report.remarks},
                        {"script", report.script},
                        {"date", report.date},
                        {"settings", report.settings},
                        {"machine", report.machine},
                        {"renderer", report.renderer},
                        {"link", report.link},
                        {"totals",
                         {{"frames_drawn", totals.pictures},
                          {"frames_received", report.frames_received},
                          {"drops", totals.drops},
                          {"bytes", totals.bytes},
                          {"seconds", totals.seconds},
                          {"picture_seconds", report.picture_seconds},
                          {"data_frames_per_second", totals.data_frames_per_second},
                          {"drawn_frames_per_second", totals.drawn_frames_per_second},
                          {"megabytes_per_second", totals.megabytes_per_second},
                          {"network_clamped", totals.network_clamped}}},
                        {"statistics", statistics_of(report)},
                        {"payload_hash", totals.payload_hash},
                        {"pictures", report.pictures}};
    json.update(report.results);
    return json;
}

std::string report_csv(const PlayReport& report)
{
    const bool names_layers = report.layers.size() > 1;
    const bool has_levels =
        std::ranges::any_of(report.frames, [](const FrameRecord& frame) { return frame.level.has_value(); });
    const bool has_entities = std::ranges::any_of(
        report.frames, [](const FrameRecord& frame) { return frame.entities.has_value(); });
    const auto cell = [](const auto& value) { return value ? fmt::format(",{}", *value) : std::string{","}; };
    std::string csv = "sequence,compute_ms,wait_ms,network_ms,ring_ms,draw_ms,bytes,drops,alive,hash,at_ms";
    if (has_levels) csv += ",triangles,level";
    if (has_entities) csv += ",entities,entity_updates,entities_lost,entities_conflated,entity_age_p95_ms";
    csv += names_layers ? ",layer\n" : "\n";
    auto out = std::back_inserter(csv);
    for (const auto& frame : report.frames) {
        fmt::format_to(out, "{}", frame.sequence);
        for (const auto& part : frame_parts) fmt::format_to(out, ",{:.6f}", frame.*part.milliseconds);
        fmt::format_to(out, ",{},{},{},{},{:.6f}", frame.bytes, frame.drops, frame.alive,
                       hash_text(frame.hash), frame.at_ms);
        if (has_levels) csv += cell(frame.triangles) + cell(frame.level);
        if (has_entities) csv += cells_of(frame.entities);
        csv += names_layers ? "," + report.layers.at(frame.layer) + "\n" : "\n";
    }
    return csv;
}

std::string name_of_played(const PlayReport& report)
{
    const auto* kind = report.settings.contains("terrain") ? "terrain" : "dataset";
    if (!report.settings.contains(kind)) return "entities";
    return fmt::format("{} {}", kind, report.settings.value(kind, ""));
}

std::string report_summary(const PlayReport& report)
{
    const auto totals = totals_of(report);
    const auto statistics = statistics_of(report);
    auto text =
        fmt::format("{}: {} of {}\n", report.script, status_text(report.status), name_of_played(report));
    text += fmt::format("  {} frames drawn ({:.1f}/s, {:.1f} MB/s), {} received ({:.1f}/s), {} dropped\n",
                        totals.pictures, totals.drawn_frames_per_second, totals.megabytes_per_second,
                        report.frames_received, totals.data_frames_per_second, totals.drops);
    if (const auto of = report.results.find("entities"); of != report.results.end())
        text += fmt::format(
            "  {} entities, {} messages, {} lost, {} conflated, age {:.0f} / {:.0f} ms (p50 / p95)\n",
            of->at("entities").get<std::uint64_t>(), of->at("messages").get<std::uint64_t>(),
            of->at("lost").get<std::uint64_t>(), of->at("conflated").get<std::uint64_t>(),
            of->at("age_p50_ms").get<double>(), of->at("age_p95_ms").get<double>());
    text += fmt::format("  {}\n\n", report.renderer.value("renderer", ""));
    text += fmt::format("  {:<12}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "ms a frame", "median", "p95", "p99",
                        "min", "max");
    for (const auto& part : frame_parts)
        text += summary_row(std::string(part.name), statistics[std::string(part.name) + "_ms"]);
    text += summary_row("total", statistics["total_ms"]);
    if (const auto outside = report.settings.value("seeds_outside", 0ULL); outside > 0)
        text += fmt::format("\n  {} seeds lie outside the domain: they release no particles\n", outside);
    if (totals.network_clamped > 0)
        text +=
            fmt::format("\n  {} frames came sooner than the clocks allow: their network time is shown as 0\n",
                        totals.network_clamped);
    return text + fmt::format("\n  payload hash {}\n", totals.payload_hash);
}

}  // namespace farfield::app
