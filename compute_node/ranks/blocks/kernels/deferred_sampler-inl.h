// The deferred sampler: it notes places of wanted samples, and has these in the kernel's next run (per-target
// include).
#if defined(FARFIELD_DEFERRED_SAMPLER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_DEFERRED_SAMPLER_INL_H
#undef FARFIELD_DEFERRED_SAMPLER_INL_H
#else
#define FARFIELD_DEFERRED_SAMPLER_INL_H
#endif

#include "compute_node/kernels/samplers/samplers-inl.h"
#include "compute_node/ranks/blocks/kernels/stage_record.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Reads a StageRecord, and notes in it the samples that it lacks.
class DeferredSampler : public Forgetful {
public:
    static constexpr bool deferred = true;

    HWY_INLINE DeferredSampler(StageRecord* record, const NodeSlices& /*none*/) : record_{*record} {}

    /// The samples that follow are of a step of the particles from i on.
    HWY_INLINE void begin(std::size_t i)
    {
        particle_ = i;
        stage_ = 0;
        wanted_for_ = StageRecord::moves;
    }
    /// The next sample is for particles that are released in this step.
    HWY_INLINE void begin_release()
    {
        stage_ = 0;
        wanted_for_ = StageRecord::is_released;
    }
    /// True while samples are still missing: then no particle must change.
    HWY_INLINE bool is_trial() const { return !record_.is_complete(); }

    HWY_INLINE Sample sample(Vec3 p, Float /*t*/, Mask wanted)
    {
        const std::size_t stage = stage_++;
        if (stage < record_.known) return known(record_.samples[stage]);
        if (stage == record_.known) note(p, wanted);
        const Float zero = hn::Zero(floats);
        return {{zero, zero, zero}, zero, hn::MaskFromVec(zero)};
    }

private:
    HWY_INLINE Sample known(const StageRecord::Samples& from) const
    {
        const auto lane = [&](const std::vector<float>& values)
                              HWY_ATTR { return hn::LoadU(floats, values.data() + particle_); };
        return {{lane(from.u), lane(from.v), lane(from.w)},
                lane(from.s),
                hn::Gt(lane(from.inside), hn::Zero(floats))};
    }
    HWY_INLINE void note(Vec3 p, Mask wanted)
    {
        const auto put = [&](std::vector<float>& to, Float value) HWY_ATTR {
            float* const at = to.data() + particle_;
            hn::StoreU(hn::IfThenElse(wanted, value, hn::LoadU(floats, at)), floats, at);
        };
        put(record_.x, p.x);
        put(record_.y, p.y);
        put(record_.z, p.z);
        put(record_.wanted, set(wanted_for_));
    }

    StageRecord& record_;
    std::size_t particle_ = 0, stage_ = 0;
    float wanted_for_ = StageRecord::moves;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
