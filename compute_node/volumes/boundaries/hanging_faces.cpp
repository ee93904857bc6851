#include "compute_node/volumes/boundaries/hanging_faces.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::uint32_t no_corner = ~std::uint32_t{0};

/// Places by their coordinates; those that differ by rounding alone are one.
class RoundedPlaces {
public:
    RoundedPlaces(std::size_t most, double greatest)
        : rounding_{1e-6 * greatest}, first_(std::bit_ceil(2 * most + 2), no_corner)
    {}

    std::uint32_t add(glm::dvec3 at)
    {
        if (const auto found = find(at)) return *found;
        std::uint32_t& first = first_[slot_of(glm::floor(at / width()))];
        next_.push_back(first);
        places_.push_back(at);
        return first = static_cast<std::uint32_t>(places_.size() - 1);
    }
    [[nodiscard]] std::optional<std::uint32_t> find(glm::dvec3 at) const
    {
        const glm::dvec3 low = glm::floor((at - rounding_) / width()),
                         high = glm::floor((at + rounding_) / width());
        glm::dvec3 bin{0.0};
        for (bin.z = low.z; bin.z <= high.z; ++bin.z)
            for (bin.y = low.y; bin.y <= high.y; ++bin.y)
                for (bin.x = low.x; bin.x <= high.x; ++bin.x)
                    for (std::uint32_t n = first_[slot_of(bin)]; n != no_corner; n = next_[n])
                        if (glm::distance(places_[n], at) <= rounding_) return n;
        return std::nullopt;
    }
    const glm::dvec3& operator[](std::uint32_t place) const { return places_[place]; }

private:
    [[nodiscard]] double width() const { return 16.0 * rounding_; }
    [[nodiscard]] std::size_t slot_of(glm::dvec3 bin) const
    {
        const auto part = [](double number) {
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
        };
        const std::uint64_t mixed = part(bin.x) * 0x9E3779B97F4A7C15U ^ part(bin.y) * 0xC2B2AE3D27D4EB4FU ^
                                    part(bin.z) * 0x165667B19E3779F9U;
        return (mixed ^ mixed >> 29U) & (first_.size() - 1);
    }

    double rounding_;
    std::vector<std::uint32_t> first_, next_;
    std::vector<glm::dvec3> places_;
};

/// The places of a quad's corners in their order; of a segment two and no_corner twice.
using Corners = std::array<std::uint32_t, 4>;

/// Quads or segments of an outside, by their places.
class OuterElements {
public:
    OuterElements(std::size_t count, double greatest) : places_{4 * count, greatest} {}

    void add(std::span<const std::uint32_t> nodes, const std::vector<glm::vec3>& points)
    {
        Corners corners{no_corner, no_corner, no_corner, no_corner};
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            corners[i] = places_.add(glm::dvec3{points[nodes[i]]});
            if (corners[i] == nodes_.size()) nodes_.push_back(nodes[i]);
        }
        elements_.push_back(corners);
    }

    [[nodiscard]] std::optional<std::uint32_t> node_between(glm::vec3 from, glm::vec3 to) const
    {
        const auto place = places_.find(0.5 * (glm::dvec3{from} + glm::dvec3{to}));
        return place ? std::optional{nodes_[*place]} : std::nullopt;
    }

    /// True for each element that covers another or is covered.
    [[nodiscard]] std::vector<bool> hanging()
    {
        for (std::uint32_t i = 0; i < elements_.size(); ++i)
            by_corners_.emplace_back(sorted(elements_[i]), i);
        std::ranges::sort(by_corners_);
        std::vector<bool> is_hanging(elements_.size(), false);
        for (std::uint32_t i = 0; i < elements_.size(); ++i) {
            std::vector<std::uint32_t> found;
            constexpr int most_halvings = 3;
            if (!is_covered(elements_[i], most_halvings, found) || !face_each_other(i, found)) continue;
            is_hanging[i] = true;
            for (const std::uint32_t part : found) is_hanging[part] = true;
        }
        return is_hanging;
    }

