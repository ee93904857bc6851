// The sampler of curvilinear grids (per-target include): all lanes look into their cells at once; those that
// do not find their point there step to a neighbour together, and what is left is looked up lane by lane.
#if defined(FARFIELD_CURVILINEAR_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_CURVILINEAR_SAMPLER_INL_H
#undef FARFIELD_CURVILINEAR_SAMPLER_INL_H
#else
#define FARFIELD_CURVILINEAR_SAMPLER_INL_H
#endif

#include "compute_node/kernels/cells-inl.h"
#include "compute_node/kernels/hexahedron-inl.h"
#include "compute_node/particles/particle_state.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A vector's lanes in memory.
struct LaneArray {
    alignas(32) float at[lanes];
    HWY_INLINE void take(Float value) { hn::Store(value, floats, at); }
    HWY_INLINE Float value() const { return hn::Load(floats, at); }
};

HWY_INLINE std::uint32_t to_bits(Mask mask)
{
    LaneArray flags;
    flags.take(hn::IfThenElseZero(mask, set(1.0F)));
    std::uint32_t bits = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) bits |= (flags.at[lane] != 0.0F ? 1U : 0U) << lane;
    return bits;
}

HWY_INLINE Mask from_bits(std::uint32_t bits)
{
    LaneArray flags;
    for (std::size_t lane = 0; lane < lanes; ++lane) flags.at[lane] = (bits >> lane & 1U) != 0 ? 1.0F : 0.0F;
    return hn::Gt(flags.value(), hn::Zero(floats));
}

class CurvilinearSampler {
public:
    HWY_INLINE CurvilinearSampler(const CurvilinearGrid& grid, ParticleState& state)
        : grid_{grid}, state_{state}
    {}

    HWY_INLINE void prefetch(Vec3 /*position*/) const {}
    HWY_INLINE void begin(std::size_t first)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            cursors_[lane] = state_.cursors[first + lane];
            enter(lane);
        }
    }
    HWY_INLINE void release(std::size_t lane, std::int32_t seed)
    {
        cursors_[lane] = state_.seeds.cursors[seed];
    }
    HWY_INLINE void end(std::size_t first)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) state_.cursors[first + lane] = cursors_[lane];
    }

    HWY_INLINE Sample sample(Vec3 p, Mask wanted)
    {
        if (grid_.flat_axis() == 0) p.x = set(grid_.flat_position());
        if (grid_.flat_axis() == 1) p.y = set(grid_.flat_position());
        if (grid_.flat_axis() == 2) p.z = set(grid_.flat_position());
        const std::uint32_t all = to_bits(wanted) & with_cell();
        std::uint32_t found = 0, pending = all;
        for (int round = 0; round < max_rounds && pending != 0; ++round) {
            found |= look(p, pending);
            pending = step(pending & ~found);
        }
        Sample values = interpolate_found();
        const Mask valid = hn::Eq(values.velocity.x, values.velocity.x);
        found &= to_bits(valid);
        values.inside = from_bits(found);
        if (found != all) look_one_by_one(p, all & ~found, values);
        return values;
    }

