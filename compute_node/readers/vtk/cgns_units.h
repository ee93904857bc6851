#pragma once

#include "compute_node/readers/vtk/cgns_tree.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Statements of a node of a CGNS file on units and the class of data, for itself and the nodes below it; ""
/// where it makes none.
struct CgnsUnits {
    std::string mass, length, time, angle, data_class;

    /// Replaces units by those that a node below states.
    void take(const CgnsUnits& nearer);
    /// True unless the class of data says that numbers have no dimensions, and so no unit.
    [[nodiscard]] bool are_dimensional() const;
};

[[nodiscard]] CgnsUnits cgns_units_of(const CgnsTree& tree, const CgnsTree::Node& node);

/// Kinds of values that are converted to metres, kilograms, seconds and radians; `Other` is not converted.
enum class CgnsKind { Other, Length, Angle, Speed, Momentum, Density };

/// The kinds of a solution's arrays, in their order: by their DimensionalExponents, or else by the names of
/// SIDS and those usual for velocities, momentum and densities.
[[nodiscard]] std::vector<CgnsKind> cgns_kinds(const CgnsTree& tree,
                                               const std::vector<CgnsTree::Node>& arrays);

/// The factor that converts values from the file's units to metres, kilograms, seconds and radians. An
/// unknown unit of mass is left unconverted: momentum over density does not depend on it.
struct CgnsFactor {
    double factor = 1.0;
    bool is_known = false;      ///< true: the units it depends on, mass apart, are stated and known
    std::string from, to = {};  ///< "Foot/s" and "m/s"
    std::string unknown = {};   ///< first unit that is stated but not known; factor is 1 then
};

[[nodiscard]] CgnsFactor cgns_factor(CgnsKind kind, const CgnsUnits& units);

}  // namespace farfield::compute
