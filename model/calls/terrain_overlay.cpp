#include "model/calls/terrain_overlay.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "model/fields/json_fields.h"

namespace farfield::model {

namespace {

Json rounded(const Point& at)
{
    Json json = Json::array();
    for (const double metres : at) json.push_back(std::round(metres * 100.0) / 100.0);
    return json;
}

/// Fills one part after the other.
class Parts {
public:
    Parts() { parts_.emplace_back(); }

    void add(const TerrainOverlay::Place& place)
    {
        make_room(place_weight);
        weight_ += place_weight;
        parts_.back().points.push_back(place);
    }

    void add(const std::vector<Point>& line)
    {
        for (std::size_t begin = 0; begin + 1 < line.size();) {
            make_room(2);
            const std::size_t count = std::min(max_overlay_part_weight - weight_, line.size() - begin);
            const auto first = line.begin() + static_cast<std::ptrdiff_t>(begin);
            parts_.back().lines.emplace_back(first, first + static_cast<std::ptrdiff_t>(count));
            weight_ += count;
            begin += count - 1;
        }
    }

    std::vector<TerrainOverlay> take()
    {
        for (std::size_t n = 0; n < parts_.size(); ++n) {
            parts_[n].part = static_cast<std::uint32_t>(n);
            parts_[n].parts = static_cast<std::uint32_t>(parts_.size());
        }
        return std::move(parts_);
    }

private:
    void make_room(std::size_t weight)
    {
        if (weight_ + weight <= max_overlay_part_weight) return;
        parts_.emplace_back();
        weight_ = 0;
    }

    std::vector<TerrainOverlay> parts_;
    std::size_t weight_ = 0;  ///< of the last
};

}  // namespace

Json to_json(const TerrainOverlayCall& call)
{
    return {{"terrain", call.terrain}, {"file", call.file}, {"part", call.part}};
}

TerrainOverlayCall terrain_overlay_call(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainOverlayCall call;
    call.terrain = fields["terrain"].text();
    call.file = fields["file"].text();
    if (const auto part = fields["part"]) call.part = part.uint32();
    fields.refuse_others();
    return call;
}

Json to_json(const TerrainOverlay& overlay)
{
    Json lines = Json::array(), points = Json::array();
    for (const std::vector<Point>& line : overlay.lines) {
        Json vertices = Json::array();
        for (const Point& at : line) vertices.push_back(rounded(at));
        lines.push_back(std::move(vertices));
    }
    for (const TerrainOverlay::Place& place : overlay.points)
        points.push_back({{"at", rounded(place.at)}, {"name", place.name}});
    return {{"part", overlay.part},
            {"parts", overlay.parts},
            {"lines", std::move(lines)},
            {"points", std::move(points)}};
}

TerrainOverlay terrain_overlay(const Json& json)
{
    JsonFields fields({&json, ""});
    TerrainOverlay overlay;
    overlay.part = fields["part"].uint32();
    overlay.parts = fields["parts"].uint32({.min = 1});
    for (const JsonValue& line : fields["lines"].elements()) {
        overlay.lines.emplace_back();
        for (const JsonValue& vertex : line.elements()) overlay.lines.back().push_back(vertex.point());
    }
    for (const JsonValue& element : fields["points"].elements()) {
        JsonFields place(element);
        overlay.points.push_back({place["at"].point(), place["name"].text()});
    }
    return overlay;
}

std::vector<TerrainOverlay> in_parts(const TerrainOverlay& whole)
{
    Parts parts;
    for (const TerrainOverlay::Place& place : whole.points) parts.add(place);
    for (const std::vector<Point>& line : whole.lines) parts.add(line);
    return parts.take();
}

}  // namespace farfield::model
