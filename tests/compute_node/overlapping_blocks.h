#pragma once

#include "tests/compute_node/meshes.h"
#include "tests/compute_node/sampled_field.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace farfield::compute::testing {

/// Two blocks over each other: the first over x from -2 to 0.5, the second over x from -0.5 to 2, both over
/// [-2, 2] along y and z, with slanted cells of different widths.
enum class OverlappingForm { Blocks, Hexahedra, Tetrahedra };

inline constexpr std::array overlapping_forms{OverlappingForm::Blocks, OverlappingForm::Hexahedra,
                                              OverlappingForm::Tetrahedra};

class OverlappingBlocks {
public:
    static constexpr int first_nodes = 6, second_nodes = 9;  ///< along each axis

    explicit OverlappingBlocks(OverlappingForm form) : form_{form}
    {
        data_.format = "test";
        data_.arrays = {{"velocity", 3, {}, ""}, {"s", 1, {}, ""}};
        add(first_nodes, -2.0, 0.5, {-1.0, 0.5, 0.0}, 10.0);
        add(second_nodes, -0.5, 2.0, {-1.0, 0.0, 0.0}, 20.0);
        if (form == OverlappingForm::Blocks) {
            data_.geometry = CurvilinearGeometry{mesh_.mesh().points};
            return;
        }
        data_.geometry = mesh_.mesh();
        data_.dims.clear();
    }

    /// s is about 10 in the first block and 20 in the second; the velocity is (-1, 0.5, 0) and (-1, 0, 0).
    [[nodiscard]] const GridData& data() const { return data_; }
    /// Makes the first block's nodes invalid up to a z: as blanked ones, or by their values.
    void hide_first_up_to(float z, bool blanked)
    {
        constexpr std::size_t nodes = first_nodes * first_nodes * first_nodes;
        if (blanked) data_.blanked.assign(mesh_.mesh().points.size(), 0);
        for (std::size_t n = 0; n < nodes; ++n) {
            if (mesh_.mesh().points[n].z > z) continue;
            if (blanked)
                data_.blanked[n] = 1;
            else
                data_.arrays[1].values.own()[n] = std::nanf("");
        }
    }

private:
    void add(int n, double from, double to, glm::dvec3 velocity, double scalar)
    {
        const auto first = static_cast<std::uint32_t>(mesh_.mesh().points.size());
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) {
                    const double y = node_at(j, n, false), z = node_at(k, n, false);
                    const double x = from + (to - from) * i / (n - 1.0);
                    const double bend = 0.1 * (4.0 - y * y) * (4.0 - z * z) * (x - from) * (to - x) / 16.0;
                    (void)mesh_.add_point({x + bend, y + bend, z - bend});
                    for (int c = 0; c < 3; ++c)
                        data_.arrays[0].values.own().push_back(static_cast<float>(velocity[c]));
                    data_.arrays[1].values.own().push_back(
                        static_cast<float>(scalar + std::sin(3.0 * x) * std::cos(y + 2.0 * z)));
                }
        data_.dims.emplace_back(n, n, n);
        const auto node = [&](int i, int j, int k) {
            return first + static_cast<std::uint32_t>(i + n * (j + n * k));
        };
        const CellKind kind = form_ == OverlappingForm::Tetrahedra ? CellKind::Tetra : CellKind::Hexa;
        for (int k = 0; k + 1 < n; ++k)
            for (int j = 0; j + 1 < n; ++j)
                for (int i = 0; i + 1 < n; ++i)
                    mesh_.add_block(kind, {node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k),
                                           node(i, j + 1, k), node(i, j, k + 1), node(i + 1, j, k + 1),
                                           node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)});
    }

    OverlappingForm form_;
    MeshBuilder mesh_;
    GridData data_;
};

}  // namespace farfield::compute::testing
