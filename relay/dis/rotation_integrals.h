#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

/// A vector that turns at a constant rate, and its integrals over time: matrices DR, R1 and R2 of IEEE
/// 1278.1, annex E, without their division by a rate of 0.
namespace farfield::net::dis {

/// Factors for a turn by x radians, x >= 0. `turned` factors belong to R1, `growing` ones to R2; their index
/// counts cross products with the turn.
struct RotationIntegrals {
    double cosine = 1.0;           ///< cos x
    double turned_0 = 1.0;         ///< sin x / x
    double turned_1 = 1.0 / 2.0;   ///< (1 - cos x) / x^2
    double turned_2 = 1.0 / 6.0;   ///< (x - sin x) / x^3
    double growing_0 = 1.0 / 2.0;  ///< (cos x + x sin x - 1) / x^2
    double growing_1 = 1.0 / 3.0;  ///< (sin x - x cos x) / x^3
    double growing_2 = 1.0 / 8.0;  ///< (x^2 / 2 - cos x - x sin x + 1) / x^4
};

/// Factors for a turn; below 1 radian by power series, without cancellation; exact at 0.
[[nodiscard]] RotationIntegrals rotation_integrals_of(double radians) noexcept;

/// Vector v after a turn. turn: vector along the axis, as long as the angle in radians. Rodrigues' formula.
[[nodiscard]] inline glm::dvec3 turned_by(const RotationIntegrals& factors, const glm::dvec3& turn,
                                          const glm::dvec3& v) noexcept
{
    return factors.cosine * v + factors.turned_0 * glm::cross(turn, v) +
           factors.turned_1 * glm::dot(turn, v) * turn;
}

/// Integral of v over a time of 1, while v makes the turn.
[[nodiscard]] inline glm::dvec3 integral_of_turned(const RotationIntegrals& factors, const glm::dvec3& turn,
                                                   const glm::dvec3& v) noexcept
{
    return factors.turned_0 * v + factors.turned_1 * glm::cross(turn, v) +
           factors.turned_2 * glm::dot(turn, v) * turn;
}

/// Integral of v times the time, over a time of 1, while v makes the turn.
[[nodiscard]] inline glm::dvec3 integral_of_growing(const RotationIntegrals& factors, const glm::dvec3& turn,
                                                    const glm::dvec3& v) noexcept
{
    return factors.growing_0 * v + factors.growing_1 * glm::cross(turn, v) +
           factors.growing_2 * glm::dot(turn, v) * turn;
}

}  // namespace farfield::net::dis
