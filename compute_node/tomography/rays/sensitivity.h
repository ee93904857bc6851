#pragma once

#include "compute_node/tomography/lattices/slowness_model.h"
#include "compute_node/tomography/rays/ray.h"

#include <cstdint>
#include <vector>

namespace farfield::tomography {

/// A row of the matrix of derivatives of times by ln slowness at the nodes of a coarser lattice.
struct SensitivityRow {
    std::vector<std::uint32_t> columns;  ///< nodes of the model lattice, ascending
    std::vector<float> values;           ///< integral of weight times slowness along the ray, s
};

/// Integrates along a ray. slowness: its nodes were filled from exp of the trilinear m on `lattice`. lattice:
/// of the model; the ray lies in its box.
[[nodiscard]] SensitivityRow sensitivity_of(const SlownessModel& slowness, const Lattice& lattice,
                                            const Ray& ray);

}  // namespace farfield::tomography
