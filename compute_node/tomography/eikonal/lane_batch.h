#pragma once

#include "compute_node/tomography/eikonal/block_sweep.h"
#include "compute_node/tomography/eikonal/time_field.h"
#include "compute_node/tomography/lattices/slowness_model.h"

#include <hwy/aligned_allocator.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::tomography {

/// Solves for up to `lanes` sources at once; few sources take narrower vectors. Reused from batch to batch,
/// so that memory is taken once. Threads: one at a time.
class LaneBatch {
public:
    /// model: borrowed. lanes: 4, 8 or 16, not above vector_lanes(). order: 1 or 2. Throws std::bad_alloc.
    LaneBatch(const SlownessModel& model, std::size_t lanes, int order);

    /// Memory that a batch takes, bytes.
    [[nodiscard]] static std::uint64_t bytes(const Lattice& lattice, std::size_t lanes);

    /// Solves for sources, [at most lanes], metres, inside the lattice and where the slowness is not 0.
    /// A source's times do not depend on the others. Returns a bit for each lane that did not come to rest
    /// and was solved again by fast marching. cancelled: may be null; ends between two sweeps.
    std::uint32_t solve(std::span<const glm::dvec3> sources, const std::atomic<bool>* cancelled = nullptr);

    /// Times of the last solve(); valid until the next.
    [[nodiscard]] TimeField field(std::size_t lane) const;

private:
    void begin(std::span<const glm::dvec3> sources);
    void place_source(std::size_t lane, glm::dvec3 source);
    void hold(std::size_t lane, glm::ivec3 node, float rest);
    /// Makes eight sweeps; returns the lanes with a change.
    std::uint32_t round(SweepPass pass, const std::atomic<bool>* cancelled);
    std::uint32_t sweep(SweepPass pass, unsigned towards);
    void wake_around(glm::ivec3 block, unsigned faces);
    [[nodiscard]] std::uint8_t& pending(glm::ivec3 block);

    const SlownessModel& model_;
    PaddedLattice padded_;
    std::size_t most_lanes_;
    std::size_t lanes_;  ///< lanes of the last solve()
    int order_;
    glm::ivec3 blocks_;
    std::vector<float> steps_;         ///< [padded nodes], slowness times spacing, s
    std::vector<std::uint16_t> held_;  ///< [padded nodes], see SweepArrays
    hwy::AlignedFreeUniquePtr<float[]> times_;
    std::vector<std::uint8_t> pending_;  ///< [blocks] 1: a sweep may change times
    SourceLanes lanes_of_sources_;
    std::vector<glm::dvec3> sources_;  ///< [lanes]
    std::vector<double> slowness_;     ///< [lanes], at the sources, s/m
};

}  // namespace farfield::tomography
