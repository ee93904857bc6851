#include "compute_node/terrain/overlays/draped_shapes.h"

#include "compute_node/terrain/tree/bilinear_cell.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace farfield::terrain {

namespace {

/// The part of a segment, from 0 to 1, that is above the terrain; empty where end < begin.
struct SegmentPart {
    double begin = 0.0;
    double end = 1.0;
};

/// The part of a segment on the map. Source: Liang and Barsky, "A New Concept and Method for Line Clipping",
/// ACM Transactions on Graphics 3, 1984.
SegmentPart part_on_map(glm::dvec2 from, glm::dvec2 step, glm::dvec2 last)
{
    SegmentPart part;
    for (int axis = 0; axis < 2; ++axis) {
        if (step[axis] == 0.0) {
            if (from[axis] < 0.0 || from[axis] > last[axis]) return {1.0, 0.0};
            continue;
        }
        const double a = -from[axis] / step[axis], b = (last[axis] - from[axis]) / step[axis];
        part.begin = std::max(part.begin, std::min(a, b));
        part.end = std::min(part.end, std::max(a, b));
    }
    return part;
}

class Draper {
public:
    Draper(const HeightBlocks& terrain, const PostFrame& frame, const DrapeSettings& settings)
        : terrain_{terrain}, frame_{frame}, settings_{settings}
    {}

    void add(const NamedPlace& place)
    {
        const glm::dvec2 at = frame_.post_at(place.at);
        const double height = ground_at(terrain_, at);
        if (std::isnan(height)) return;
        count();
        draped_.places.push_back({{at, height}, place.name});
    }

    void add(const std::vector<glm::dvec2>& line)
    {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            add_segment(frame_.post_at(line[i]), frame_.post_at(line[i + 1]));
        cut();
    }

    DrapedShapes take() { return std::move(draped_); }

private:
    void add_segment(glm::dvec2 from, glm::dvec2 to)
    {
        const glm::dvec2 step = to - from, last{static_cast<double>(terrain_.columns - 1),
                                                static_cast<double>(terrain_.rows - 1)};
        const bool is_finite =
            std::isfinite(step.x) && std::isfinite(step.y) && std::isfinite(from.x + from.y);
        const SegmentPart part = is_finite ? part_on_map(from, step, last) : SegmentPart{1.0, 0.0};
        if (part.end < part.begin) return cut();
        if (part.begin > 0.0) cut();
        const double posts = (part.end - part.begin) * std::max(std::abs(step.x), std::abs(step.y));
        const auto pieces =
            static_cast<std::int64_t>(std::max(1.0, std::ceil(posts / settings_.piece_posts)));
        // A line's vertices are the ends of two segments.
        for (std::int64_t n = line_.empty() ? 0 : 1; n <= pieces; ++n) {
            const double t =
                part.begin + (part.end - part.begin) * static_cast<double>(n) / static_cast<double>(pieces);
            add_vertex(glm::clamp(from + t * step, glm::dvec2{0.0}, last));
        }
        if (part.end < 1.0) cut();
    }

    void add_vertex(glm::dvec2 at)
    {
        const double height = ground_at(terrain_, at);
        if (std::isnan(height)) return cut();
        count();
        line_.emplace_back(at, height);
    }

    void cut()
    {
        if (line_.size() > 1) draped_.lines.push_back(line_);
        line_.clear();
    }

    void count()
    {
        if (++vertices_ > settings_.max_vertices) throw TooManyVertices{settings_.max_vertices, vertices_};
    }

    const HeightBlocks& terrain_;
    const PostFrame& frame_;
    const DrapeSettings& settings_;
    DrapedShapes draped_;
    std::vector<glm::dvec3> line_;  ///< so far
    std::uint64_t vertices_ = 0;
};

}  // namespace

DrapedShapes drape(const VectorShapes& shapes, const HeightBlocks& terrain, const PostFrame& frame,
                   const DrapeSettings& settings)
{
    Draper draper{terrain, frame, settings};
    for (const NamedPlace& place : shapes.places) draper.add(place);
    for (const std::vector<glm::dvec2>& line : shapes.lines) draper.add(line);
    return draper.take();
}

}  // namespace farfield::terrain
