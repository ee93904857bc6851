#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/tomography/lattices/slowness_model.h"

#include <glm/vec3.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace farfield::tomography {

/// A medium that a user names.
struct VelocityModel {
    std::function<double(glm::dvec3)> velocity;     ///< velocity, m/s; 0 where no ray passes
    std::optional<Lattice> lattice = std::nullopt;  ///< lattice of a file with equal spacings
};

/// The model named "constant:V", "V", "gradient:V0,G" (V0 + G z, m/s, z in metres upwards) or "FILE:ARRAY", a
/// scalar over a uniform grid's nodes. Outside its box a file's nearest value is taken. Throws
/// std::runtime_error with the name, the expected and the found.
[[nodiscard]] VelocityModel velocity_model(const std::string& name, const compute::FieldReader& reader);

/// Slowness on a lattice. Throws std::runtime_error where a velocity is negative or not a number.
[[nodiscard]] SlownessModel slowness_on(const Lattice& lattice, const VelocityModel& model);

inline constexpr std::size_t max_tomography_nodes = 134'217'728;

/// The lattice over a box with so many metres between nodes; the box grows to whole pieces. Throws
/// std::runtime_error for too many nodes.
[[nodiscard]] Lattice lattice_over(glm::dvec3 low, glm::dvec3 high, double spacing);

/// The box of all places, grown by a tenth of its longest side, with 128 nodes along that, or `spacing`
/// metres between nodes where that is not 0.
[[nodiscard]] Lattice lattice_around(const std::vector<glm::dvec3>& places, double spacing);

}  // namespace farfield::tomography
