#pragma once

#include "compute_node/tomography/runs/inversion_run.h"
#include "model/calls/tomography_params.h"

#include <cstdint>
#include <string>

namespace farfield::node {

/// The settings of an inversion that a viewer asks for. times: as in RunSettings. Throws model::FieldError
/// for a start that is a file, which viewers do not name.
[[nodiscard]] tomography::RunSettings run_settings(const model::TomographyParams& params, std::string times,
                                                   int threads);

/// Approximate bytes of an inversion: the times of one batch for each thread, on the finest grid that is
/// solved on; a row of sensitivities for each datum; and all slices of the result with their fields. lattice:
/// of the run. Sets the memory limit of the batches to their part of these bytes.
[[nodiscard]] std::uint64_t reserve_run(tomography::RunSettings& settings, const tomography::Lattice& lattice,
                                        std::size_t data);

}  // namespace farfield::node
