// Values at a cell's points, blended at a place in it for one particle (per-target include).
#if defined(FARFIELD_CELL_BLEND_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CELL_BLEND_INL_H
#undef FARFIELD_CELL_BLEND_INL_H
#else
#define FARFIELD_CELL_BLEND_INL_H
#endif

#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/kernels/samplers/node_values-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// The nodes of one cell. NaN where one of them is, whatever its weight.
class CellNodes {
public:
    HWY_INLINE CellNodes(const Node* nodes, const std::uint32_t* points) : nodes_{nodes}, points_{points} {}

    HWY_INLINE hn::Vec<Quad> triangle(int a, int b, int c, glm::vec3 local) const
    {
        const auto first = at(a);
        const auto along_r = hn::MulAdd(hn::Set(Quad(), local.x), hn::Sub(at(b), first), first);
        return hn::MulAdd(hn::Set(Quad(), local.y), hn::Sub(at(c), first), along_r);
    }
    /// Corners round the quad.
    HWY_INLINE hn::Vec<Quad> quad(int a, int b, int c, int d, glm::vec3 local) const
    {
        return between(between(at(a), at(b), local.x), between(at(d), at(c), local.x), local.y);
    }
    HWY_INLINE hn::Vec<Quad> wedge(glm::vec3 local) const
    {
        return between(triangle(0, 1, 2, local), triangle(3, 4, 5, local), local.z);
    }
    HWY_INLINE hn::Vec<Quad> pyramid(glm::vec3 local) const
    {
        return between(quad(0, 1, 2, 3, local), at(4), local.z);
    }
    HWY_INLINE hn::Vec<Quad> hexahedron(glm::vec3 local) const
    {
        return between(quad(0, 1, 2, 3, local), quad(4, 5, 6, 7, local), local.z);
    }
    HWY_INLINE hn::Vec<Quad> tetrahedron(glm::vec3 local) const
    {
        return hn::MulAdd(hn::Set(Quad(), local.z), hn::Sub(at(3), at(0)), triangle(0, 1, 2, local));
    }
    HWY_NOINLINE hn::Vec<Quad> any(CellKind kind, glm::vec3 local) const
    {
        const ShapeWeights weights = shape_functions(kind, local);
        auto sum = hn::Mul(hn::Set(Quad(), weights[0]), at(0));
        for (std::size_t i = 1; i < point_count(kind); ++i)
            sum = hn::MulAdd(hn::Set(Quad(), weights[i]), at(i), sum);
        return sum;
    }

private:
    HWY_INLINE hn::Vec<Quad> at(std::size_t point) const
    {
        return hn::LoadU(Quad(), &nodes_[points_[point]].x);
    }
    static HWY_INLINE hn::Vec<Quad> between(hn::Vec<Quad> a, hn::Vec<Quad> b, float f)
    {
        return hn::MulAdd(hn::Set(Quad(), f), hn::Sub(b, a), a);
    }

    const Node* nodes_;
    const std::uint32_t* points_;
};

HWY_INLINE hn::Vec<Quad> blend_cell(CellKind kind, const CellNodes& nodes, glm::vec3 local)
{
    switch (kind) {
    case CellKind::Hexa:
        return nodes.hexahedron(local);
    case CellKind::Wedge:
        return nodes.wedge(local);
    case CellKind::Pyramid:
        return nodes.pyramid(local);
    case CellKind::Tetra:
        return nodes.tetrahedron(local);
    case CellKind::Quad:
        return nodes.quad(0, 1, 2, 3, local);
    case CellKind::Triangle:
        return nodes.triangle(0, 1, 2, local);
    default:
        return nodes.any(kind, local);
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
