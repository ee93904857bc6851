// The frames of a tile of particles, for any sampler (per-target include). Semantics: particle_system.h.
// A vector of particles goes through all frames before the next one begins: it stays in registers, and what
// it needs of the grid in the nearest cache.
#if defined(FARFIELD_PARTICLE_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_PARTICLE_KERNEL_INL_H
#undef FARFIELD_PARTICLE_KERNEL_INL_H
#else
#define FARFIELD_PARTICLE_KERNEL_INL_H
#endif

#include "compute_node/kernels/motion/flat_motion-inl.h"
#include "compute_node/kernels/samplers/samplers-inl.h"
#include "compute_node/particles/particle_state.h"

#include <array>
#include <atomic>
#include <cstring>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A vector of particles while it is worked on.
struct Batch {
    Int age;
    Vec3 position;
    Vec3 velocity;  ///< at the position
    Float scalar;
    Float way;  ///< where it is measured: come since the release
    Mask alive;
};

HWY_INLINE Mask is_number(Vec3 v)
{
    const Float sum = hn::Add(v.x, hn::Add(v.y, v.z));
    return hn::Eq(sum, sum);
}

/// Classical Runge-Kutta, `steps` times. The last stage's sample is taken at the new position, where the next
/// step needs it as its first: four samples a step. Invalid data are NaN and make the next position NaN,
/// which is outside, so that only the last sample of all needs a look. measures: the way, too.
template <class Sampler>
HWY_INLINE void advance(Sampler& sampler, Batch& b, const FrameJob& job, const StepTimes* times,
                        const LengthMetric& metric, bool measures)
{
    using Motion = typename MotionOf<Sampler>::Type;
    const float step = job.step;
    const Float half = set(0.5F * step), whole = set(step), sixth = set(step / 6.0F), two = set(2.0F);
    for (std::uint32_t n = 0; n < job.steps && !hn::AllFalse(floats, b.alive); ++n) {
        const Float middle = set(times[n].middle), end = set(times[n].end);
        const Motion motion{metric, b.position};
        const Vec3 first = motion.rate(b.velocity, motion.begin());
        if constexpr (Sampler::looks_ahead) sampler.look_ahead(b.position, motion.change(whole, first));
        const auto at = [&](Float length, Vec3 rate, Float time) HWY_ATTR {
            const typename Motion::Place place = motion.place(length, rate);
            const Sample found = sampler.sample(place.position, time, b.alive);
            b.alive = hn::And(b.alive, found.inside);
            return motion.rate(found.velocity, place);
        };
        const Vec3 second = at(half, first, middle);
        const Vec3 third = at(half, second, middle);
        const Vec3 fourth = at(whole, third, end);
        Vec3 sum = add_scaled(first, two, second);
        sum = add_scaled(sum, two, third);
        sum = add_scaled(sum, set(1.0F), fourth);
        const Float from_y = b.position.y;
        b.position = motion.place(sixth, sum).position;
        const Sample next = sampler.sample(b.position, end, b.alive);
        b.alive = hn::And(b.alive, next.inside);
        if (measures) {
            const auto [before, after] =
                Motion::carried(metric, from_y, motion.change(sixth, sum), b.velocity, next.velocity);
            const Float chord = motion.length(sixth, sum);
            b.way =
                hn::Add(b.way, arc_of(chord, before, after, hn::Mul(length_of(before), length_of(after))));
        }
        b.velocity = next.velocity;
        b.scalar = next.scalar;
    }
    b.alive = hn::And(b.alive, is_number(b.velocity));
}

/// The frames of one tile: moves, releases and deaths of its particles; then the result.
template <class Sampler, bool steady>
class TileKernel {
public:
    template <class Grid>
    HWY_INLINE TileKernel(const FrameJob& job, const Grid& grid)
        : job_{job},
          state_{*job.state},
          sampler_(make_sampler<Sampler>(grid, *job.slices, LengthMetric{job.field->info()})),
          derive_speed_{job.field->scalar_is_speed()},
          measures_{!job.state->way.empty()},
          metric_{job.field->info()}
    {}

    HWY_INLINE void run(std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i < end; i += lanes) {
            if (i + ahead < end) sampler_.prefetch(positions(i + ahead));
            advance_batch(i, end - i);
        }
        if (!job_.ends_frames || is_trial()) return;
        for (std::size_t frame = 0; frame < job_.alive.size(); ++frame)
            std::atomic_ref{job_.alive[frame]}.fetch_add(alive_[frame], std::memory_order_relaxed);
    }

