#include "compute_node/particles/particle_kernel.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/sphere_particles.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/motion/sphere_motion-inl.h"
#include "compute_node/kernels/particle_kernel-inl.h"
#include "compute_node/kernels/samplers/isoparametric_sampler-inl.h"
#include "compute_node/kernels/samplers/spherical_sampler-inl.h"
#include "compute_node/kernels/samplers/tetrahedral_sampler-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class... Values>
using RectilinearOnSphere = OnSphere<RectilinearSampler<Values...>>;
template <class... Values>
using TetrahedralOnSphere = OnSphere<TetrahedralSampler<Values...>>;
template <class... Values>
using IsoparametricOnSphere = OnSphere<IsoparametricSampler<Values...>>;

void sphere_tile(const FrameJob& job, std::size_t begin, std::size_t end)
{
    const Grid& grid = job.field->grid();
    if (const auto* rectilinear = std::get_if<RectilinearGrid>(&grid))
        advance_on<RectilinearOnSphere>(job, *rectilinear, begin, end);
    else if (const auto* spherical = std::get_if<SphericalGrid>(&grid))
        advance_on<SphericalSampler>(job, *spherical, begin, end);
    else if (const auto* tetrahedral = std::get_if<TetrahedralGrid>(&grid))
        advance_on<TetrahedralOnSphere>(job, *tetrahedral, begin, end);
    else
        advance_on<IsoparametricOnSphere>(job, std::get<IsoparametricGrid>(grid), begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::compute {

HWY_EXPORT(sphere_tile);

void advance_on_sphere(const FrameJob& job, std::size_t begin, std::size_t end) noexcept
{
    HWY_DYNAMIC_DISPATCH(sphere_tile)(job, begin, end);
}

}  // namespace farfield::compute
#endif
