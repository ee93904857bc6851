#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/line_tracer.h"

#include <cstddef>

namespace farfield::compute {

/// Traces lines through a field of which a window of slices is in memory: all lines as far as it leads, then
/// on in the nearest window, in the direction of travel, in which a line can go on. Lines with a step that
/// was refused beyond a window follow in another sweep. field: one with slices; job.field is set. Delivers
/// the blocks in order, each once it and those before it are whole, and an empty one after each window to
/// report progress.
void sweep_slices(const LineJob& job, const FieldSource& field, std::size_t first_seed, std::size_t end_seed,
                  int threads, TraceProgress& progress, const LineTracer::Sink& sink);

}  // namespace farfield::compute
