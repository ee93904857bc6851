#include "app/show/ground/ground_annotations.h"

#include <QString>
#include <algorithm>
#include <iterator>

#include "render/primitives/glyph_atlas.h"

namespace farfield::app {
namespace {

constexpr glm::vec4 seen_colour{0.35F, 1.0F, 0.45F, 1.0F}, hidden_colour{1.0F, 0.35F, 0.3F, 1.0F},
    eye_colour{1.0F, 0.9F, 0.3F, 1.0F};
constexpr glm::vec4 line_colour{1.0F, 0.85F, 0.25F, 1.0F}, place_colour{1.0F};
constexpr float sight_width = 2.5F, end_size = 9.0F, blocked_size = 7.0F, place_size = 8.0F;

/// Name in the letters that can be drawn: without accents, and no longer than a line.
std::string drawn_name(const std::string& name)
{
    constexpr std::size_t longest = 60;
    std::string drawn;
    for (const QChar letter : QString::fromStdString(name).normalized(QString::NormalizationForm_KD)) {
        if (letter.isMark() || letter.isLowSurrogate()) continue;
        if (drawn.size() == longest) return drawn + "...";
        const bool can = letter >= QLatin1Char(render::GlyphAtlas::first) &&
                         letter <= QLatin1Char(render::GlyphAtlas::last);
        drawn += can ? letter.toLatin1() : '?';
    }
    return drawn;
}

glm::vec3 place_at(const model::Point& point)
{
    return glm::vec3(glm::dvec3(point[0], point[1], point[2]));
}

}  // namespace

void add_eye(render::GroundAnnotations& annotations, glm::dvec3 eye)
{
    annotations.places.push_back({glm::vec3(eye), eye_colour, end_size});
}

void add_sight_line(render::GroundAnnotations& annotations, glm::dvec3 eye, glm::dvec3 target,
                    const model::TerrainSightLine& line)
{
    const bool seen = line.visible.value_or(false);
    const glm::vec3 from(eye), to(target), end = line.blocked_at ? place_at(*line.blocked_at) : to;
    annotations.lines.push_back({{from, end}, seen_colour, sight_width});
    if (!seen) annotations.lines.push_back({{end, to}, hidden_colour, sight_width});
    annotations.places.push_back({to, seen ? seen_colour : hidden_colour, end_size});
    if (line.blocked_at) annotations.places.push_back({end, hidden_colour, blocked_size});
}

void add_overlay(render::GroundAnnotations& annotations, const model::TerrainOverlay& part)
{
    for (const auto& line : part.lines) {
        auto& drawn = annotations.lines.emplace_back();
        drawn.colour = line_colour;
        std::ranges::transform(line, std::back_inserter(drawn.places), place_at);
    }
    for (const auto& place : part.points)
        annotations.places.push_back({place_at(place.at), place_colour, place_size, drawn_name(place.name)});
}

}  // namespace farfield::app
