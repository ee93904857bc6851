#include "render/layers/legend_layer.h"

#include "render/scene/overlay_style.h"

#include <algorithm>
#include <cmath>

#include <epoxy/gl.h>

namespace farfield::render {
namespace {

constexpr float bar_width = 14.0F;
constexpr float right_margin = 84.0F;  // from the bar's right edge to the picture's: room for labels
constexpr float legend_tick_length = 4.0F;
constexpr int legend_ticks_wanted = 5;

void add_frame(LineBatch& lines, const LegendBox& box)
{
    const glm::vec3 a(box.top_left, 0.0F);
    const glm::vec3 c(box.top_left + box.size, 0.0F);
    const glm::vec3 b(c.x, a.y, 0.0F);
    const glm::vec3 d(a.x, c.y, 0.0F);
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, d), std::pair(d, a)})
        lines.add(from, to, rule_colour, 1.0F);
}

}  // namespace

LegendBox legend_box(const Viewport& viewport)
{
    const glm::vec2 size = viewport.logical_size();
    const float height = std::clamp(0.45F * size.y, 40.0F, 320.0F);
    // On whole device pixels, so that the bar's edges are sharp.
    const auto snapped = [&](float value) {
        return std::round(value * viewport.pixel_ratio) / viewport.pixel_ratio;
    };
    return {.top_left = {snapped(size.x - right_margin - bar_width), snapped(0.5F * (size.y - height))},
            .size = {bar_width, snapped(height)}};
}

float width_beside_legend(const Viewport& viewport)
{
    constexpr float gap = 10.0F, least = 0.4F;
    const float taken = right_margin + bar_width + gap;
    return std::max(least, 1.0F - 2.0F * taken / viewport.logical_size().x);
}

LegendLayer::LegendLayer()
    : program_("legend.vert", "legend.frag"),
      rectangle_(program_.uniform("rectangle")),
      viewport_(program_.uniform("viewport"))
{}

void LegendLayer::update(const Legend& legend, const ScalarRange& range)
{
    if (!built_ || range_ != range) {
        range_ = range;
        // Scalars are binary32, in which closer ticks could not be told apart.
        constexpr float closest = 1e-6F;
        const float largest = std::max(std::abs(range.low), std::abs(range.high));
        const bool is_wide = range.high - range.low > closest * largest;
        ticks_ = nice_ticks(range.low, is_wide ? range.high : range.low, legend_ticks_wanted);
        built_ = true;
    }
    heading_.assign(legend.title);
    if (!legend.units.empty()) heading_.append(" [").append(legend.units).append("]");
}

void LegendLayer::draw_bar(const LegendBox& box, const Viewport& viewport) const
{
    program_.use();
    const glm::vec2 corner = box.top_left * viewport.pixel_ratio;
    const glm::vec2 size = box.size * viewport.pixel_ratio;
    glUniform4f(rectangle_, corner.x, corner.y, size.x, size.y);
    set_uniform(viewport_, glm::vec2(viewport.width, viewport.height));
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void LegendLayer::draw(const Legend& legend, const ScalarRange& range, const Viewport& viewport,
                       TextLayer& text)
{
    update(legend, range);
    const LegendBox box = legend_box(viewport);
    draw_bar(box, viewport);
    lines_.clear();
    add_frame(lines_, box);
    const float right = box.top_left.x + box.size.x;
    const double extent = static_cast<double>(range.high) - static_cast<double>(range.low);
    for (std::size_t i = 0; i < ticks_.values.size(); ++i) {
        const double share =
            extent > 0.0 ? std::clamp((ticks_.values[i] - static_cast<double>(range.low)) / extent, 0.0, 1.0)
                         : 0.5;
        const float y = box.top_left.y + box.size.y * static_cast<float>(1.0 - share);
        lines_.add({right, y, 0.0F}, {right + legend_tick_length, y, 0.0F}, rule_colour, 1.0F);
        text.add(ticks_.labels[i], {right + legend_tick_length + 4.0F, y}, label_colour, viewport,
                 AlignX::Left, AlignY::Middle);
    }
    lines_.draw(pixel_transform(viewport), viewport);
    // To the left of the bar's middle only as far as the right edge needs it.
    const float half = 0.5F * text.atlas().text_width(heading_);
    const float centre =
        std::min(box.top_left.x + 0.5F * box.size.x, viewport.logical_size().x - half - 10.0F);
    text.add(heading_, {centre, box.top_left.y - 12.0F}, title_colour, viewport, AlignX::Centre);
}

}  // namespace farfield::render
