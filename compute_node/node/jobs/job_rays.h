#pragma once

#include "compute_node/datasets/dataset_rays.h"
#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/surveys/survey.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace farfield::node {

/// Rays of an iteration that a job keeps: those of about max_rays_of_slice data at most, evenly chosen, with
/// points about one spacing of the forward lattice apart.
inline constexpr std::size_t max_rays_of_slice = 4096;

[[nodiscard]] std::shared_ptr<const compute::DatasetRays> rays_to_show(const tomography::KeptModel& model,
                                                                       const tomography::Survey& survey);

/// Approximate bytes of a slice's rays. lattice: the one on which rays are traced.
[[nodiscard]] std::uint64_t ray_bytes(const tomography::Lattice& lattice, std::size_t data);

}  // namespace farfield::node
