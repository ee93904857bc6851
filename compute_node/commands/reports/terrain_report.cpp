#include "compute_node/commands/reports/terrain_report.h"

#include "compute_node/terrain/gdal/crs.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace farfield::node {

namespace {

using Json = nlohmann::json;

std::string line(const char* name, const std::string& text)
{
    return fmt::format("  {:<11}{}\n", name, text);
}

/// Coordinates of the outermost posts.
struct Extent {
    glm::dvec2 low{0.0}, high{0.0};

    explicit Extent(const terrain::TerrainInfo& info)
    {
        const glm::dvec2 begin = info.frame.coordinates_of({0, 0});
        const glm::dvec2 end = info.frame.coordinates_of({info.columns - 1, info.rows - 1});
        low = {std::min(begin.x, end.x), std::min(begin.y, end.y)};
        high = {std::max(begin.x, end.x), std::max(begin.y, end.y)};
    }
};

std::string crs_text(const terrain::PostFrame& frame)
{
    if (frame.crs.empty()) return "none";
    const terrain::CrsName name = terrain::crs_name(frame.crs);
    return fmt::format("{}{}, {}", name.name.empty() ? "unnamed" : name.name,
                       name.code.empty() ? "" : " (" + name.code + ")",
                       frame.geographic ? "geographic" : "projected");
}

/// Spacing in metres; before that, in the file's own coordinates where these are others.
std::string spacing_text(const terrain::PostFrame& frame)
{
    const glm::dvec2 own = glm::abs(frame.spacing) / frame.crs_unit, metres = glm::abs(frame.post_metres());
    std::string text;
    const bool is_ground = !frame.geographic && frame.metres != glm::dvec2{1.0};
    if (frame.geographic || frame.crs_unit != 1.0)
        text = fmt::format("{:.9g} x {:.9g} {}, ", own.x, own.y,
                           frame.crs_unit != 1.0 ? fmt::format("units of {:.10g} {}", frame.crs_unit,
                                                               frame.geographic ? "degrees" : "m")
                                                 : "degrees");
    if (is_ground) {
        const glm::dvec2 on_map = glm::abs(frame.spacing);
        text += fmt::format("{:.6g} x {:.6g} m on the map, ", on_map.x, on_map.y);
    }
    return text + fmt::format("{:.6g} x {:.6g} m", metres.x, metres.y) + (is_ground ? " on the ground" : "") +
           (frame.geographic || is_ground ? " in the middle" : "");
}

std::string heights_text(const TerrainReport& report)
{
    if (!report.range)
        return fmt::format("not measured: {} posts exceed max_measured_posts = {}",
                           report.info.columns * report.info.rows, max_measured_posts);
    return fmt::format("{:.7g} to {:.7g} m", report.range->lowest(), report.range->highest());
}

Json vec(glm::dvec2 v)
{
    return Json::array({v.x, v.y});
}

/// A number as JSON, which has no NaN and no infinities: null for these.
Json number(std::optional<double> value)
{
    if (!value) return nullptr;
    return std::isfinite(*value) ? Json(*value) : Json(fmt::format("{}", *value));
}

Json text_or_null(const std::string& text)
{
    return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

TerrainReport report_on(terrain::HeightSource& source)
{
    TerrainReport report;
    const terrain::TerrainInfo& info = source.info();
    if (info.columns * info.rows <= max_measured_posts) report.range = terrain::measure_heights(source);
    report.info = info;  // with the notes made while reading
    return report;
}

std::string info_text(const TerrainReport& report)
{
    const terrain::TerrainInfo& info = report.info;
    const Extent extent{info};
    const char* degrees = info.frame.geographic ? " degrees" : "";
    std::string text =
        info.name + "\n" + line("kind", fmt::format("terrain, {} ({})", info.format, info.format_name)) +
        line("posts", fmt::format("{} x {} ({})", info.columns, info.rows, info.columns * info.rows)) +
        line("crs", crs_text(info.frame)) + line("spacing", spacing_text(info.frame));
    for (int axis = 0; axis < 2; ++axis)
        text += line(axis == 0 ? "bounds x" : "bounds y",
                     fmt::format("{:.10g} to {:.10g}{}", extent.low[axis], extent.high[axis], degrees));
    text += line("heights", heights_text(report));
    text += line("unit", info.metres_per_unit == 1.0
                             ? info.unit
                             : fmt::format("{} of {:.10g} m in the file", info.unit, info.metres_per_unit));
    text += line("no data", info.nodata ? fmt::format("{:.10g}", *info.nodata) : "no value for it");
    if (report.range) text += line("holes", fmt::format("{}", report.range->voids()));
    for (const std::string& note : info.notes) text += line("note", note);
    return text;
}

Json info_json(const TerrainReport& report)
{
    const terrain::TerrainInfo& info = report.info;
    const Extent extent{info};
    const terrain::CrsName name = terrain::crs_name(info.frame.crs);
    Json json{{"name", info.name},
              {"kind", "terrain"},
              {"format", info.format},
              {"format_name", info.format_name},
              {"posts", {info.columns, info.rows}},
              {"crs", {{"name", text_or_null(name.name)}, {"code", text_or_null(name.code)}}},
              {"geographic", info.frame.geographic},
              {"spacing", vec(info.frame.spacing)},
              {"spacing_metres", vec(info.frame.post_metres())},
              {"crs_unit", info.frame.crs_unit},
              {"bounds", {{"min", vec(extent.low)}, {"max", vec(extent.high)}}},
              {"unit", info.unit},
              {"metres_per_unit", info.metres_per_unit},
              {"nodata", number(info.nodata)},
              {"heights", nullptr},
              {"holes", nullptr},
              {"notes", info.notes}};
    if (report.range) {
        json["heights"] = {report.range->lowest(), report.range->highest()};
        json["holes"] = report.range->voids();
    }
    return json;
}

}  // namespace farfield::node
