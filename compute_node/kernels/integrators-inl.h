// A step of each integrator, for a vector of lines (per-target include).
#if defined(FARFIELD_INTEGRATORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_INTEGRATORS_INL_H
#undef FARFIELD_INTEGRATORS_INL_H
#else
#define FARFIELD_INTEGRATORS_INL_H
#endif

#include "compute_node/kernels/motion/flat_motion-inl.h"
#include "compute_node/kernels/stage_memory-inl.h"

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// A sum and what rounding has kept out of it (Kahan, "Further remarks on reducing truncation errors", 1965):
/// ten thousand small steps would otherwise lose a line's last three digits.
struct Sum {
    Float value, lost;
};

HWY_INLINE Sum add(Sum sum, Float term)
{
    const Float whole = hn::Add(term, sum.lost);
    const Float value = hn::Add(sum.value, whole);
    return {value, hn::Sub(whole, hn::Sub(value, sum.value))};
}

HWY_INLINE Sum select(Mask mask, Sum yes, Sum no)
{
    return {hn::IfThenElse(mask, yes.value, no.value), hn::IfThenElse(mask, yes.lost, no.lost)};
}

/// Positions of the lanes' lines, and the field there.
struct Heads {
    Sum x, y, z;
    Sum elapsed;  ///< time since the seed's
    Vec3 velocity;
    Float scalar;

    HWY_INLINE Vec3 position() const { return {x.value, y.value, z.value}; }
};

HWY_INLINE Heads select(Mask mask, const Heads& yes, const Heads& no)
{
    return {select(mask, yes.x, no.x),
            select(mask, yes.y, no.y),
            select(mask, yes.z, no.z),
            select(mask, yes.elapsed, no.elapsed),
            select(mask, yes.velocity, no.velocity),
            hn::IfThenElse(mask, yes.scalar, no.scalar)};
}

/// The end of a step that is tried, and its estimated error.
struct Attempt {
    Heads heads;
    Mask inside;  ///< all of its stages, and valid
    Float error;  ///< relative to the tolerance
};

/// Change of a line's position and time per unit that its steps count.
struct Rate {
    Vec3 position;
    Float time;
};

/// a + b * c
HWY_INLINE Rate add_scaled(Rate a, Float b, Rate c)
{
    return {add_scaled(a.position, b, c.position), hn::MulAdd(b, c.time, a.time)};
}

/// The field as both integrators use it: its rates at a stage.
template <class Sampler>
class Stages {
public:
    using Motion = typename MotionOf<Sampler>::Type;

    /// clock: the seeds' times; flows: 1 where the field's time runs with the line, else 0. by_length: steps
    /// count lengths; else time. memory: null where all slices, and all nodes, are at hand.
    HWY_INLINE Stages(Sampler& sampler, const LengthMetric& metric, const Heads& from, Float clock,
                      Float flows, bool by_length, Mask wanted, StageMemory* memory)
        : sampler_{sampler},
          metric_{metric},
          from_{from},
          motion_{metric, from.position()},
          clock_{clock},
          flows_{flows},
          by_length_{by_length},
          inside_{wanted},
          memory_{memory}
    {}

    /// The rate at the beginning of a step.
    HWY_INLINE Rate first(Float step) const
    {
        const Rate rate_there = rate(from_.velocity, motion_.begin());
        if constexpr (Sampler::looks_ahead)
            sampler_.look_ahead(from_.position(), motion_.change(step, rate_there.position));
        return rate_there;
    }
    /// The rate where `step` times `mean` leads.
    HWY_INLINE Rate at(Float step, Rate mean)
    {
        const Place place = motion_.place(step, mean.position);
        return rate(sample(place.position, hn::MulAdd(step, mean.time, from_.elapsed.value)).velocity, place);
    }
    /// The end of the step: its mean rate is known now.
    HWY_INLINE Attempt arrive(Float step, Rate mean)
    {
        Attempt attempt{from_, inside_, hn::Zero(floats)};
        Heads& to = attempt.heads;
        const Vec3 change = motion_.change(step, mean.position);
        to.x = add(from_.x, change.x);
        to.y = add(from_.y, change.y);
        to.z = add(from_.z, change.z);
        motion_.keep_within(to.y.value);
        to.elapsed = add(from_.elapsed, hn::Mul(step, mean.time));
        const Sample there = sample(to.position(), to.elapsed.value);
        to.velocity = there.velocity;
        to.scalar = there.scalar;
        const Float sum = hn::Add(there.velocity.x, hn::Add(there.velocity.y, there.velocity.z));
        attempt.inside = hn::And(inside_, hn::Eq(sum, sum));
        return attempt;
    }
    /// The rate at the end, to which `step` times `mean` has led.
    HWY_INLINE Rate last(Float step, Rate mean, const Attempt& attempt) const
    {
        return rate(attempt.heads.velocity, motion_.place(step, mean.position));
    }

private:
    using Place = typename Motion::Place;

    HWY_INLINE Rate rate(Vec3 velocity, const Place& place) const
    {
        const Vec3 along = motion_.rate(velocity, place);
        if (!by_length_) return {along, set(1.0F)};
        const Float speed = length_of(Motion::measured(metric_, velocity));
        const Float slowness = hn::IfThenElseZero(hn::Gt(speed, hn::Zero(floats)), hn::Div(set(1.0F), speed));
        return {scaled(along, slowness), slowness};
    }
    HWY_INLINE Sample sample(Vec3 position, Float elapsed)
    {
        const Float time = hn::MulAdd(flows_, elapsed, clock_);
        if constexpr (Sampler::changes || Sampler::partial)
            if (memory_ != nullptr) {
                const Sample found = remembered(sampler_, *memory_, stage_++, position, time, inside_);
                inside_ = hn::And(inside_, found.inside);
                return found;
            }
        const Sample found = sampler_.sample(position, time, inside_);
        inside_ = hn::And(inside_, found.inside);
        return found;
    }

