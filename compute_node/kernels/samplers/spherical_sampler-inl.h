// The sampler of grids with longitudes and latitudes that depend on both indices (per-target include): lanes
// look for their places over the ground, then for layers. Scalar twin: spherical_grid.h.
#if defined(FARFIELD_SPHERICAL_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_SPHERICAL_SAMPLER_INL_H
#undef FARFIELD_SPHERICAL_SAMPLER_INL_H
#else
#define FARFIELD_SPHERICAL_SAMPLER_INL_H
#endif

#include "compute_node/grids/cells/hexahedron.h"
#include "compute_node/grids/spherical_grid.h"
#include "compute_node/kernels/motion/sphere_motion-inl.h"
#include "compute_node/kernels/samplers/cell_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A place a lane, as SphereFrame.
struct SphereFrames {
    Vec3 east, north, outward;
};

inline HWY_NOINLINE SphereFrames frames_at(Float longitude, Float latitude)
{
    const Float east_sine = hn::Sin(floats, radians(longitude));
    const Float east_cosine = hn::Cos(floats, radians(longitude));
    const Float sine = sine_of_latitude(latitude), cosine = cosine_of_latitude(latitude);
    return {{hn::Neg(east_sine), east_cosine, hn::Zero(floats)},
            {hn::Neg(hn::Mul(sine, east_cosine)), hn::Neg(hn::Mul(sine, east_sine)), cosine},
            {hn::Mul(cosine, east_cosine), hn::Mul(cosine, east_sine), sine}};
}

HWY_INLINE Float along(Vec3 axis, Vec3 v)
{
    return hn::MulAdd(axis.x, v.x, hn::MulAdd(axis.y, v.y, hn::Mul(axis.z, v.z)));
}

/// Over the ground, along east and north.
struct GroundVector {
    Float x, y;
};

HWY_INLINE GroundVector add_scaled(GroundVector a, Float b, GroundVector c)
{
    return {hn::MulAdd(b, c.x, a.x), hn::MulAdd(b, c.y, a.y)};
}

HWY_INLINE Float cross(GroundVector a, GroundVector b)
{
    return hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x));
}

HWY_INLINE Float largest_from(GroundVector v, float centre)
{
    const Float c = set(centre);
    return hn::Max(hn::Abs(hn::Sub(v.x, c)), hn::Abs(hn::Sub(v.y, c)));
}

/// The footprints of the lanes' cells: one + r x + s y + rs x y, from the Earth's centre.
class FootprintMaps {
public:
    /// lowest: the cell's lowest corner; width: of a row of columns.
    HWY_INLINE void enter(std::size_t lane, const glm::vec4* lowest, std::size_t width)
    {
        const glm::vec3 c0{lowest[0]}, r = glm::vec3{lowest[1]} - c0, s = glm::vec3{lowest[width]} - c0;
        one_.put(lane, c0);
        r_.put(lane, r);
        s_.put(lane, s);
        rs_.put(lane, glm::vec3{lowest[width + 1]} - glm::vec3{lowest[width]} - r);
    }

