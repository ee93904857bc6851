#pragma once

#include <string>
#include <string_view>

namespace farfield::compute {

/// The meaning of a vector by its name and unit.
enum class VectorMeaning {
    Velocity,
    Momentum,  ///< of a volume: mass times velocity over volume
    Displacement,
    Acceleration,
    Force,
    Stress,
    Gradient,
    Vorticity,
    Normal,
    Position,
    MagneticField,
    ElectricField,
    Flux,
    MeshVelocity,  ///< or that of ice, sound, a wave: not the flow's
    Spread,        ///< root mean square, fluctuation and the like
    Colour,
    Unknown,
};

/// With its article: "a momentum", "a displacement", "the velocity of something else" ...
[[nodiscard]] std::string_view to_string(VectorMeaning meaning);

/// How surely a vector is the velocity of the flow; less is better.
enum class VelocityRank {
    StandardName,  ///< CF's
    Name,          ///< unambiguous: U, velocity, VEL
    LongName,      ///< the same with other words: "fluid velocity"
    LooseName,     ///< ambiguous: V, wind, current
    Mean,          ///< over time
    Quotient,      ///< of momentum and density
    Unit,          ///< only its unit is that of a speed
    NoVelocity,
};

struct NameMeaning {
    VectorMeaning meaning = VectorMeaning::Unknown;
    VelocityRank rank = VelocityRank::NoVelocity;
};

/// By the name alone, whatever its case and separators.
[[nodiscard]] NameMeaning meaning_of_name(std::string_view name);

/// By name and unit. A unit that is understood decides: a vector in no unit of speed is no velocity.
[[nodiscard]] NameMeaning meaning_of(std::string_view name, std::string_view units);

/// Letters and digits in lower case: "X Velocity" is "xvelocity". A unit in brackets at the end is left out.
[[nodiscard]] std::string compact_name(std::string_view name);

/// The unit in brackets that a name may end with ("Velocity [m s^-1]"), if it is one; otherwise "".
[[nodiscard]] std::string_view unit_in_name(std::string_view name);

/// Whether a scalar of this name and unit is the density of mass.
[[nodiscard]] bool is_density(std::string_view name, std::string_view units);

/// The name of momentum over density: "Momentum / Density".
[[nodiscard]] std::string quotient_name(std::string_view momentum, std::string_view density);

}  // namespace farfield::compute
