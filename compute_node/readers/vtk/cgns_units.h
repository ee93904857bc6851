#pragma once

#include "compute_node/readers/vtk/cgns_tree.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Statements of a node of a CGNS file on units and the class of data, for itself and what is below it; ""
/// where it makes none.
struct CgnsUnits {
    std::string mass, length, time, angle, data_class;

    /// Replaces units by those that a node below says.
    void take(const CgnsUnits& nearer);
    /// Numbers without dimensions have no unit.
    [[nodiscard]] bool are_dimensional() const;
};

[[nodiscard]] CgnsUnits cgns_units_of(const CgnsTree& tree, const CgnsTree::Node& node);

/// Values that are read in metres, kilograms, seconds and radians; others stay as the file has them.
enum class CgnsKind { Other, Length, Angle, Speed, Momentum, Density };

/// Kinds of a solution's arrays, in their order: by their DimensionalExponents, or else by names, those of
/// SIDS and those that velocities, momentum and densities are known by.
[[nodiscard]] std::vector<CgnsKind> cgns_kinds(const CgnsTree& tree,
                                               const std::vector<CgnsTree::Node>& arrays);

/// Values in metres, kilograms, seconds and radians are `factor` times those in the file's units. A mass in
/// units that are not said or not known stays in them: momentum over density does not depend on it.
struct CgnsFactor {
    double factor = 1.0;
    bool is_known = false;      ///< the units that it depends on are said and known, beside that of mass
    std::string from, to = {};  ///< "Foot/s" and "m/s"
    std::string unknown = {};   ///< the first of these that is said and not known; the factor is 1 then
};

[[nodiscard]] CgnsFactor cgns_factor(CgnsKind kind, const CgnsUnits& units);

}  // namespace farfield::compute
