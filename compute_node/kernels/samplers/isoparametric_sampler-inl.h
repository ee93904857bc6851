// The sampler of meshes of any cells (per-target include): all lanes look into their cells at once, since the
// maps of linear cells of every kind are trilinear; lanes in quadratic cells look one by one. Scalar twin:
// isoparametric_grid.h.
#if defined(FARFIELD_ISOPARAMETRIC_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_ISOPARAMETRIC_SAMPLER_INL_H
#undef FARFIELD_ISOPARAMETRIC_SAMPLER_INL_H
#else
#define FARFIELD_ISOPARAMETRIC_SAMPLER_INL_H
#endif

#include "compute_node/grids/isoparametric_grid.h"
#include "compute_node/kernels/samplers/cell_blend-inl.h"
#include "compute_node/kernels/samplers/cell_sampler-inl.h"
#include "compute_node/kernels/samplers/hexahedron-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// The weights that select the lanes' kinds of linear cell: 1 or 0 each.
class CellForms {
public:
    HWY_INLINE void enter(std::size_t lane, CellKind kind)
    {
        const bool is_tetrahedron = kind == CellKind::Tetra;
        const bool has_triangle = kind == CellKind::Wedge || kind == CellKind::Triangle || is_tetrahedron;
        s_with_r_.at[lane] = has_triangle ? 1.0F : 0.0F;
        t_with_r_.at[lane] = is_tetrahedron ? 1.0F : 0.0F;
        narrows_.at[lane] = kind == CellKind::Pyramid ? 1.0F : 0.0F;
    }
    /// Lanes whose place in their cells' own coordinates is inside (cell_faces.h).
    HWY_INLINE Mask contain(Vec3 local) const
    {
        const Float one = set(1.0F), tolerance = set(cell_tolerance);
        const Float upper =
            hn::MulAdd(s_with_r_.value(), local.y, hn::MulAdd(t_with_r_.value(), local.z, local.x));
        const Float highest = hn::Max(upper, local.y), lowest = hn::Min(local.x, local.y);
        const Float width = hn::Max(hn::NegMulAdd(narrows_.value(), local.z, one), hn::Zero(floats));
        const Float beyond = hn::Mul(width, hn::Max(hn::Sub(highest, one), hn::Neg(lowest)));
        const Float above = hn::Max(hn::Sub(local.z, one), hn::Neg(local.z));
        return hn::And(hn::Le(beyond, tolerance), hn::Le(above, tolerance));
    }

private:
    LaneArray s_with_r_, t_with_r_, narrows_;
};

template <class Values>
class IsoparametricSampler : public CellSampler<IsoparametricSampler<Values>, IsoparametricGrid, Values> {
    using Base = CellSampler<IsoparametricSampler<Values>, IsoparametricGrid, Values>;
    friend Base;
    using Base::grid_, Base::values_, Base::local_, Base::is_known, Base::set_known;

public:
    HWY_INLINE IsoparametricSampler(const IsoparametricGrid& grid, const NodeSlices& slices)
        : Base{grid, slices}
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) put(lane, CellCursor{});
    }

    HWY_INLINE void put(std::size_t lane, const CellCursor& cursor)
    {
        set_known(lane, cursor.block >= 0);
        enter(lane, cursor.block >= 0 ? cursor : CellCursor{0, {}, {}});
    }
    HWY_INLINE CellCursor get(std::size_t lane) const
    {
        return {is_known(lane) ? 0 : -1, {cells_[lane], 0, 0}, local_.get(lane)};
    }

    HWY_NOINLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        if (grid_.flat_axis() == 0) p.x = hn::Zero(floats);
        if (grid_.flat_axis() == 1) p.y = hn::Zero(floats);
        if (grid_.flat_axis() == 2) p.z = hn::Zero(floats);
        const std::uint32_t all = Base::known_at(t, wanted);
        return Base::sample_found(p, wanted, all, Base::search(p, all));
    }

private:
    /// Takes what a lane needs of its cell. A lane without a cell gets the grid's first: what it computes is
    /// not used.
    HWY_INLINE void enter(std::size_t lane, const CellCursor& cursor)
    {
        const WalkedCell& cell = grid_.cells()[cursor.cell.x];
        const std::uint32_t bit = 1U << lane;
        cells_[lane] = cursor.cell.x;
        kinds_[lane] = cell.kind;
        points_[lane] = grid_.points_of(cursor.cell.x).data();
        quadratic_ = is_quadratic(cell.kind) ? quadratic_ | bit : quadratic_ & ~bit;
        local_.put(lane, cursor.local);
        forms_.enter(lane, cell.kind);
        maps_.enter(lane, cell.map);
    }

    /// Looks for the points in the lanes' cells; returns the wanted lanes that found theirs, and leaves local
    /// coordinates with all wanted lanes.
    HWY_INLINE std::uint32_t look(Vec3 p, std::uint32_t wanted)
    {
        Vec3 local = local_.value();
        const Mask settled = settle(maps_.seen_from(p), from_bits(wanted & ~quadratic_), local);
        const std::uint32_t inside = to_bits(hn::And(settled, forms_.contain(local))) & wanted & ~quadratic_;
        local_.take(local);
        return (wanted & quadratic_) == 0 ? inside : inside | look_in_quadratic(p, wanted & quadratic_);
    }

    HWY_NOINLINE std::uint32_t look_in_quadratic(Vec3 p, std::uint32_t wanted)
    {
        LanePoints points;
        points.take(p);
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = get(lane);
            if (grid_.look(points.get(lane), cursor)) found |= 1U << lane;
            local_.put(lane, cursor.local);
        }
        return found;
    }

    /// Takes lanes to neighbours; returns those that could move.
    HWY_INLINE std::uint32_t step(Vec3 p, std::uint32_t wanted)
    {
        if (wanted == 0) return 0;
        LanePoints points;
        points.take(p);
        std::uint32_t moved = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = get(lane);
            if (!grid_.step(points.get(lane), cursor)) continue;
            moved |= 1U << lane;
            enter(lane, cursor);
        }
        return moved;
    }

    /// The field at a lane's local coordinates.
    HWY_INLINE hn::Vec<Quad> blend(std::size_t lane) const
    {
        const glm::vec3 local = local_.get(lane);
        return values_.mix_lane(lane, [&](const Node* nodes) HWY_ATTR {
            return blend_cell(kinds_[lane], CellNodes{nodes, points_[lane]}, local);
        });
    }

    std::int32_t cells_[lanes];
    CellKind kinds_[lanes];
    const std::uint32_t* points_[lanes];  ///< of each lane's cell
    std::uint32_t quadratic_ = 0;         ///< lanes
    CellForms forms_;
    CellMaps maps_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