private:
    static Corners sorted(Corners corners)
    {
        std::ranges::sort(corners);
        return corners;
    }
    static bool is_segment(const Corners& corners) { return corners[2] == no_corner; }

    /// The parts of an element at whose middles there are places; none where one is missing.
    [[nodiscard]] std::vector<Corners> parts_of(const Corners& whole) const
    {
        const auto middle = [&](std::size_t a, std::size_t b) {
            return places_.find(0.5 * (places_[whole[a]] + places_[whole[b]]));
        };
        if (is_segment(whole)) {
            const auto half = middle(0, 1);
            if (!half) return {};
            return {{whole[0], *half, no_corner, no_corner}, {*half, whole[1], no_corner, no_corner}};
        }
        const auto centre = places_.find(
            0.25 * (places_[whole[0]] + places_[whole[1]] + places_[whole[2]] + places_[whole[3]]));
        if (!centre) return {};
        std::array<std::uint32_t, 4> halves{};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto half = middle(i, (i + 1) % 4);
            if (!half) return {};
            halves[i] = *half;
        }
        std::vector<Corners> parts;
        for (std::size_t i = 0; i < 4; ++i)
            parts.push_back({whole[i], halves[i], *centre, halves[(i + 3) % 4]});
        return parts;
    }

    bool is_covered(const Corners& whole, int halvings, std::vector<std::uint32_t>& found) const
    {
        const std::vector<Corners> parts = parts_of(whole);
        return !parts.empty() && std::ranges::all_of(parts, [&](const Corners& part) {
            const auto at = std::ranges::lower_bound(by_corners_, std::pair{sorted(part), 0U});
            if (at == by_corners_.end() || at->first != sorted(part))
                return halvings > 1 && is_covered(part, halvings - 1, found);
            found.push_back(at->second);
            return true;
        });
    }

    /// False where a part is seen from the same side as the whole: then both are outside.
    [[nodiscard]] bool face_each_other(std::uint32_t whole, const std::vector<std::uint32_t>& parts) const
    {
        if (is_segment(elements_[whole])) return true;
        const glm::dvec3 across = normal(elements_[whole]);
        return std::ranges::all_of(
            parts, [&](std::uint32_t part) { return glm::dot(across, normal(elements_[part])) < 0.0; });
    }
    [[nodiscard]] glm::dvec3 normal(const Corners& quad) const
    {
        return glm::cross(places_[quad[2]] - places_[quad[0]], places_[quad[3]] - places_[quad[1]]);
    }

    RoundedPlaces places_;
    std::vector<std::uint32_t> nodes_;  ///< the first node at each place
    std::vector<Corners> elements_;
    std::vector<std::pair<Corners, std::uint32_t>> by_corners_;
};

/// The least and greatest of the elements' sizes: squared lengths of segments, and of a diagonal of quads.
class Sizes {
public:
    void add(glm::vec3 from, glm::vec3 to)
    {
        const float size = glm::dot(to - from, to - from);
        least_ = std::min(least_, size), greatest_ = std::max(greatest_, size);
    }
    /// True where one is nearly twice another: without that none can cover another.
    [[nodiscard]] bool has_halves() const { return greatest_ > 2.0F * least_; }

private:
    float least_ = std::numeric_limits<float>::infinity(), greatest_ = 0.0F;
};

double greatest_coordinate(const std::vector<glm::vec3>& points)
{
    float most = 0.0F;
    for (const glm::vec3& at : points)
        most = std::max({most, std::abs(at.x), std::abs(at.y), std::abs(at.z)});
    return most;
}

/// Removes the elements of a list that hang, and returns all; empty where none does. nodes_of: of an element;
/// none where it is of another kind.
template <class Element, class NodesOf>
std::optional<OuterElements> remove_from(std::vector<Element>& list, const std::vector<glm::vec3>& points,
                                         const NodesOf& nodes_of)
{
    Sizes sizes;
    for (const Element& element : list)
        if (const auto nodes = nodes_of(element); !nodes.empty())
            sizes.add(points[nodes[0]], points[nodes[nodes.size() / 2]]);
    if (!sizes.has_halves()) return std::nullopt;
    OuterElements outer{list.size(), greatest_coordinate(points)};
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto nodes = nodes_of(list[i]);
        if (nodes.empty()) continue;
        outer.add(nodes, points);
        numbers.push_back(i);
    }
    const std::vector<bool> hanging = outer.hanging();
    if (std::ranges::find(hanging, true) == hanging.end()) return std::nullopt;
    std::vector<bool> is_left_out(list.size(), false);
    for (std::size_t i = 0; i < numbers.size(); ++i) is_left_out[numbers[i]] = hanging[i];
    std::size_t next = 0;
    std::erase_if(list, [&](const Element&) { return is_left_out[next++]; });
    return outer;
}

}  // namespace

std::vector<std::array<std::optional<std::uint32_t>, 4>> remove_hanging(BoundaryPatch& patch,
                                                                        const std::vector<glm::vec3>& points)
{
    using Numbers = std::span<const std::uint32_t>;
    (void)remove_from(patch.segments, points,
                      [](const std::array<std::uint32_t, 2>& segment) { return Numbers{segment}; });
    const auto outer = remove_from(patch.faces, points, [](const BoundaryFace& face) {
        return face.corners == 4 ? Numbers{face.nodes} : Numbers{};
    });
    if (!outer) return {};
    std::vector<std::array<std::optional<std::uint32_t>, 4>> middles(patch.faces.size());
    for (std::size_t f = 0; f < middles.size(); ++f) {
        const BoundaryFace& face = patch.faces[f];
        for (std::size_t i = 0; i < face.corners; ++i)
            middles[f][i] =
                outer->node_between(points[face.nodes[i]], points[face.nodes[(i + 1) % face.corners]]);
    }
    return middles;
}

}  // namespace farfield::compute
