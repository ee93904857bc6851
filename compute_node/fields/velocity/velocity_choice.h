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
    std::string standard_name;  ///< standard name of CF; "" = none
    int fullness =
        0;  ///< spatial dimensions of a NetCDF variable: a flow in space comes before one on a surface
    bool marked = false;         ///< marked by the file as its vectors
    std::string long_name = {};  ///< long name of NetCDF; "" = none
    /// Fullness that an array without time would have with it, if it may be a steady third component; else
    /// 0.
    int fullness_in_time = 0;
};

/// A vector that could be traced: an array of three components, or scalars that are the components.
struct VectorCandidate {
    std::vector<std::size_t> arrays;  ///< indices of the heads: one vector, or two or three scalars
    NameMeaning meaning;
    std::string name;     ///< the array's, or the scalars' joined: "u,v,w"
    std::string reason;   ///< reason for its meaning, without a full stop: "'U' is named like a velocity"
    bool of_ice = false;  ///< of ice or waves: ranked after all other velocities
    std::optional<std::size_t> density = {};  ///< index of the head by which `arrays`, momentum, are divided
};

/// Vectors that could be traced, the best first: velocities by CF standard names, by names, by the
/// descriptions of their parts, by units; anomalies after absolute ones; those of ice and waves; then
/// momentum, unknown vectors, and vectors of other meaning. Among velocities of NetCDF's standard names, or
/// of names, the fullest comes first; among equals that which the file marks, points before cells, and the
/// order of the heads.
[[nodiscard]] std::vector<VectorCandidate> vector_candidates(const std::vector<ArrayHead>& heads);

/// Puts momentum over density before all others, where the first candidate is momentum and a density of mass
/// has its values at the same places. lies_there: true for heads at momentum's places.
void put_quotient_first(std::vector<VectorCandidate>& candidates, const std::vector<ArrayHead>& heads,
                        const std::function<bool(std::size_t)>& lies_there);

/// The first of the candidates, or the one that a user names: by its name, or by two or three scalars with
/// commas in between. Its arrays are empty where there is no candidate.
[[nodiscard]] VectorCandidate chosen_among(const std::vector<VectorCandidate>& candidates,
                                           const std::vector<ArrayHead>& heads, const std::string& asked);

/// A sentence on a velocity that is an anomaly, as above the mean sea level for the geoid; empty for others.
[[nodiscard]] std::string remark_on_anomaly(const VectorCandidate& chosen,
                                            const std::vector<ArrayHead>& heads);

/// An error in one line: which vectors and scalars there are instead. source: the data that lack the vector.
[[nodiscard]] std::string no_such_velocity(const std::string& source, const std::string& asked,
                                           const std::vector<ArrayHead>& heads);

/// A sentence that warns of tracing this vector as a velocity; empty where it is one.
[[nodiscard]] std::string warning_about(const VectorCandidate& chosen);

}  // namespace farfield::compute
