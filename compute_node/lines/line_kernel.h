#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/lines/suspended_line.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace farfield::compute {

/// Number of lines of a block, a thread's unit of work: enough to keep all lanes of a vector busy to the end.
inline constexpr std::size_t block_lines = 128;

/// The common data of the lines of all blocks. Borrows all it points to.
struct LineJob {
    const Field* field = nullptr;
    const LineSeeds* seeds = nullptr;
    LineSettings settings;
    const std::atomic<bool>* cancelled = nullptr;  ///< or null; lines are dropped soon after it is set
    /// The block's lines that are still to be traced, where the field's slices or nodes are not all in
    /// memory; each block has a vector of its own. Null where all are in memory.
    std::vector<SuspendedLine>* suspended = nullptr;
};

/// Traces lines [begin, end) into an empty block. Suspended lines go on as far as the slices in memory
/// lead, in the block of the calls before: this is complete once no line is suspended. Lines that the
/// job's cancellation has cut short have no points and are Cancelled. Compiled for several instruction
/// sets; the best of the machine is taken at run time. A line depends on its seed alone. Throws
/// std::bad_alloc only.
void trace_block(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);

/// Traces a block as trace_block() does, by a kernel of the caller's choice.
using LineKernelFunction = void (*)(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void run_kernel(LineKernelFunction kernel, const LineJob& job, std::size_t begin, std::size_t end,
                LineBlock& block);

// Kernels, one file per kind of field, so that they compile side by side; trace_block() chooses.
void trace_analytic(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_uniform(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_rectilinear(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_curvilinear(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_tetrahedral(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_isoparametric(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
/// For fields in which each time slice has a grid of its own, of any kind, over the Earth or not.
void trace_changing(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
// Kernels over the Earth: on rectilinear grids, on those with longitudes and latitudes that depend on both
// indices, and on meshes, of tetrahedra and of any cells.
void trace_sphere(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_spherical(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_sphere_mesh(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);
void trace_sphere_isoparametric(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);

}  // namespace farfield::compute
