#include "render/layers/legend_painter.h"

#include "render/scene/overlay_style.h"

#include <algorithm>
#include <cmath>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr float bar_width = 14.0F;
constexpr float right_margin = 84.0F;  // from the bar to the picture's right edge: room for labels
constexpr float legend_tick_length = 4.0F;
constexpr int legend_ticks_wanted = 5;
constexpr float gap_between = 44.0F;     // of a bar and the next: room for a heading and the outermost labels
constexpr float top_margin = 64.0F;      // above the first of several bars: room for a line over the picture
constexpr float heading_margin = 30.0F;  // above a bar: room for its heading
constexpr float bottom_margin = 30.0F;   // below the last
constexpr float least_height = 24.0F;    // of one of several bars

void add_frame(LineBatch& lines, const LegendBox& box)
{
    const glm::vec3 a(box.top_left, 0.0F);
    const glm::vec3 c(box.top_left + box.size, 0.0F);
    const glm::vec3 b(c.x, a.y, 0.0F);
    const glm::vec3 d(a.x, c.y, 0.0F);
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, d), std::pair(d, a)})
        lines.add(from, to, rule_colour, 1.0F);
}

/// The highest place at which the first of several bars may begin.
float free_top(float covered)
{
    return std::max(top_margin, covered + heading_margin);
}

}  // namespace

LegendBox legend_box(const Viewport& viewport, std::size_t index, std::size_t count, float covered)
{
    const glm::vec2 size = viewport.logical_size();
    const auto legends = static_cast<float>(count), above = static_cast<float>(index);
    const float gaps = legends - 1.0F;
    float height = std::clamp(0.45F * size.y, 40.0F, 320.0F);
    const bool moves = count > 1 || covered > 0.0F;
    const float highest = free_top(covered);
    if (moves) {
        const float room = (size.y - highest - bottom_margin - gaps * gap_between) / legends;
        height = std::min(height, std::max(room, least_height));
    }
    const float middle = 0.5F * (size.y - legends * height - gaps * gap_between);
    const float top = moves ? std::max(middle, highest) : middle;
    // The bar lies on whole device pixels, so that its edges are sharp.
    const auto snapped = [&](float value) {
        return std::round(value * viewport.pixel_ratio) / viewport.pixel_ratio;
    };
    return {.top_left = {snapped(size.x - right_margin - bar_width),
                         snapped(top + above * (height + gap_between))},
            .size = {bar_width, snapped(height)}};
}

std::size_t most_legends(const Viewport& viewport, float covered)
{
    const float room = viewport.logical_size().y - free_top(covered) - bottom_margin + gap_between;
    return static_cast<std::size_t>(std::max(1.0F, room / (least_height + gap_between)));
}

float width_beside_legend(const Viewport& viewport)
{
    constexpr float gap = 10.0F, least = 0.4F;
    const float taken = right_margin + bar_width + gap;
    return std::max(least, 1.0F - 2.0F * taken / viewport.logical_size().x);
}

LegendPainter::LegendPainter()
    : program_("legend.vert", "legend.frag"),
      rectangle_(program_.uniform("rectangle")),
      viewport_(program_.uniform("viewport"))
{}

void LegendPainter::Writing::update(const Legend& legend, int ticks_wanted)
{
    if (wanted != ticks_wanted || range != legend.range) {
        wanted = ticks_wanted;
        range = legend.range;
        // Scalars are binary32, in which closer ticks could not be distinguished.
        constexpr float closest = 1e-6F;
        const float largest = std::max(std::abs(range.low), std::abs(range.high));
        const bool is_wide = range.high - range.low > closest * largest;
        ticks = model::nice_ticks(range.low, is_wide ? range.high : range.low, wanted);
    }
    heading.assign(legend.title);
    if (!legend.units.empty()) heading.append(" [").append(legend.units).append("]");
}

