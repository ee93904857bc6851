#pragma once

#include "compute_node/datasets/open_dataset.h"
#include "compute_node/particles/particle_system.h"
#include "model/rakes/seeds.h"
#include "net/message/control_messages.h"

#include <vector>

/// Between what travels (net/message/control_messages.h) and what computes.
namespace farfield::node {

/// An outline of more points than this is thinned: the answer that carries it must stay a small message.
inline constexpr std::size_t max_outline_points = 8192;

/// [rakes]
[[nodiscard]] std::vector<std::uint32_t> seed_counts(const std::vector<model::Rake>& rakes);
[[nodiscard]] net::ScalarInfo scalar_of(const compute::Field& field);
/// Everything dataset.open answers, with suggestions.
[[nodiscard]] net::DatasetInfo describe(const compute::OpenDataset& dataset);

}  // namespace farfield::node
