// One frame of a tile of particles, for any sampler (per-target include). Semantics: particle_system.h.
#if defined(FARFIELD_PARTICLE_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_PARTICLE_KERNEL_INL_H
#undef FARFIELD_PARTICLE_KERNEL_INL_H
#else
#define FARFIELD_PARTICLE_KERNEL_INL_H
#endif

#include "compute_node/kernels/samplers-inl.h"
#include "compute_node/particles/particle_state.h"

#include <algorithm>
#include <cstring>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A vector of particles while it is worked on.
struct Batch {
    Vec3 position;
    Vec3 velocity;  ///< at the position
    Float scalar;
    Mask alive;
};

/// Classical Runge-Kutta, `steps` times. The last stage's sample is taken at the new position, where the next
/// step needs it as its first: four samples a step. Invalid data are NaN and make the next position NaN,
/// which is outside, so that only the last sample of all needs a look.
template <class Sampler>
HWY_INLINE void advance(Sampler& sampler, Batch& b, const FrameJob& job)
{
    const float step = job.step;
    const Float half = set(0.5F * step), whole = set(step), sixth = set(step / 6.0F), two = set(2.0F);
    for (std::uint32_t n = 0; n < job.steps && !hn::AllFalse(floats, b.alive); ++n) {
        const Float middle = set(job.time + (static_cast<float>(n) + 0.5F) * step);
        const Float end = set(job.time + static_cast<float>(n + 1) * step);
        const Sample second = sampler.sample(add_scaled(b.position, half, b.velocity), middle, b.alive);
        b.alive = hn::And(b.alive, second.inside);
        const Sample third = sampler.sample(add_scaled(b.position, half, second.velocity), middle, b.alive);
        b.alive = hn::And(b.alive, third.inside);
        const Sample fourth = sampler.sample(add_scaled(b.position, whole, third.velocity), end, b.alive);
        b.alive = hn::And(b.alive, fourth.inside);
        Vec3 sum = add_scaled(b.velocity, two, second.velocity);
        sum = add_scaled(sum, two, third.velocity);
        sum = add_scaled(sum, set(1.0F), fourth.velocity);
        b.position = add_scaled(b.position, sixth, sum);
        const Sample next = sampler.sample(b.position, end, b.alive);
        b.alive = hn::And(b.alive, next.inside);
        b.velocity = next.velocity;
        b.scalar = next.scalar;
    }
    const Float sum = hn::Add(b.velocity.x, hn::Add(b.velocity.y, b.velocity.z));
    b.alive = hn::And(b.alive, hn::Eq(sum, sum));
}

/// The frame of one tile: who moves, who is released, who dies; then the result.
template <class Sampler, bool big_endian>
class TileKernel {
public:
    template <class Grid>
    HWY_INLINE TileKernel(const FrameJob& job, const Grid& grid)
        : job_{job},
          state_{*job.state},
          sampler_{grid, *job.slices},
          derive_speed_{job.field->scalar_is_speed()}
    {}

    HWY_INLINE std::size_t run(std::size_t begin, std::size_t end)
    {
        std::size_t alive = 0;
        for (std::size_t i = begin; i < end; i += lanes) {
            if (i + ahead < end) sampler_.prefetch(positions(i + ahead));
            alive += advance_batch(i, end - i);
        }
        return alive;
    }

private:
    /// A grid is larger than the caches: nodes are asked for this many particles before they are needed.
    static constexpr std::size_t ahead = 2 * lanes;

    HWY_INLINE Vec3 positions(std::size_t i) const
    {
        return {hn::LoadU(floats, state_.x.data() + i), hn::LoadU(floats, state_.y.data() + i),
                hn::LoadU(floats, state_.z.data() + i)};
    }

    HWY_INLINE std::size_t advance_batch(std::size_t i, std::size_t left)
    {
        const Int zero = hn::Zero(ints);
        const Int age = hn::LoadU(ints, state_.age.data() + i);
        const auto never = hn::Eq(age, hn::Set(ints, never_released));
        const Int next = hn::IfThenElse(never, age, hn::Add(age, hn::Set(ints, 1)));
        const auto waiting = hn::Lt(age, zero);
        const auto releasing = hn::And(waiting, hn::Eq(next, zero));
        const auto moving = hn::AndNot(waiting, hn::Lt(next, hn::Set(ints, job_.max_age)));

        Batch batch = load(i, hn::RebindMask(floats, moving));
        const bool any_moving = !hn::AllFalse(ints, moving), any_releasing = !hn::AllFalse(ints, releasing);
        const bool with_cursors = (any_moving || any_releasing) && !state_.cursors.empty();
        if (with_cursors) sampler_.load(state_.cursors.data() + i);
        if (any_moving) advance(sampler_, batch, job_);
        if (any_releasing) release(i, hn::RebindMask(floats, releasing), batch);
        if (with_cursors) sampler_.store(state_.cursors.data() + i);

        const auto alive = hn::RebindMask(ints, batch.alive);
        const auto still_waiting = hn::AndNot(releasing, waiting);
        const Int dead_age = hn::IfThenElse(still_waiting, next, hn::Set(ints, -1));
        hn::StoreU(hn::IfThenElse(alive, next, dead_age), ints, state_.age.data() + i);
        if (any_moving || any_releasing) store(i, batch);
        if (job_.out) write(i, left, batch);
        return hn::CountTrue(floats, batch.alive);
    }

