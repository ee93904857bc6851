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

/// What a program `lines` is asked to do: docs/protocol.md, section 9.
struct LinePlan {
    model::LineParams params;  ///< with a step
    std::vector<model::Rake> rakes;
    double begin = 0.0;              ///< time of streamlines without one of their own
    compute::LineSettings settings;  ///< `backward` is that of neither direction yet
    compute::FieldSource field;
    std::optional<compute::LineScalar> builtin_attribute;  ///< instead of the field's

    [[nodiscard]] std::uint64_t seeds() const;
    [[nodiscard]] std::uint64_t lines() const;  ///< of an answer
    /// Of answer n, counted from 0. first: that of answer 0, where it is not the plan's.
    [[nodiscard]] double time_of(std::uint64_t answer, std::optional<double> first = std::nullopt) const;
    [[nodiscard]] model::ScalarInfo scalar() const;
    /// That a line takes at most, where that is known.
    [[nodiscard]] std::optional<double> longest_time() const;
    [[nodiscard]] std::optional<double> longest_way() const;
    [[nodiscard]] std::uint32_t releases() const;  ///< at one seed, of streaklines and timelines
};

/// `plan` with params of which some were changed, but for its field. rakes: reads those of the dataset.
/// Throws std::runtime_error, net::RpcError or model::LimitError that names what is wrong.
[[nodiscard]] LinePlan plan_with(LinePlan plan, const model::FieldSet& changed,
                                 const compute::DatasetInfo& dataset, RakeReader& rakes);
/// Checked before its field is read or any seed worked out. field: any of the dataset. Throws net::RpcError.
void check_plan(const LinePlan& plan, const compute::Field& field, const compute::ParticleLimits& limits,
                std::uint64_t slot_bytes);

/// Items first, first + stride ... of those that an answer's parts share.
struct PartOf {
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint64_t count = 0;
};
/// Coarse first: part 0 has every 2^(P-1)th item, and each further part fills the gaps half-way, so that it
/// has as many as all before it.
[[nodiscard]] PartOf part_of(std::uint64_t items, std::uint32_t part, std::uint32_t parts);

/// The most bytes that a part's frame can have.
[[nodiscard]] std::uint64_t largest_frame_bytes(const LinePlan& plan);

}  // namespace farfield::node
