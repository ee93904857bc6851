#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

/// Directions as points of an octahedron that is folded into a square: Cigolle, Donow, Evangelakos, Mara,
/// McGuire, Meyer, "A Survey of Efficient Representations for Independent Unit Vectors", Journal of Computer
/// Graphics Techniques 3, 2014. The largest angle between a direction and its code is 0.0025 degrees.
namespace farfield::model {

/// The code of a direction: both components from -32767 to 32767.
using Octahedral = std::array<std::int16_t, 2>;

inline constexpr float octahedral_scale = 32767.0F;
inline constexpr Octahedral no_direction{-32768, -32768};

/// Encodes a direction of any length; no_direction if its length is 0 or a component is not finite.
[[nodiscard]] inline Octahedral octahedral_of(glm::vec3 direction) noexcept
{
    const float length = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
    if (!(length > 0.0F) || !std::isfinite(length)) return no_direction;
    float a = direction.x / length, b = direction.y / length;
    if (direction.z < 0.0F) {
        const float folded = (1.0F - std::abs(b)) * (a < 0.0F ? -1.0F : 1.0F);
        b = (1.0F - std::abs(a)) * (b < 0.0F ? -1.0F : 1.0F);
        a = folded;
    }
    return {static_cast<std::int16_t>(std::nearbyint(a * octahedral_scale)),
            static_cast<std::int16_t>(std::nearbyint(b * octahedral_scale))};
}

/// Decodes a direction, of length 1; nullopt for no_direction.
[[nodiscard]] inline std::optional<glm::vec3> direction_of(Octahedral code) noexcept
{
    if (code == no_direction) return std::nullopt;
    float a = static_cast<float>(code[0]) / octahedral_scale;
    float b = static_cast<float>(code[1]) / octahedral_scale;
    const float z = 1.0F - std::abs(a) - std::abs(b);
    if (z < 0.0F) {
        const float unfolded = (1.0F - std::abs(b)) * (a < 0.0F ? -1.0F : 1.0F);
        b = (1.0F - std::abs(a)) * (b < 0.0F ? -1.0F : 1.0F);
        a = unfolded;
    }
    const float inverse_length = 1.0F / std::sqrt(a * a + b * b + z * z);
    return glm::vec3{a * inverse_length, b * inverse_length, z * inverse_length};
}

}  // namespace farfield::model
