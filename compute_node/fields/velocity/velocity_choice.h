#pragma once

#include "compute_node/fields/velocity/vector_meaning.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The description of an array before its values are read.
struct ArrayHead {
    std::string name;
    int components = 1;  ///< 1 or 3
    std::string units;
    bool of_cells = false;
    std::string standard_name;  ///< CF's; "" = none
    int fullness =
        0;  ///< spatial dimensions of a NetCDF variable: a flow in space comes before one on a surface
    bool marked = false;         ///< the file calls it its vectors
    std::string long_name = {};  ///< NetCDF's; "" = none
    /// Fullness that an array without time would have with it, where it could be a steady third component;
    /// else 0.
    int fullness_in_time = 0;
};

/// A vector that could be traced: an array of three components, or scalars that are the components.
struct VectorCandidate {
    std::vector<std::size_t> arrays;  ///< of the heads: one vector, or two or three scalars
    NameMeaning meaning;
    std::string name;  ///< the array's, or those of the scalars: "u,v,w"
    std::string
        reason;  ///< why it is taken for what it is, without a full stop: "'U' is named like a velocity"
    bool of_ice = false;                      ///< or of waves: after all other velocities
    std::optional<std::size_t> density = {};  ///< of the heads, where `arrays` are momentum to be divided
};

/// All that could be traced, the best first: velocities by CF standard names, by names, by what their parts
/// are described as, by units; those of ice and waves; then momentum, unknown vectors, and vectors of other
/// meaning. Among velocities of NetCDF's standard names, or of names, the fullest comes first; among equals
/// that which the file marks, points before cells, and the order of the heads.
[[nodiscard]] std::vector<VectorCandidate> vector_candidates(const std::vector<ArrayHead>& heads);

/// Puts momentum over density before all others, where the first of the candidates is momentum and a density
/// of mass, of which `lies_there` is true, lies where that does.
void put_quotient_first(std::vector<VectorCandidate>& candidates, const std::vector<ArrayHead>& heads,
                        const std::function<bool(std::size_t)>& lies_there);

/// The first of the candidates, or the one that a user names: as they are called, or two or three scalars
/// with commas in between. Empty arrays: there is none.
[[nodiscard]] VectorCandidate chosen_among(const std::vector<VectorCandidate>& candidates,
                                           const std::vector<ArrayHead>& heads, const std::string& asked);

/// One line: which vectors and scalars there are instead. source: what lacks it.
[[nodiscard]] std::string no_such_velocity(const std::string& source, const std::string& asked,
                                           const std::vector<ArrayHead>& heads);

/// A warning to users that trace this: empty for a velocity, otherwise a sentence.
[[nodiscard]] std::string warning_about(const VectorCandidate& chosen);

}  // namespace farfield::compute
