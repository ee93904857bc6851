#pragma once

#include "compute_node/particles/particle_state.h"

#include <cstddef>

namespace farfield::compute {

/// Particles of one tile, the unit of work of a thread; a multiple of every vector length.
inline constexpr std::size_t tile_particles = 2048;

/// Advances particles [begin, end) by all frames of the job and writes them; begin is a multiple of
/// tile_particles. Takes no memory, throws nothing. Compiled for several instruction sets; the best of the
/// machine is taken at run time.
void advance_tile(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;

// Kernels, one file per kind of field, so that they compile side by side; advance_tile() chooses.
void advance_analytic(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
void advance_uniform(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
void advance_rectilinear(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
void advance_curvilinear(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
void advance_tetrahedral(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
void advance_isoparametric(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
/// For fields in which each time slice has a grid of its own, of any kind, over the Earth or not.
void advance_changing(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;
/// For fields over the Earth, on any grid.
void advance_on_sphere(const FrameJob& job, std::size_t begin, std::size_t end) noexcept;

/// Name of the instruction set in use, for benchmark reports: "AVX2", "NEON" ...
[[nodiscard]] const char* kernel_target();

}  // namespace farfield::compute