private:
    /// Cells that lanes visit side by side. A stage crosses one or two; walks longer than this are rare.
    static constexpr int max_rounds = 4;

    /// Lanes that know a cell: all but those never released.
    HWY_INLINE std::uint32_t with_cell() const
    {
        std::uint32_t bits = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            bits |= (cursors_[lane].block >= 0 ? 1U : 0U) << lane;
        return bits;
    }

    /// Notes where the corners of a lane's cell are. A lane without a cell gets the grid's first: what it
    /// computes is not used.
    HWY_INLINE void enter(std::size_t lane)
    {
        const bool known = cursors_[lane].block >= 0;
        const CurvilinearGrid::Vertex* first =
            grid_.first_corner(known ? cursors_[lane] : CellCursor{0, {}, {}});
        const glm::ivec3 dims = grid_.blocks()[known ? cursors_[lane].block : 0].dims;
        const std::size_t y = dims.x, z = y * dims.y;
        rows_[0][lane] = first;
        rows_[1][lane] = first + y;
        rows_[2][lane] = first + z;
        rows_[3][lane] = first + z + y;
    }

    /// Bit 0 of c is the side along i, bit 1 j, bit 2 k.
    HWY_INLINE const CurvilinearGrid::Vertex& corner(std::size_t lane, int c) const
    {
        return rows_[c >> 1][lane][c & 1];
    }

    /// Looks for the points in the lanes' cells; returns the wanted lanes that found theirs, and leaves local
    /// coordinates in the cursors of all wanted lanes.
    HWY_INLINE std::uint32_t look(Vec3 p, std::uint32_t wanted)
    {
        Vec3 corners[8];
        for (int c = 0; c < 8; ++c) corners[c] = subtract(gather_position(c), p);
        Vec3 local = load_local();
        const std::uint32_t inside = to_bits(invert(CellMap{corners}, from_bits(wanted), local));
        store_local(local, wanted);
        return inside & wanted;
    }

    HWY_INLINE Vec3 gather_position(int c) const
    {
#if HWY_TARGET == HWY_SCALAR
        const glm::vec4& position = corner(0, c).position;
        return {set(position.x), set(position.y), set(position.z)};
#else
        hn::Vec<Quad> one[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane)
            one[lane] = hn::LoadU(Quad(), &corner(lane, c).position.x);
        return transpose(one, Mask{}).velocity;
#endif
    }

    HWY_INLINE Vec3 load_local() const
    {
        LaneArray x, y, z;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            x.at[lane] = cursors_[lane].local.x;
            y.at[lane] = cursors_[lane].local.y;
            z.at[lane] = cursors_[lane].local.z;
        }
        return {x.value(), y.value(), z.value()};
    }

    HWY_INLINE void store_local(Vec3 local, std::uint32_t wanted)
    {
        LaneArray x, y, z;
        x.take(local.x);
        y.take(local.y);
        z.take(local.z);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((wanted >> lane & 1U) != 0) cursors_[lane].local = {x.at[lane], y.at[lane], z.at[lane]};
    }

    /// Takes lanes to neighbours; returns those that could move.
    HWY_INLINE std::uint32_t step(std::uint32_t wanted)
    {
        std::uint32_t moved = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor& cursor = cursors_[lane];
            if (step_towards(cursor.local, grid_.blocks()[cursor.block].dims, cursor.cell))
                moved |= 1U << lane;
            enter(lane);
        }
        return moved;
    }

    /// The field at each lane's local coordinates; `inside` is left to the caller.
    HWY_INLINE Sample interpolate_found() const
    {
#if HWY_TARGET == HWY_SCALAR
        const Node value = grid_.interpolate(cursors_[0].block >= 0 ? cursors_[0] : CellCursor{0, {}, {}});
        return {{set(value.x), set(value.y), set(value.z)}, set(value.w), Mask{}};
#else
        hn::Vec<Quad> one[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) one[lane] = interpolate_lane(lane);
        return transpose(one, Mask{});
#endif
    }

#if HWY_TARGET != HWY_SCALAR
    HWY_INLINE hn::Vec<Quad> interpolate_lane(std::size_t lane) const
    {
        const Quad quad;
        const glm::vec3 local = cursors_[lane].local;
        const auto x = hn::Set(quad, local.x), y = hn::Set(quad, local.y), z = hn::Set(quad, local.z);
        const auto along_x = [&](int c) HWY_ATTR {
            const auto left = hn::LoadU(quad, &corner(lane, c).value.x);
            const auto right = hn::LoadU(quad, &corner(lane, c + 1).value.x);
            return hn::MulAdd(x, hn::Sub(right, left), left);
        };
        const auto a = along_x(0), b = along_x(2), c = along_x(4), d = along_x(6);
        const auto near = hn::MulAdd(y, hn::Sub(b, a), a), far = hn::MulAdd(y, hn::Sub(d, c), c);
        return hn::MulAdd(z, hn::Sub(far, near), near);
    }
#endif

    /// Walks on, or asks the index: at faces of blocks, in invalid cells and after long ways.
    HWY_INLINE void look_one_by_one(Vec3 p, std::uint32_t wanted, Sample& values)
    {
        LaneArray x, y, z, u, v, w, s;
        x.take(p.x);
        y.take(p.y);
        z.take(p.z);
        u.take(values.velocity.x);
        v.take(values.velocity.y);
        w.take(values.velocity.z);
        s.take(values.scalar);
        std::uint32_t found = to_bits(values.inside);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            const auto node = grid_.sample({x.at[lane], y.at[lane], z.at[lane]}, cursors_[lane]);
            enter(lane);
            if (!node) continue;
            found |= 1U << lane;
            u.at[lane] = node->x;
            v.at[lane] = node->y;
            w.at[lane] = node->z;
            s.at[lane] = node->w;
        }
        values = {{u.value(), v.value(), w.value()}, s.value(), from_bits(found)};
    }

    const CurvilinearGrid& grid_;
    ParticleState& state_;
    CellCursor cursors_[lanes];
    const CurvilinearGrid::Vertex* rows_[4][lanes];  ///< of each lane's cell, along x
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
