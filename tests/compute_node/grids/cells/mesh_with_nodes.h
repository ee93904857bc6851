#pragma once

#include "compute_node/grids/search/cell_cursor.h"
#include "compute_node/grids/trilinear.h"
#include "tests/catch.h"
#include "tests/compute_node/meshes.h"

#include <limits>
#include <optional>

namespace farfield::compute::testing {

/// A mesh and its nodes; each node's velocity is its position.
template <class Grid>
struct MeshWithNodes {
    explicit MeshWithNodes(const UnstructuredGeometry& mesh) : grid{mesh.points, mesh.cells}
    {
        for (const glm::vec3& p : mesh.points) nodes.emplace_back(p, 1.0F);
    }
    [[nodiscard]] std::optional<Node> sample(glm::vec3 position, CellCursor& cursor) const
    {
        if (!grid.find(position, nodes.data(), cursor)) return std::nullopt;
        return grid.interpolate(nodes.data(), cursor);
    }
    [[nodiscard]] std::optional<Node> sample(glm::vec3 position) const
    {
        CellCursor cursor;
        return sample(position, cursor);
    }

    Grid grid;
    Nodes nodes;
};

/// Points beyond the boundary, and those that are not numbers.
template <class Grid>
void check_outside(const MeshWithNodes<Grid>& box)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), far = 1e30F;
    for (const glm::vec3 p :
         {glm::vec3{2.01F, 0, 0}, {0, -2.01F, 0}, {0, 0, far}, {nan, 0, 0}, {0, nan, 0}}) {
        CellCursor known;
        REQUIRE(box.sample({0.1F, 0.2F, 0.3F}, known));
        CHECK_FALSE(box.sample(p));
        CHECK_FALSE(box.sample(p, known));
    }
    CHECK(box.sample({2.0F, -2.0F, 2.0F}));
    CHECK(box.sample({-2.0F, 0.0F, 0.5F}));
}

/// holed: a holed_mesh().
template <class Grid>
void check_hole(const MeshWithNodes<Grid>& holed)
{
    CellCursor cursor;
    REQUIRE(holed.sample({-1.8F, 0.0F, 0.0F}, cursor));
    CHECK_FALSE(holed.sample({0.0F, 0.0F, 0.0F}, cursor));
    CHECK_FALSE(holed.sample({0.0F, 0.0F, 0.0F}));
    const auto behind = holed.sample({1.8F, 0.0F, 0.0F}, cursor);
    REQUIRE(behind);
    CHECK(behind->x == Approx(1.8F));
}

}  // namespace farfield::compute::testing
