#include "compute_node/commands/options/blanked_nodes.h"

#include "compute_node/readers/vtk/enclosed_nodes.h"
#include "compute_node/terrain/gdal/gdal_heights.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

namespace farfield::node {

namespace {

/// The rows of a raster that lie over a lattice.
class Ground {
public:
    Ground(const std::filesystem::path& file, const tomography::Lattice& lattice)
        : source_{terrain::open_heights(file)},
          frame_{source_->info().frame},
          columns_{source_->info().columns}
    {
        if (frame_.geographic)
            throw std::runtime_error(
                fmt::format("cannot use '{}' as topography: expected coordinates in metres, found degrees",
                            file.string()));
        const glm::dvec2 a = frame_.post_at(glm::dvec2{lattice.origin}),
                         b = frame_.post_at(glm::dvec2{lattice.upper()});
        const glm::dvec2 low = glm::min(a, b), high = glm::max(a, b);
        const glm::dvec2 last{static_cast<double>(columns_ - 1),
                              static_cast<double>(source_->info().rows - 1)};
        if (low.x < 0.0 || low.y < 0.0 || high.x > last.x || high.y > last.y)
            throw std::runtime_error(fmt::format(
                "cannot use '{}' as topography: it does not cover the box of the grid", file.string()));
        first_row_ = static_cast<std::int64_t>(low.y);
        const std::int64_t rows = static_cast<std::int64_t>(std::ceil(high.y)) - first_row_ + 1;
        heights_.resize(static_cast<std::size_t>(rows * columns_));
        source_->read_rows(first_row_, rows, heights_);
    }

    /// The ground's height; NaN where one of the four posts about the place has none.
    [[nodiscard]] double height_at(glm::dvec2 place) const
    {
        const glm::dvec2 post = frame_.post_at(place);
        const glm::dvec2 low = glm::floor(post), part = post - low;
        double height = 0.0;
        for (int corner = 0; corner < 4; ++corner) {
            const int right = corner & 1, down = corner >> 1;
            const double weight = (right != 0 ? part.x : 1.0 - part.x) * (down != 0 ? part.y : 1.0 - part.y);
            if (weight > 0.0) height += weight * post_height(low, right, down);
        }
        return height;
    }

private:
    [[nodiscard]] double post_height(glm::dvec2 low, int right, int down) const
    {
        const auto column = static_cast<std::int64_t>(low.x) + right,
                   row = static_cast<std::int64_t>(low.y) + down;
        return heights_[static_cast<std::size_t>((row - first_row_) * columns_ + column)];
    }

    std::unique_ptr<terrain::HeightSource> source_;
    terrain::PostFrame frame_;
    std::int64_t columns_ = 0, first_row_ = 0;
    std::vector<float> heights_;
};

}  // namespace

void blank_above(const std::filesystem::path& heights, tomography::SlownessModel& model)
{
    const tomography::Lattice& lattice = model.lattice;
    const Ground ground{heights, lattice};
    for (int j = 0; j < lattice.nodes.y; ++j)
        for (int i = 0; i < lattice.nodes.x; ++i) {
            const double height = ground.height_at(glm::dvec2{lattice.position({i, j, 0})});
            for (int k = 0; k < lattice.nodes.z; ++k)
                if (lattice.position({i, j, k}).z > height) model.slowness[lattice.index({i, j, k})] = 0.0F;
        }
}

void blank_inside(const std::filesystem::path& surfaces, tomography::SlownessModel& model)
{
    const tomography::Lattice& lattice = model.lattice;
    const auto inside =
        compute::enclosed_nodes(surfaces, {.origin = lattice.origin, .spacing = glm::dvec3{lattice.spacing}},
                                glm::uvec3{lattice.nodes});
    if (std::ranges::count(inside, std::uint8_t{1}) == 0)
        throw std::runtime_error(
            fmt::format("cannot use '{}' as a void: no node of the grid lies inside", surfaces.string()));
    for (std::size_t n = 0; n < inside.size(); ++n)
        if (inside[n] != 0) model.slowness[n] = 0.0F;
}

}  // namespace farfield::node
