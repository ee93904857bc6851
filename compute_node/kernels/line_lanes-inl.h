// The lines that a vector's lanes are at, one by one (per-target include).
#if defined(FARFIELD_LINE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_LANES_INL_H
#undef FARFIELD_LINE_LANES_INL_H
#else
#define FARFIELD_LINE_LANES_INL_H
#endif

#include "compute_node/kernels/integrators-inl.h"
#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/lines/suspended_line.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// The lanes as vectors, for operations on all at once.
struct LineVectors {
    Heads heads;
    Float clock, max_time;
    Sum length;
    Float step, trial;
    Int steps;
    std::uint32_t bits = 0;  ///< active lanes
    Mask active;
    Mask special;  ///< not sampled yet, or in the midst of a step that failed
};

/// The lanes as arrays, for decisions lane by lane.
struct LineLanes {
    LaneArray x, y, z, x_lost, y_lost, z_lost, elapsed, elapsed_lost, u, v, w, scalar;
    LaneArray clock, max_time, length, length_lost, step, trial;
    std::size_t seed[lanes];
    SuspendedLine* suspended[lanes];  ///< where the line's state is kept between windows; null: nowhere
    std::uint32_t steps[lanes];
    bool active[lanes];
    bool fresh[lanes];        ///< not sampled yet: its first attempt has no length
    bool moved[lanes];        ///< since the last point
    float unfinished[lanes];  ///< the remainder of a step of which a stage failed; 0 = none failed
    float full_step[lanes];   ///< that step
    float looked[lanes];      ///< up to this part of a step that failed, what ends the line was looked for

    /// A line at its seed, not sampled yet.
    HWY_INLINE void begin(std::size_t lane, const LineSeeds& seeds, const LineSettings& settings)
    {
        fresh[lane] = true;
        moved[lane] = false;
        x.at[lane] = seeds.x[seed[lane]];
        y.at[lane] = seeds.y[seed[lane]];
        z.at[lane] = seeds.z[seed[lane]];
        for (LaneArray* array : {&x_lost, &y_lost, &z_lost, &elapsed, &elapsed_lost, &u, &v, &w, &scalar,
                                 &length, &length_lost, &trial})
            array->at[lane] = 0.0F;
        // Steps that adapt are bounded from the first one on.
        const bool adapts = settings.integrator == Integrator::Dopri5;
        step.at[lane] =
            static_cast<float>(adapts ? std::min(settings.step, settings.max_step) : settings.step);
        steps[lane] = 0;
        unfinished[lane] = 0.0F;
        looked[lane] = 0.0F;
    }

    /// Position of the line, x y z, and the scalar there.
    HWY_INLINE glm::vec4 point(std::size_t lane) const
    {
        return {x.at[lane], y.at[lane], z.at[lane], scalar.at[lane]};
    }

    HWY_INLINE glm::vec3 place(std::size_t lane) const { return {x.at[lane], y.at[lane], z.at[lane]}; }

    HWY_INLINE void save(std::size_t lane, LineState& state) const
    {
        state.position = {x.at[lane], y.at[lane], z.at[lane]};
        state.position_lost = {x_lost.at[lane], y_lost.at[lane], z_lost.at[lane]};
        state.elapsed = elapsed.at[lane];
        state.elapsed_lost = elapsed_lost.at[lane];
        state.velocity = {u.at[lane], v.at[lane], w.at[lane]};
        state.scalar = scalar.at[lane];
        state.length = length.at[lane];
        state.length_lost = length_lost.at[lane];
        state.step = step.at[lane];
        state.trial = trial.at[lane];
        state.unfinished = unfinished[lane];
        state.full_step = full_step[lane];
        state.looked = looked[lane];
        state.steps = steps[lane];
        state.fresh = fresh[lane];
        state.moved = moved[lane];
    }

    HWY_INLINE void restore(std::size_t lane, const LineState& state)
    {
        x.at[lane] = state.position.x;
        y.at[lane] = state.position.y;
        z.at[lane] = state.position.z;
        x_lost.at[lane] = state.position_lost.x;
        y_lost.at[lane] = state.position_lost.y;
        z_lost.at[lane] = state.position_lost.z;
        elapsed.at[lane] = state.elapsed;
        elapsed_lost.at[lane] = state.elapsed_lost;
        u.at[lane] = state.velocity.x;
        v.at[lane] = state.velocity.y;
        w.at[lane] = state.velocity.z;
        scalar.at[lane] = state.scalar;
        length.at[lane] = state.length;
        length_lost.at[lane] = state.length_lost;
        step.at[lane] = state.step;
        trial.at[lane] = state.trial;
        unfinished[lane] = state.unfinished;
        full_step[lane] = state.full_step;
        looked[lane] = state.looked;
        steps[lane] = state.steps;
        fresh[lane] = state.fresh;
        moved[lane] = state.moved;
    }

    HWY_INLINE void take(const LineVectors& all)
    {
        x.take(all.heads.x.value);
        y.take(all.heads.y.value);
        z.take(all.heads.z.value);
        x_lost.take(all.heads.x.lost);
        y_lost.take(all.heads.y.lost);
        z_lost.take(all.heads.z.lost);
        elapsed.take(all.heads.elapsed.value);
        elapsed_lost.take(all.heads.elapsed.lost);
        u.take(all.heads.velocity.x);
        v.take(all.heads.velocity.y);
        w.take(all.heads.velocity.z);
        scalar.take(all.heads.scalar);
        length.take(all.length.value);
        length_lost.take(all.length.lost);
        step.take(all.step);
        trial.take(all.trial);
        alignas(32) std::int32_t counts[lanes];
        hn::Store(all.steps, ints, counts);
        for (std::size_t lane = 0; lane < lanes; ++lane) steps[lane] = counts[lane];
    }

    HWY_INLINE LineVectors vectors() const
    {
        LineVectors all;
        all.heads = {{x.value(), x_lost.value()},       {y.value(), y_lost.value()},
                     {z.value(), z_lost.value()},       {elapsed.value(), elapsed_lost.value()},
                     {u.value(), v.value(), w.value()}, scalar.value()};
        all.clock = clock.value();
        all.max_time = max_time.value();
        all.length = {length.value(), length_lost.value()};
        all.step = step.value();
        all.trial = trial.value();
        alignas(32) std::int32_t counts[lanes];
        std::uint32_t special = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            counts[lane] = static_cast<std::int32_t>(steps[lane]);
            all.bits |= (active[lane] ? 1U : 0U) << lane;
            special |= (fresh[lane] || unfinished[lane] > 0.0F ? 1U : 0U) << lane;
        }
        all.steps = hn::Load(ints, counts);
        all.active = from_bits(all.bits);
        all.special = from_bits(special);
        return all;
    }
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
