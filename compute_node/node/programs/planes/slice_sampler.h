#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/node/programs/planes/slice_layout.h"
#include "compute_node/node/programs/result_program.h"
#include "compute_node/volumes/slices/lattice_plane.h"

#include <glm/vec3.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::node {

/// Plan of programs on planes: for each result one frame a plane.
struct SlicePlan : ResultPlan {
    compute::FieldSource field = {};
    std::vector<PlannedSlice> planes = {};
    double time = 0.0, time_step = 0.0;  ///< time of the first result, and step to the next
    std::vector<double> times = {};      ///< times of the repeated series
    std::uint32_t level = 0;
    bool is_coarse_first = false;  ///< the first result has coarse_level, the second `level`
    std::uint32_t components = model::slice_components;
    compute::Interpolation interpolation = compute::Interpolation::Linear;
    std::optional<model::Region> region = std::nullopt;  ///< values beyond it are not shown

    static constexpr std::uint32_t coarse_level = 3;

    /// Time of result n, on the field's clock. A repeated series begins anew after its end.
    [[nodiscard]] double time_of(std::uint64_t result) const;
    [[nodiscard]] std::uint32_t level_of(std::uint64_t result) const;
};

/// Lays the planes out, and sets the largest frame's bytes. Throws as lay_out() does.
void plan_planes(const std::vector<model::SlicePlane>& planes, const model::SliceSize& size, SlicePlan& plan);

/// Sets the times that the parameters name. Throws model::FieldError where binary32 does not hold them.
void plan_times(const std::optional<double>& time, double time_step, bool repeat, SlicePlan& plan);

/// Computes values on planes. Its memory is used again from frame to frame. Threads: one call at a time.
class SliceSampler {
public:
    /// threads: 0 takes as many as OpenMP would.
    explicit SliceSampler(int threads) : threads_{threads} {}

    /// Writes the payload of a plan's result and plane, without the stamp, into the buffer's beginning. Gives
    /// up soon after `cancel` is set; the payload is then meaningless.
    [[nodiscard]] std::span<const std::byte> write(const SlicePlan& plan, std::uint64_t result,
                                                   std::uint32_t plane, std::span<std::byte> buffer,
                                                   const std::atomic<bool>& cancel);

    [[nodiscard]] int threads() const { return threads_; }

private:
    struct Frame;

    void sample_nodes(const Frame& frame) const;
    void sample_lattice(const Frame& frame);
    void sample_here(const Frame& frame) const;
    void sample_elsewhere(const Frame& frame);

    int threads_;
    std::vector<double> parts_u_;                ///< positions of a lattice's pixels along a row
    std::vector<glm::vec3> positions_;           ///< positions of some rows
    std::vector<compute::PointSample> samples_;  ///< samples at these
};

}  // namespace farfield::node