private:
    /// True while a deferred sampler lacks samples, so that nothing may change.
    HWY_INLINE bool is_trial() const
    {
        if constexpr (Sampler::deferred)
            return sampler_.is_trial();
        else
            return false;
    }

    /// A grid is larger than the caches: nodes are asked for this many particles before they are needed.
    static constexpr std::size_t ahead = 2 * lanes;

    HWY_INLINE Vec3 positions(std::size_t i) const
    {
        return {hn::LoadU(floats, state_.x.data() + i), hn::LoadU(floats, state_.y.data() + i),
                hn::LoadU(floats, state_.z.data() + i)};
    }

    HWY_INLINE void advance_batch(std::size_t i, std::size_t left)
    {
        Batch batch = load(i);
        if constexpr (Sampler::deferred) sampler_.begin(i);
        const bool with_cursors = !state_.cursors.empty();
        if (with_cursors) sampler_.load(state_.cursors.data() + i);
        if (job_.ends_frames)
            make_frames(i, left, batch);
        else
            advance_part(batch);
        if (is_trial()) return;
        if (with_cursors) sampler_.store(state_.cursors.data() + i);
        store(i, batch);
    }

    HWY_INLINE void make_frames(std::size_t i, std::size_t left, Batch& batch)
    {
        for (std::size_t frame = 0; frame < job_.alive.size(); ++frame) {
            advance_frame(i, batch, frame);
            alive_[frame] += hn::CountTrue(floats, batch.alive);
            if (!job_.outputs.empty() && !is_trial()) write(job_.outputs[frame] + 16 * i, left, batch);
        }
    }

    /// Steps of a frame that ends in a later job: a particle that dies is released one frame after that.
    HWY_INLINE void advance_part(Batch& batch)
    {
        const Int next = hn::Add(batch.age, hn::Set(ints, 1));
        const auto moving =
            hn::AndNot(hn::Lt(batch.age, hn::Zero(ints)), hn::Lt(next, hn::Set(ints, job_.max_age)));
        batch.alive = hn::RebindMask(floats, moving);
        if (!hn::AllFalse(ints, moving))
            advance(sampler_, batch, job_, job_.times.data(), metric_, measures_);
        const auto died = hn::AndNot(hn::RebindMask(ints, batch.alive), moving);
        batch.age = hn::IfThenElse(died, hn::Set(ints, -2), batch.age);
    }

    HWY_INLINE void advance_frame(std::size_t i, Batch& batch, std::size_t frame)
    {
        const StepTimes* times = job_.times.data() + frame * job_.steps;
        const Int zero = hn::Zero(ints);
        const auto never = hn::Eq(batch.age, hn::Set(ints, never_released));
        Int next = hn::IfThenElse(never, batch.age, hn::Add(batch.age, hn::Set(ints, 1)));
        if (!state_.injection.empty()) next = wait_for_release_slot(i, frame, batch.age, next);
        const auto waiting = hn::Lt(batch.age, zero);
        const auto releasing = hn::And(waiting, hn::Eq(next, zero));
        const auto moving = hn::AndNot(waiting, hn::Lt(next, hn::Set(ints, job_.max_age)));

        batch.alive = hn::RebindMask(floats, moving);
        if (!hn::AllFalse(ints, moving)) advance(sampler_, batch, job_, times, metric_, measures_);
        if (!hn::AllFalse(ints, releasing))
            release(i, hn::RebindMask(floats, releasing), batch, times[job_.steps - 1].end);

        const auto alive = hn::RebindMask(ints, batch.alive);
        const auto still_waiting = hn::AndNot(releasing, waiting);
        const Int dead_age = hn::IfThenElse(still_waiting, next, hn::Set(ints, -1));
        batch.age = hn::IfThenElse(alive, next, dead_age);
    }

    /// The next ages, where particles of rakes with an injection stay as they are until their release slot.
    HWY_NOINLINE Int wait_for_release_slot(std::size_t i, std::size_t frame, Int age, Int next) const
    {
        alignas(32) std::int32_t now[lanes], then[lanes];
        hn::Store(age, ints, now);
        hn::Store(next, ints, then);
        const std::size_t injections = job_.release_slots.size() / job_.alive.size();
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::int32_t which = state_.injection[i + lane];
            if (which < 0 || now[lane] >= 0) continue;
            const ReleaseSlots& slots = job_.release_slots[frame * injections + which];
            if (!slots.begun || (then[lane] == 0 && !slots.is_of(state_.place[i + lane])))
                then[lane] = now[lane];
        }
        return hn::Load(ints, then);
    }

    HWY_INLINE Batch load(std::size_t i) const
    {
        return {hn::LoadU(ints, state_.age.data() + i),
                positions(i),
                {hn::LoadU(floats, state_.u.data() + i), hn::LoadU(floats, state_.v.data() + i),
                 hn::LoadU(floats, state_.w.data() + i)},
                hn::Zero(floats),
                measures_ ? hn::LoadU(floats, state_.way.data() + i) : hn::Zero(floats),
                hn::MaskFromVec(hn::Zero(floats))};
    }

    HWY_INLINE void store(std::size_t i, const Batch& b)
    {
        hn::StoreU(b.age, ints, state_.age.data() + i);
        hn::StoreU(b.position.x, floats, state_.x.data() + i);
        hn::StoreU(b.position.y, floats, state_.y.data() + i);
        hn::StoreU(b.position.z, floats, state_.z.data() + i);
        hn::StoreU(b.velocity.x, floats, state_.u.data() + i);
        hn::StoreU(b.velocity.y, floats, state_.v.data() + i);
        hn::StoreU(b.velocity.z, floats, state_.w.data() + i);
        if (measures_) hn::StoreU(b.way, floats, state_.way.data() + i);
    }

    /// Puts the lanes at their seeds, with what the field is there at the time.
    HWY_INLINE void release(std::size_t i, Mask releasing, Batch& b, float time)
    {
        const SeedTable& seeds = state_.seeds;
        const Int seed = hn::LoadU(ints, state_.seed.data() + i);
        const auto take = [&](const std::vector<float>& from, Float& lane) HWY_ATTR {
            lane = hn::IfThenElse(releasing, hn::GatherIndex(floats, from.data(), seed), lane);
        };
        take(seeds.x, b.position.x);
        take(seeds.y, b.position.y);
        take(seeds.z, b.position.z);
        b.way = hn::IfThenZeroElse(releasing, b.way);
        if (!seeds.cursors.empty()) release_cursors(i, releasing);
        if constexpr (steady) {
            take(seeds.u, b.velocity.x);
            take(seeds.v, b.velocity.y);
            take(seeds.w, b.velocity.z);
            take(seeds.s, b.scalar);
            b.alive = hn::Or(b.alive, releasing);
        } else {
            if constexpr (Sampler::deferred) sampler_.begin_release();
            const Sample now = sampler_.sample(b.position, set(time), releasing);
            b.velocity = select(releasing, now.velocity, b.velocity);
            b.scalar = hn::IfThenElse(releasing, now.scalar, b.scalar);
            const Mask valid = hn::And(now.inside, is_number(now.velocity));
            b.alive = hn::Or(b.alive, hn::And(releasing, valid));
        }
    }

    HWY_INLINE void release_cursors(std::size_t i, Mask releasing)
    {
        alignas(32) float released[lanes];
        hn::Store(hn::IfThenElseZero(releasing, set(1.0F)), floats, released);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (released[lane] != 0.0F) sampler_.put(lane, state_.seeds.cursors[state_.seed[i + lane]]);
    }

    /// x y z s of each particle in the wanted byte order, straight from registers; the dead are NaN.
    HWY_INLINE void write(std::byte* to, std::size_t left, const Batch& b) const
    {
        const Float nan = set(std::numeric_limits<float>::quiet_NaN());
        Float scalar = b.scalar;
        if (derive_speed_) scalar = length_of(MotionOf<Sampler>::Type::measured(metric_, b.velocity));
        if (job_.age_of_frame > 0.0F) scalar = hn::Mul(hn::ConvertTo(floats, b.age), set(job_.age_of_frame));
        if (measures_) scalar = b.way;
        const auto lane = [&](Float value) HWY_ATTR {
            const Float shown = hn::IfThenElse(b.alive, value, nan);
            return job_.big_endian ? swap_bytes(shown) : shown;
        };
        const Float x = lane(b.position.x), y = lane(b.position.y), z = lane(b.position.z), s = lane(scalar);
        if (left >= lanes) {
            hn::StoreInterleaved4(x, y, z, s, floats, reinterpret_cast<float*>(to));
            if (left > lanes) expect_writes(to + 16 * lanes);
            return;
        }
        alignas(32) float last[4 * lanes];
        hn::StoreInterleaved4(x, y, z, s, floats, last);
        std::memcpy(to, last, 16 * left);
    }

    /// Asks for the memory of the next batch: caches do not foresee as many streams as there are frames.
    static HWY_INLINE void expect_writes(const std::byte* to)
    {
        constexpr std::size_t cache_line = 64;
        for (std::size_t at = 0; at < 16 * lanes; at += cache_line) __builtin_prefetch(to + at, 1);
    }

    const FrameJob& job_;
    ParticleState& state_;
    Sampler sampler_;
    bool derive_speed_;
    bool measures_;
    LengthMetric metric_;
    std::array<std::uint64_t, max_frames_at_once> alive_{};
};

template <class Sampler, bool steady, class Grid>
HWY_INLINE void advance_with(const FrameJob& job, const Grid& grid, std::size_t begin, std::size_t end)
{
    TileKernel<Sampler, steady>{job, grid}.run(begin, end);
}

template <template <class...> class Sampler, class Grid>
HWY_INLINE void advance_on(const FrameJob& job, const Grid& grid, std::size_t begin, std::size_t end)
{
    if (job.slices->steady())
        advance_with<Sampler<SteadyValues>, true>(job, grid, begin, end);
    else
        advance_with<Sampler<SharedTimeValues>, false>(job, grid, begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