void LegendPainter::draw_bar(const LegendBox& box, const Viewport& viewport) const
{
    program_.use();
    const glm::vec2 corner = box.top_left * viewport.pixel_ratio;
    const glm::vec2 size = box.size * viewport.pixel_ratio;
    glUniform4f(rectangle_, corner.x, corner.y, size.x, size.y);
    set_uniform(viewport_, glm::vec2(viewport.width, viewport.height));
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void LegendPainter::draw(std::span<const Legend> legends, const ColourMapTextures& maps,
                         const Viewport& viewport, float covered, TextPainter& text)
{
    const std::size_t count = std::min(legends.size(), most_legends(viewport, covered));
    if (writings_.size() < count) writings_.resize(count);
    lines_.clear();
    backs_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const LegendBox box = legend_box(viewport, i, count, covered);
        // A short bar has fewer ticks, so that they can be read.
        constexpr float pixels_of_tick = 20.0F;
        const int fitting = std::max(2, static_cast<int>(box.size.y / pixels_of_tick));
        writings_[i].update(legends[i],
                            count == 1 ? legend_ticks_wanted : std::min(legend_ticks_wanted, fitting));
        add_back(writings_[i], box, viewport, text);
    }
    backs_.draw(pixel_transform(viewport), viewport);
    for (std::size_t i = 0; i < count; ++i) {
        const LegendBox box = legend_box(viewport, i, count, covered);
        maps.bind(legends[i].colour_map);
        draw_bar(box, viewport);
        add_frame(lines_, box);
        add_ticks(writings_[i], box, viewport, text);
    }
    lines_.draw(pixel_transform(viewport), viewport);
}

float LegendPainter::heading_left(const Writing& writing, const LegendBox& box, const Viewport& viewport,
                                  const TextPainter& text)
{
    const float width = text.atlas().text_width(writing.heading);
    return std::min(box.top_left.x + 0.5F * (box.size.x - width), viewport.logical_size().x - width - 10.0F);
}

/// Adds two wide lines: behind the heading, and behind the bar with its labels.
void LegendPainter::add_back(const Writing& writing, const LegendBox& box, const Viewport& viewport,
                             const TextPainter& text)
{
    constexpr glm::vec4 ground{0.0F, 0.0F, 0.0F, 0.5F};
    constexpr float heading_top = 28.0F, heading_bottom = 8.0F, below = 10.0F, beside = 8.0F;
    const float right = viewport.logical_size().x - 2.0F, bar_left = box.top_left.x - beside;
    const float heading = heading_left(writing, box, viewport, text) - beside;
    const float y = box.top_left.y - 0.5F * (heading_top + heading_bottom),
                middle = 0.5F * (bar_left + right);
    backs_.add({std::min(bar_left, heading), y, 0.0F}, {right, y, 0.0F}, ground,
               heading_top - heading_bottom);
    backs_.add({middle, box.top_left.y - heading_bottom, 0.0F},
               {middle, box.top_left.y + box.size.y + below, 0.0F}, ground, right - bar_left);
}

void LegendPainter::add_ticks(const Writing& writing, const LegendBox& box, const Viewport& viewport,
                              TextPainter& text)
{
    const ScalarRange& range = writing.range;
    const model::Ticks& ticks = writing.ticks;
    const float right = box.top_left.x + box.size.x;
    const double extent = static_cast<double>(range.high) - static_cast<double>(range.low);
    for (std::size_t i = 0; i < ticks.values.size(); ++i) {
        const double share =
            extent > 0.0 ? std::clamp((ticks.values[i] - static_cast<double>(range.low)) / extent, 0.0, 1.0)
                         : 0.5;
        const float y = box.top_left.y + box.size.y * static_cast<float>(1.0 - share);
        lines_.add({right, y, 0.0F}, {right + legend_tick_length, y, 0.0F}, rule_colour, 1.0F);
        text.add(ticks.labels[i], {right + legend_tick_length + 4.0F, y}, label_colour, viewport,
                 AlignX::Left, AlignY::Middle);
    }
    text.add(writing.heading, {heading_left(writing, box, viewport, text), box.top_left.y - 12.0F},
             title_colour, viewport, AlignX::Left);
}

}  // namespace farfield::render
