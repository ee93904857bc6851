#pragma once

#include <string>
#include <string_view>

namespace farfield::compute {

/// The meaning of a vector by its name and unit.
enum class VectorMeaning {
    Velocity,
    Momentum,  ///< momentum of a volume: mass times velocity over volume
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
    MeshVelocity,  ///< velocity of a mesh, of ice, sound or a wave: not the flow's
    Spread,        ///< root mean square, fluctuation and the like
    Colour,
    Unknown,
};

/// Words with an article: "a momentum", "a displacement", "the velocity of something else" ...
[[nodiscard]] std::string_view to_string(VectorMeaning meaning);

/// Certainty that a vector is the velocity of the flow, from most to least certain.
enum class VelocityRank {
    StandardName,  ///< a standard name of CF
    Name,          ///< unambiguous: U, velocity, VEL
    LongName,      ///< clear, with other words: "fluid velocity"
    LooseName,     ///< ambiguous: V, wind, current
    Mean,          ///< a mean over time
    Quotient,      ///< momentum over density
    Unit,          ///< only the unit is that of a speed
    NoVelocity,
};

struct NameMeaning {
    VectorMeaning meaning = VectorMeaning::Unknown;
    VelocityRank rank = VelocityRank::NoVelocity;
};

/// The meaning of a vector by its name alone, whatever the name's case and separators.
[[nodiscard]] NameMeaning meaning_of_name(std::string_view name);

/// The meaning by name and unit. A known unit decides: a vector in no unit of speed is no velocity.
[[nodiscard]] NameMeaning meaning_of(std::string_view name, std::string_view units);

/// Letters and digits in lower case: "xvelocity" for "X Velocity [m/s]", without the unit in brackets.
[[nodiscard]] std::string compact_name(std::string_view name);

/// The unit in brackets at the end of a name ("Velocity [m s^-1]"), if it is a unit; otherwise "".
[[nodiscard]] std::string_view unit_in_name(std::string_view name);

/// True when a scalar of this name and unit is the density of mass.
[[nodiscard]] bool is_density(std::string_view name, std::string_view units);

/// The name given to momentum over density: "Momentum / Density".
[[nodiscard]] std::string quotient_name(std::string_view momentum, std::string_view density);

}  // namespace farfield::compute