    /// Newton's method from `local`, as SphericalGrid does it; returns where it has converged within the
    /// cell.
    HWY_INLINE Mask invert(const SphereFrames& about, Mask wanted, GroundVector& local) const
    {
        const auto projected = [&](const LanePoints& direction) HWY_ATTR {
            const Vec3 v = direction.value();
            return GroundVector{along(about.east, v), along(about.north, v)};
        };
        const GroundVector one = projected(one_), r0 = projected(r_), s0 = projected(s_);
        const GroundVector rs = projected(rs_);
        const Mask is_near = hn::Gt(along(about.outward, one_.value()), hn::Zero(floats));
        Mask active = hn::And(wanted, is_near), converged = hn::Ne(set(0.0F), set(0.0F));
        for (int step = 0; step < max_newton_steps && !hn::AllFalse(floats, active); ++step) {
            const GroundVector l = local;
            const GroundVector r = add_scaled(r0, l.y, rs), s = add_scaled(s0, l.x, rs);
            const GroundVector miss = add_scaled(add_scaled(one, l.x, r), l.y, s0);
            const Float determinant = cross(r, s);
            const Float scale = hn::Div(set(1.0F), determinant);
            const GroundVector move{hn::Neg(hn::Mul(cross(miss, s), scale)), hn::Mul(cross(miss, r), scale)};
            active = hn::And(active, hn::Gt(hn::Abs(determinant), hn::Zero(floats)));
            local = {hn::IfThenElse(active, hn::Add(l.x, move.x), l.x),
                     hn::IfThenElse(active, hn::Add(l.y, move.y), l.y)};
            const Mask settled = hn::And(active, hn::Lt(largest_from(move, 0.0F), set(newton_settled)));
            converged = hn::Or(converged, settled);
            active = hn::And(active, hn::Lt(largest_from(local, 0.5F), set(newton_neighbourhood)));
            active = hn::AndNot(settled, active);
        }
        return hn::And(converged, hn::Le(largest_from(local, 0.5F), set(0.5F + cell_tolerance)));
    }

private:
    LanePoints one_, r_, s_, rs_;
};

template <class Values>
class SphericalSampler : public CellSampler<SphericalSampler<Values>, SphericalGrid, Values> {
    using Base = CellSampler<SphericalSampler<Values>, SphericalGrid, Values>;
    friend Base;
    using Base::grid_, Base::values_, Base::local_, Base::is_known, Base::set_known;

public:
    HWY_INLINE SphericalSampler(const SphericalGrid& grid, const NodeSlices& slices)
        : Base{grid, slices}, strides_{strides_of(grid.dims())}
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) put(lane, CellCursor{});
    }

    HWY_INLINE void put(std::size_t lane, const CellCursor& cursor)
    {
        cells_[lane] = {cursor.block, cursor.cell};
        local_.put(lane, cursor.local);
        enter(lane);
    }
    HWY_INLINE CellCursor get(std::size_t lane) const
    {
        return {cells_[lane].block, cells_[lane].lowest, local_.get(lane)};
    }

    HWY_NOINLINE Sample sample(Vec3 p, Float t, Mask wanted)
    {
        const SphereFrames about = frames_at(p.x, hn::Add(p.y, set(grid_.origin_latitude())));
        const std::uint32_t all = Base::known_at(t, wanted);
        std::uint32_t found = Base::search(about, all);
        found &= climb(p.z, found);
        Sample values = Base::sample_found(p, wanted, all, found);
        if (polar_ != 0) turn_to_east(about, values);
        return values;
    }

    HWY_NOINLINE Float crossing_rate(Vec3 p, Vec3 velocity) const
    {
        LanePoints positions, velocities;
        LaneArray rate;
        positions.take(p);
        velocities.take(velocity);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            rate.at[lane] = is_known(lane)
                                ? grid_.crossing_rate(get(lane), positions.get(lane), velocities.get(lane))
                                : 0.0F;
        return rate.value();
    }

