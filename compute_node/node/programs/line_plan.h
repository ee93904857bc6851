#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/lines/line_scalars.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/node/programs/rake_reader.h"
#include "compute_node/particles/particle_system.h"
#include "model/data/dataset_info.h"
#include "model/programs/line_params.h"
#include "model/rakes/seeds.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace farfield::node {

/// Plan of a program `lines` by its parameters: docs/protocol.md, section 9.
struct LinePlan {
    model::LineParams params;  ///< parameters, completed with a step
    std::vector<model::Rake> rakes;
    double begin = 0.0;              ///< time of streamlines without their own
    compute::LineSettings settings;  ///< `backward` is not set yet
    compute::FieldSource field;
    std::optional<compute::LineScalar> builtin_attribute;  ///< shown instead of the field's scalar

    [[nodiscard]] std::uint64_t seeds() const;
    [[nodiscard]] std::uint64_t lines() const;  ///< lines of an answer
    /// Time of answer n, counted from 0. first: that of answer 0, where it is not the plan's.
    [[nodiscard]] double time_of(std::uint64_t answer, std::optional<double> first = std::nullopt) const;
    [[nodiscard]] model::ScalarInfo scalar() const;
    /// Longest time and length of a line, where known.
    [[nodiscard]] std::optional<double> longest_time() const;
    [[nodiscard]] std::optional<double> longest_way() const;
    [[nodiscard]] std::uint32_t releases() const;  ///< number at one seed, of streaklines and timelines
};

/// `plan` with some changed params, but for its field. rakes: reads the dataset's rakes. Throws
/// std::runtime_error, net::RpcError or model::LimitError that names the wrong one.
[[nodiscard]] LinePlan plan_with(LinePlan plan, const model::FieldSet& changed,
                                 const compute::DatasetInfo& dataset, RakeReader& rakes);
/// Checks a plan before its field is read or any seed computed. field: any of the dataset's. Throws RpcError.
void check_plan(const LinePlan& plan, const compute::Field& field, const compute::ParticleLimits& limits,
                std::uint64_t slot_bytes);

/// Items first, first + stride ... of all that an answer's parts share.
struct PartOf {
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint64_t count = 0;
};
/// The items of a part, coarse first: part 0 has every 2^(P-1)th item, and each further part fills the gaps
/// half-way, so that it has as many as all parts before it.
[[nodiscard]] PartOf part_of(std::uint64_t items, std::uint32_t part, std::uint32_t parts);

/// Largest number of bytes of a part's frame.
[[nodiscard]] std::uint64_t largest_frame_bytes(const LinePlan& plan);

}  // namespace farfield::node
