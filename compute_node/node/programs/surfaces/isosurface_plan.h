#pragma once

#include "compute_node/node/programs/result_program.h"
#include "compute_node/node/programs/surfaces/scalar_at_time.h"
#include "compute_node/volumes/surfaces/isosurface_cutter.h"
#include "model/programs/isosurface.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace farfield::node {

/// A part of an answer: part of the surface of one value.
struct PlannedPart {
    std::size_t value = 0;  ///< among the values
    compute::SurfacePart part;
};

/// The surfaces of all values at one time and level, counted.
struct SurfaceAnswer {
    unsigned level = 0;
    std::vector<std::vector<compute::SlabCount>> slabs = {};  ///< [values]
    std::vector<PlannedPart> parts = {};                      ///< parts, at least one for each value
    compute::SurfaceCount count = {};                         ///< count of all surfaces
    std::uint64_t bytes = 0;                                  ///< bytes of all payloads
    bool fits = false;  ///< within the limits; there are no parts otherwise
};

struct IsosurfacePlan : ResultPlan {
    model::IsosurfaceParams params;
    std::shared_ptr<ScalarAtTime> values = {}, colours = {};  ///< colours: null where there are none
    std::optional<compute::CellRegion> region = std::nullopt;
    compute::PartLimits limits = {};
    std::optional<SurfaceAnswer> first = std::nullopt;  ///< first answer of a plan with an integer level

    [[nodiscard]] double time_of(std::uint64_t answer) const;
    [[nodiscard]] compute::CutRequest request(const compute::ScalarField& field, std::size_t value,
                                              int threads, const std::atomic<bool>* cancel) const;
};

/// Counts the surfaces of all values. Empty when it was cancelled.
[[nodiscard]] std::optional<SurfaceAnswer> count_answer(const IsosurfacePlan& plan, std::uint64_t answer,
                                                        unsigned level, compute::IsosurfaceCutter& cutter,
                                                        int threads, const std::atomic<bool>* cancel);

/// The finest level at which fewer cells are crossed than 200,000 for each thread, estimated by bricks
/// crossed: 80 cells each, a quarter at each further level.
[[nodiscard]] unsigned quick_level(const IsosurfacePlan& plan, std::uint64_t answer, int threads);

/// Throws model::LimitError for an answer of an integer level that does not fit: by its bytes, by those of a
/// part, or by its parts.
void expect_fit(const IsosurfacePlan& plan, const SurfaceAnswer& answer);

}  // namespace farfield::node
