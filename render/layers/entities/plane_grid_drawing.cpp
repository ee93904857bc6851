#include "render/layers/entities/plane_grid_drawing.h"

#include "model/report/ticks.h"
#include "render/primitives/draw_context.h"
#include "render/primitives/line_batch.h"
#include "render/scene/overlay_style.h"
#include "render/scene/picking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace farfield::render {
namespace {

constexpr int wanted_lines = 10;
constexpr glm::vec4 grid_line_colour{0.55F, 0.63F, 0.72F, 0.30F};
constexpr glm::vec4 middle_line_colour{0.66F, 0.74F, 0.84F, 0.60F};
constexpr float grid_line_width = 1.0F, middle_line_width = 1.4F;
constexpr float least_gap = 34.0F;    ///< pixels between distances that are written
constexpr double kilometre = 1000.0;  ///< metres

class PlaneGridPainter {
public:
    void draw_lines(const PlaneGridDrawing& grid, const ViewTransform& view)
    {
        build(grid);
        lines_.draw(view);
    }

    void write_distances(const PlaneGridDrawing& grid, const ViewTransform& view, TextPainter& text)
    {
        build(grid);
        text.clear();
        write_edge(0, view, text);
        write_edge(1, view, text);
        const glm::vec2 middle(glm::clamp(0.0F, area_.min.x, area_.max.x), area_.max.y);
        if (const auto north = project(view, {middle, area_.min.z}))
            text.add("N", *north, title_colour, view.viewport, AlignX::Centre, AlignY::Baseline);
        text.draw(view.viewport);
    }

private:
    void build(const PlaneGridDrawing& grid)
    {
        if (is_built_ && area_ == grid.area) return;
        is_built_ = true;
        area_ = grid.area;
        const glm::dvec3 size(area_.size());
        // The longer side gives the step of both.
        const double step = model::nice_ticks(0.0, std::max(size.x, size.y) / kilometre, wanted_lines).step;
        lines_.clear();
        for (int axis = 0; axis < 2; ++axis) build_axis(axis, step);
    }

    void build_axis(int axis, double step)
    {
        auto& ticks = ticks_.at(static_cast<std::size_t>(axis));
        const double low = double{area_.min[axis]} / kilometre, high = double{area_.max[axis]} / kilometre;
        ticks = model::nice_ticks(low, high, std::max(1, static_cast<int>(std::lround((high - low) / step))));
        for (const double at : ticks.values) {
            glm::vec3 from = area_.min, to(area_.max.x, area_.max.y, area_.min.z);
            from[axis] = to[axis] = static_cast<float>(at * kilometre);
            const bool is_middle = at == 0.0;
            lines_.add(from, to, is_middle ? middle_line_colour : grid_line_colour,
                       is_middle ? middle_line_width : grid_line_width);
        }
    }

    void write_edge(int axis, const ViewTransform& view, TextPainter& text) const
    {
        const auto& ticks = ticks_.at(static_cast<std::size_t>(axis));
        std::optional<glm::vec2> last;
        for (std::size_t i = 0; i < ticks.values.size(); ++i) {
            glm::vec3 at = area_.min;
            at[axis] = static_cast<float>(ticks.values[i] * kilometre);
            const auto pixel = project(view, at);
            if (!pixel || (last && glm::distance(*last, *pixel) < least_gap)) continue;
            last = pixel;
            text.add(ticks.labels[i] + " km", *pixel + glm::vec2(0.0F, 12.0F), label_colour, view.viewport,
                     AlignX::Centre, AlignY::Middle);
        }
    }

    LineBatch lines_;
    std::array<model::Ticks, 2> ticks_;
    Bounds area_;
    bool is_built_ = false;
};

}  // namespace

void PlaneGridDrawing::draw(Pass pass, DrawContext& context) const
{
    if (pass != Pass::Translucent && pass != Pass::Labels) return;
    auto& painter = context.painter<PlaneGridPainter>();
    if (pass == Pass::Translucent) painter.draw_lines(*this, context.view);
    if (pass == Pass::Labels) painter.write_distances(*this, context.view, context.text);
}

}  // namespace farfield::render
