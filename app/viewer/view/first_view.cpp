#include "app/viewer/view/first_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace farfield::app {

ViewAngles first_view(const render::Bounds& drawn, float vertical_scale)
{
    constexpr float most_of_thin = 0.15F;  // of the shorter one of the two other edges
    constexpr float quarter_turn = std::numbers::pi_v<float> / 2.0F;
    const glm::vec3 edges = drawn.size();
    std::array sorted{edges.x, edges.y, edges.z};
    std::ranges::sort(sorted);
    if (!(sorted[0] < most_of_thin * sorted[1])) {
        constexpr float oblique = 0.9F;
        const bool is_flat = edges.z < most_of_thin * std::abs(vertical_scale) * std::min(edges.x, edges.y);
        return vertical_scale * vertical_scale > 1.0F && is_flat ? ViewAngles{.pitch = oblique}
                                                                 : ViewAngles();
    }
    if (sorted[0] == edges.z) return {.yaw = 0.0F, .pitch = quarter_turn};
    return {.yaw = sorted[0] == edges.y ? 0.0F : quarter_turn, .pitch = 0.0F};
}

}  // namespace farfield::app