    /// Takes no part of this by its address, so that all of it stays in registers where nothing waits.
    static HWY_NOINLINE Sample remembered(Sampler& sampler, StageMemory& memory, std::size_t stage,
                                          Vec3 position, Float time, Mask inside)
    {
        Mask resident = inside;
        if constexpr (Sampler::partial) resident = hn::And(resident, sampler.has_nodes_at(position));
        const StageMemory::Question question = memory.ask(stage, position, time, inside, resident);
        return memory.answer(stage, sampler.sample(position, question.time, question.wanted),
                             question.wanted);
    }

    Sampler& sampler_;
    const LengthMetric& metric_;
    const Heads& from_;
    Motion motion_;
    Float clock_, flows_;
    bool by_length_;
    Mask inside_;
    StageMemory* memory_;
    std::size_t stage_ = 0;
};

/// Classical Runge-Kutta of order four (Press et al., "Numerical Recipes", 3rd ed. 2007, equation 17.1.3).
/// The sample at the step's end is the next step's first: four a step.
struct Rk4 {
    static constexpr std::uint32_t samples = 4;

    template <class Sampler>
    HWY_INLINE Attempt operator()(Stages<Sampler>& stages, Float step) const
    {
        const Float half = hn::Mul(step, set(0.5F)), two = set(2.0F), one = set(1.0F), sixth = set(1.0F / 6);
        const Rate first = stages.first(step);
        const Rate second = stages.at(half, first);
        const Rate third = stages.at(half, second);
        const Rate fourth = stages.at(step, third);
        const Rate sum = add_scaled(add_scaled(add_scaled(first, two, second), two, third), one, fourth);
        return stages.arrive(step, {scaled(sum.position, sixth), hn::Mul(sum.time, sixth)});
    }
};

/// Dormand and Prince, "A family of embedded Runge-Kutta formulae", 1980: order five, with an estimate of
/// order four beside it. The sample at the step's end serves both it and the next step: six a step.
struct Dopri5 {
    static constexpr std::uint32_t samples = 6;

    float absolute_tolerance;
    float relative_tolerance;

    template <class Sampler>
    HWY_INLINE Attempt operator()(Stages<Sampler>& stages, Float step) const
    {
        const auto mean = [](float weight, Rate rate) HWY_ATTR {
            return Rate{scaled(rate.position, set(weight)), hn::Mul(rate.time, set(weight))};
        };
        const auto plus = [](Rate sum, float weight, Rate rate)
                              HWY_ATTR { return add_scaled(sum, set(weight), rate); };
        const Rate k1 = stages.first(step);
        const Rate k2 = stages.at(step, mean(1.0F / 5, k1));
        const Rate k3 = stages.at(step, plus(mean(3.0F / 40, k1), 9.0F / 40, k2));
        const Rate k4 = stages.at(step, plus(plus(mean(44.0F / 45, k1), -56.0F / 15, k2), 32.0F / 9, k3));
        const Rate k5 = stages.at(
            step, plus(plus(plus(mean(19372.0F / 6561, k1), -25360.0F / 2187, k2), 64448.0F / 6561, k3),
                       -212.0F / 729, k4));
        const Rate k6 = stages.at(
            step, plus(plus(plus(plus(mean(9017.0F / 3168, k1), -355.0F / 33, k2), 46732.0F / 5247, k3),
                            49.0F / 176, k4),
                       -5103.0F / 18656, k5));
        const Rate best = plus(
            plus(plus(plus(mean(35.0F / 384, k1), 500.0F / 1113, k3), 125.0F / 192, k4), -2187.0F / 6784, k5),
            11.0F / 84, k6);
        Attempt attempt = stages.arrive(step, best);
        const Rate k7 = stages.last(step, best, attempt);
        const Rate difference =
            plus(plus(plus(plus(plus(mean(71.0F / 57600, k1), -71.0F / 16695, k3), 71.0F / 1920, k4),
                           -17253.0F / 339200, k5),
                      22.0F / 525, k6),
                 -1.0F / 40, k7);
        const Float size = hn::Abs(step);
        const Float miss = hn::Mul(size, length_of(difference.position));
        const Float way = hn::Mul(size, length_of(best.position));  // not the place: its origin is anywhere
        attempt.error = hn::Div(miss, hn::MulAdd(set(relative_tolerance), way, set(absolute_tolerance)));
        return attempt;
    }
};

/// The step to try after one of this error, which is relative to the tolerance. Hairer, Norsett, Wanner,
/// "Solving ordinary differential equations I", 2nd ed. 1993, equation II.4.13.
HWY_INLINE Float next_step(Float step, Float error, float max_step)
{
    const Float bounded = hn::Max(error, set(1e-10F));
    const Float root = hn::Exp(floats, hn::Mul(set(-0.2F), hn::Log(floats, bounded)));
    const Float factor = hn::Min(hn::Max(hn::Mul(set(0.9F), root), set(0.2F)), set(5.0F));
    return hn::Min(hn::Mul(step, factor), set(max_step));
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
