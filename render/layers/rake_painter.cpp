#include "render/layers/rake_painter.h"

namespace farfield::render {
namespace {

constexpr glm::vec4 rake_colour{0.96F, 0.70F, 0.30F, 0.85F};
constexpr glm::vec4 selected_colour{1.00F, 0.84F, 0.45F, 1.00F};
constexpr glm::vec4 handle_colour{0.90F, 0.58F, 0.18F, 1.00F};
constexpr glm::vec4 highlight_colour{1.00F, 0.93F, 0.55F, 1.00F};
constexpr float line_width = 1.6F;
constexpr float selected_line_width = 2.4F;
constexpr float seed_diameter = 3.0F;
constexpr float handle_diameter = 7.0F;
constexpr float selected_handle_diameter = 10.0F;
constexpr float highlight_diameter = 14.0F;
constexpr float handle_ring = 1.5F;

}  // namespace

void RakePainter::draw_lines(std::span<const RakeShape> rakes, const ViewTransform& view)
{
    lines_.clear();
    dots_.clear();
    for (const RakeShape& rake : rakes) {
        const glm::vec4 colour = rake.held.value_or(rake.selected ? selected_colour : rake_colour);
        for (const auto& [from, to] : rake.lines)
            lines_.add(from, to, colour, rake.selected ? selected_line_width : line_width);
        for (const glm::vec3 seed : rake.seeds) dots_.add(seed, colour, seed_diameter, 0.0F);
    }
    lines_.draw(view);
    dots_.draw(view);
}

void RakePainter::draw_handles(std::span<const RakeShape> rakes, std::optional<HandleId> highlighted,
                               const ViewTransform& view)
{
    dots_.clear();
    for (std::size_t r = 0; r < rakes.size(); ++r) {
        for (std::size_t h = 0; h < rakes[r].handles.size(); ++h) {
            const bool lit = highlighted && *highlighted == HandleId{.rake = r, .handle = h};
            const float plain = rakes[r].selected ? selected_handle_diameter : handle_diameter;
            dots_.add(rakes[r].handles[h], rakes[r].held.value_or(lit ? highlight_colour : handle_colour),
                      lit ? highlight_diameter : plain, handle_ring);
        }
    }
    dots_.draw(view);
}

}  // namespace farfield::render
