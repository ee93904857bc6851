#pragma once

#include <glm/vec3.hpp>

namespace farfield::compute {

/// A number that depends on three coordinates, with its derivatives by them: a value computed with dual
/// numbers comes with its exact gradient. Source: Griewank, Walther, "Evaluating Derivatives", 2nd ed. 2008,
/// chapter 3 (forward mode).
struct Dual {
    float value = 0.0F;
    glm::vec3 slope{0.0F};
};

inline Dual operator+(const Dual& a, const Dual& b)
{
    return {a.value + b.value, a.slope + b.slope};
}
inline Dual operator-(const Dual& a, const Dual& b)
{
    return {a.value - b.value, a.slope - b.slope};
}
inline Dual operator*(const Dual& a, const Dual& b)
{
    return {a.value * b.value, a.value * b.slope + b.value * a.slope};
}
inline Dual operator+(const Dual& a, float b)
{
    return {a.value + b, a.slope};
}
inline Dual operator-(const Dual& a, float b)
{
    return {a.value - b, a.slope};
}
inline Dual operator-(float a, const Dual& b)
{
    return {a - b.value, -b.slope};
}
inline Dual operator*(float a, const Dual& b)
{
    return {a * b.value, a * b.slope};
}

}  // namespace farfield::compute
