#pragma once

#include "compute_node/tomography/runs/inversion_run.h"
#include "model/calls/tomography_params.h"

#include <cstdint>
#include <string>

namespace farfield::node {

/// The settings of an inversion that a viewer asks for. times: of RunSettings. Throws model::FieldError for a
/// start that is a file, which viewers do not name.
[[nodiscard]] tomography::RunSettings run_settings(const model::TomographyParams& params, std::string times,
                                                   int threads);

/// About what an inversion takes: the times of one batch for each thread, and all slices of the result with
/// their fields. forward: the grid of the times.
[[nodiscard]] std::uint64_t bytes_of_run(const tomography::RunSettings& settings,
                                         const tomography::Lattice& forward);

}  // namespace farfield::node
