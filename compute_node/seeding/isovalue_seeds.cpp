#include "compute_node/seeding/field_seeds.h"
#include "compute_node/seeding/seed_limit.h"

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace farfield::compute {

namespace {

constexpr int min_lattice_nodes = 65, max_lattice_nodes = 257;  // along an axis, for fields without a lattice
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Nodes equally spaced from lo to hi, both included.
std::vector<double> spread(double lo, double hi, int nodes)
{
    std::vector<double> places;
    places.reserve(static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) places.push_back(glm::mix(lo, hi, i / (nodes - 1.0)));
    return places;
}

/// Nodes along an axis: twice as many as a square of `count` places has, within the limits.
int lattice_nodes(std::uint32_t count)
{
    return std::clamp(2 * static_cast<int>(std::sqrt(count)), min_lattice_nodes, max_lattice_nodes);
}

/// Coordinates of the lattice's nodes along one axis, relative to the field's origin; a single one where
/// there is one layer.
std::vector<double> nodes_along(const Field& field, int axis, std::uint32_t count)
{
    const FieldInfo& info = field.info();
    const double lo = info.bounds.lo[axis] - info.origin[axis], hi = info.bounds.hi[axis] - info.origin[axis];
    if (info.flat[axis]) return {lo};
    if (const auto* grid = std::get_if<UniformGrid>(&field.grid())) return spread(lo, hi, grid->dims[axis]);
    if (const auto* grid = std::get_if<RectilinearGrid>(&field.grid())) {
        const auto& node = grid->axes[axis].node;
        return {node.begin(), node.end()};
    }
    return spread(lo, hi, lattice_nodes(count));
}

/// Keeps every n-th of the places it is given, n a power of two that grows: memory for at most four times as
/// many as are wanted, however many come.
class Thinning {
public:
    explicit Thinning(std::size_t wanted) : wanted_{wanted} {}

    void add(glm::vec3 place)
    {
        if (seen_++ % every_ == 0) kept_.push_back(place);
        if (kept_.size() < 4 * wanted_) return;
        for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
        kept_.resize((kept_.size() + 1) / 2);
        every_ *= 2;
    }

    /// The wanted number of places, as evenly as those kept allow.
    [[nodiscard]] std::vector<glm::vec3> take() const
    {
        if (kept_.size() <= wanted_) return kept_;
        std::vector<glm::vec3> taken;
        for (std::size_t i = 0; i < wanted_; ++i) taken.push_back(kept_[i * kept_.size() / wanted_]);
        return taken;
    }

private:
    std::size_t wanted_;
    std::uint64_t seen_ = 0, every_ = 1;
    std::vector<glm::vec3> kept_;
};

/// Walks the lattice layer by layer and looks at the edges that end in each node.
class IsovalueSearch {
public:
    IsovalueSearch(const Field& field, double value, std::uint32_t count)
        : field_{field},
          value_{value},
          found_{count},
          axes_{nodes_along(field, 0, count), nodes_along(field, 1, count), nodes_along(field, 2, count)}
    {}

    std::vector<glm::dvec3> run()
    {
        const std::size_t row = axes_[0].size(), layer = row * axes_[1].size();
        std::vector<double> here(layer, none), below(layer, none);
        for (std::size_t k = 0; k < axes_[2].size(); ++k, std::swap(here, below))
            for (std::size_t j = 0; j < axes_[1].size(); ++j)
                for (std::size_t i = 0; i < row; ++i) {
                    const std::size_t n = j * row + i;
                    const glm::dvec3 at{axes_[0][i], axes_[1][j], axes_[2][k]};
                    here[n] = scalar_at(at);
                    if (i > 0) look_along(0, axes_[0][i - 1], here[n - 1], at, here[n]);
                    if (j > 0) look_along(1, axes_[1][j - 1], here[n - row], at, here[n]);
                    if (k > 0) look_along(2, axes_[2][k - 1], below[n], at, here[n]);
                }
        std::vector<glm::dvec3> places;
        for (const glm::vec3 place : found_.take()) places.push_back(field_.info().absolute(place));
        return places;
    }

private:
    double scalar_at(glm::dvec3 at)
    {
        const auto sample = field_.sample(glm::vec3{at}, cursor_);
        return sample ? static_cast<double>(sample->scalar) : none;
    }

    /// Searches an edge along an axis, from a coordinate to a node, with the scalars at both; NaN: invalid.
    void look_along(int axis, double from, double scalar_from, glm::dvec3 to, double scalar_to)
    {
        if (std::isnan(scalar_from) || std::isnan(scalar_to)) return;
        if ((scalar_from < value_) == (scalar_to < value_)) return;
        to[axis] = glm::mix(from, to[axis], (value_ - scalar_from) / (scalar_to - scalar_from));
        const glm::vec3 place{to};
        if (field_.sample(place, cursor_)) found_.add(place);  // an edge may cross a hole
    }

    const Field& field_;
    double value_;
    Thinning found_;
    std::array<std::vector<double>, 3> axes_;
    CellCursor cursor_;
};

}  // namespace

std::vector<glm::dvec3> seeds_on_isovalue(const Field& field, double value, std::uint32_t count)
{
    check_seed_limit("an isovalue", count);
    if (count == 0) return {};
    return IsovalueSearch{field, value, count}.run();
}

}  // namespace farfield::compute