private:
    /// Takes what a lane needs of its cell. A lane without a cell gets the grid's first: what it computes is
    /// not used.
    HWY_INLINE void enter(std::size_t lane)
    {
        const std::uint32_t bit = 1U << lane;
        set_known(lane, cells_[lane].block >= 0);
        const CellCursor cursor = is_known(lane) ? get(lane) : CellCursor{0, {}, {}};
        polar_ = grid_.is_polar(cursor) ? polar_ | bit : polar_ & ~bit;
        poles_.at[lane] = grid_.columns()[grid_.column(cursor)].z > 0.0F ? 1.0F : -1.0F;
        enter_layer(lane);
        maps_.enter(lane, grid_.columns().data() + grid_.column(cursor),
                    static_cast<std::size_t>(grid_.dims().x));
    }
    HWY_INLINE void enter_layer(std::size_t lane)
    {
        first_[lane] = is_known(lane) ? grid_.first_node(get(lane)) : 0;
        prefetch_rows(values_.nodes(lane) + first_[lane], strides_);
    }

    /// Looks for the places in the lanes' columns; returns the wanted lanes that found theirs, and leaves
    /// local coordinates with all wanted lanes.
    HWY_INLINE std::uint32_t look(const SphereFrames& about, std::uint32_t wanted)
    {
        GroundVector local{local_.x.value(), local_.y.value()};
        const std::uint32_t inside = to_bits(maps_.invert(about, from_bits(wanted), local));
        local_.x.take(local.x);
        local_.y.take(local.y);
        return inside & wanted;
    }

    /// Takes lanes to neighbours over the ground; returns those that could move.
    HWY_INLINE std::uint32_t step(const SphereFrames& /*about*/, std::uint32_t wanted)
    {
        std::uint32_t moved = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = get(lane);
            cursor.local.z = 0.5F;
            if (step_towards(cursor.local, grid_.dims(), cursor.cell)) moved |= 1U << lane;
            put(lane, cursor);
        }
        return moved;
    }

    /// Finds the layers; returns the lanes with a height within.
    HWY_INLINE std::uint32_t climb(Float height, std::uint32_t wanted)
    {
        LaneArray heights;
        heights.take(height);
        std::uint32_t found = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((wanted >> lane & 1U) == 0) continue;
            CellCursor cursor = get(lane);
            if (grid_.climb(heights.at[lane], cursor)) found |= 1U << lane;
            local_.z.at[lane] = cursor.local.z;
            if (cursor.cell.z == cells_[lane].lowest.z) continue;
            cells_[lane].lowest.z = cursor.cell.z;
            enter_layer(lane);
        }
        return found;
    }

    /// The field at a lane's local coordinates; near a pole along axes that turn_to_east() turns.
    HWY_INLINE hn::Vec<Quad> blend(std::size_t lane) const
    {
        if (HWY_UNLIKELY((polar_ >> lane & 1U) != 0)) return interpolate_polar(lane);
        return values_.interpolate_lane(lane, first_[lane], strides_, local_.x.at[lane], local_.y.at[lane],
                                        local_.z.at[lane]);
    }
    HWY_NOINLINE hn::Vec<Quad> interpolate_polar(std::size_t lane) const
    {
        const CellCursor cursor = is_known(lane) ? get(lane) : CellCursor{0, {}, {}};
        return values_.mix_lane(lane, [&](const Node* nodes) HWY_ATTR {
            alignas(16) const Node node = grid_.interpolate_polar(nodes, cursor);
            return hn::LoadU(Quad(), &node.x);
        });
    }
    HWY_NOINLINE void turn_to_east(const SphereFrames& about, Sample& values) const
    {
        const Float pole = poles_.value(), cosine = about.east.y, sine = hn::Neg(about.east.x);
        const Vec3 v = values.velocity;
        const Vec3 turned{hn::MulSub(v.y, cosine, hn::Mul(v.x, sine)),
                          hn::Neg(hn::Mul(pole, hn::MulAdd(v.x, cosine, hn::Mul(v.y, sine)))), v.z};
        values.velocity = select(from_bits(polar_), turned, v);
    }

    Strides strides_;
    struct Cell {
        std::int32_t block = -1;
        glm::ivec3 lowest{0};
    };
    Cell cells_[lanes];
    LaneArray poles_;           ///< 1, or -1 in the south
    std::uint32_t polar_ = 0;   ///< lanes in a polar cell
    std::size_t first_[lanes];  ///< lowest node of each lane's cell
    FootprintMaps maps_;
};

template <class Values>
struct MotionOf<SphericalSampler<Values>> {
    using Type = SphereMotion;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