    HWY_INLINE Batch load(std::size_t i, Mask moving) const
    {
        return {positions(i),
                {hn::LoadU(floats, state_.u.data() + i), hn::LoadU(floats, state_.v.data() + i),
                 hn::LoadU(floats, state_.w.data() + i)},
                hn::Zero(floats),
                moving};
    }

    HWY_INLINE void store(std::size_t i, const Batch& b)
    {
        hn::StoreU(b.position.x, floats, state_.x.data() + i);
        hn::StoreU(b.position.y, floats, state_.y.data() + i);
        hn::StoreU(b.position.z, floats, state_.z.data() + i);
        hn::StoreU(b.velocity.x, floats, state_.u.data() + i);
        hn::StoreU(b.velocity.y, floats, state_.v.data() + i);
        hn::StoreU(b.velocity.z, floats, state_.w.data() + i);
    }

    /// Puts the lanes at their seeds, with what the field is there.
    HWY_INLINE void release(std::size_t i, Mask releasing, Batch& b)
    {
        const SeedTable& seeds = state_.seeds;
        const Int seed = hn::LoadU(ints, state_.seed.data() + i);
        const auto take = [&](const std::vector<float>& from, Float& lane) HWY_ATTR {
            lane = hn::IfThenElse(releasing, hn::GatherIndex(floats, from.data(), seed), lane);
        };
        take(seeds.x, b.position.x);
        take(seeds.y, b.position.y);
        take(seeds.z, b.position.z);
        take(seeds.u, b.velocity.x);
        take(seeds.v, b.velocity.y);
        take(seeds.w, b.velocity.z);
        take(seeds.s, b.scalar);
        b.alive = hn::Or(b.alive, releasing);
        if (!seeds.cursors.empty()) release_cursors(i, releasing);
    }

    HWY_INLINE void release_cursors(std::size_t i, Mask releasing)
    {
        alignas(32) float released[lanes];
        hn::Store(hn::IfThenElseZero(releasing, set(1.0F)), floats, released);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (released[lane] != 0.0F) sampler_.put(lane, state_.seeds.cursors[state_.seed[i + lane]]);
    }

    /// x y z s of each particle in the wanted byte order, straight from registers; the dead are NaN.
    HWY_INLINE void write(std::size_t i, std::size_t left, const Batch& b) const
    {
        const Float nan = set(std::numeric_limits<float>::quiet_NaN());
        const Vec3& v = b.velocity;
        Float scalar = b.scalar;
        if (derive_speed_) scalar = hn::Sqrt(hn::MulAdd(v.x, v.x, hn::MulAdd(v.y, v.y, hn::Mul(v.z, v.z))));
        const auto lane = [&](Float value) HWY_ATTR {
            const Float shown = hn::IfThenElse(b.alive, value, nan);
            if constexpr (big_endian) return swap_bytes(shown);
            return shown;
        };
        const Float x = lane(b.position.x), y = lane(b.position.y), z = lane(b.position.z), s = lane(scalar);
        if (left >= lanes) {
            hn::StoreInterleaved4(x, y, z, s, floats, reinterpret_cast<float*>(job_.out + 16 * i));
            return;
        }
        alignas(32) float last[4 * lanes];
        hn::StoreInterleaved4(x, y, z, s, floats, last);
        std::memcpy(job_.out + 16 * i, last, 16 * left);
    }

    const FrameJob& job_;
    ParticleState& state_;
    Sampler sampler_;
    bool derive_speed_;
};

template <class Sampler, class Grid>
HWY_INLINE std::size_t advance_with(const FrameJob& job, const Grid& grid, std::size_t begin, std::size_t end)
{
    if (job.big_endian) return TileKernel<Sampler, true>{job, grid}.run(begin, end);
    return TileKernel<Sampler, false>{job, grid}.run(begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
