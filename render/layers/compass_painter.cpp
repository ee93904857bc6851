#include "render/layers/compass_painter.h"

#include "render/scene/camera_pose.h"
#include "render/scene/overlay_style.h"

#include <array>
#include <cmath>

namespace farfield::render {
namespace {

constexpr float radius = 22.0F;  // logical pixels, as all here
constexpr glm::vec2 from_corner{42.0F, 46.0F};
constexpr glm::vec4 shadow{0.0F, 0.0F, 0.0F, 0.6F};

glm::vec3 flat(glm::vec2 place)
{
    return {place, 0.0F};
}

std::string length_text(float metres)
{
    const bool kilometres = metres >= 1000.0F;
    const float value = kilometres ? metres / 1000.0F : metres;
    std::string digits = std::to_string(value);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
    return digits + (kilometres ? " km" : " m");
}

}  // namespace

ScaleBar scale_bar(float metres_per_pixel, float most_pixels)
{
    const float most = metres_per_pixel * most_pixels;
    if (!(most > 0.0F) || !std::isfinite(most)) return {};
    const float power = std::pow(10.0F, std::floor(std::log10(most)));
    float metres = power;
    for (const float digit : {2.0F, 5.0F})
        if (digit * power <= most) metres = digit * power;
    return {metres, metres / metres_per_pixel, length_text(metres)};
}

void CompassPainter::draw(const CameraView& camera, float metres, const Viewport& viewport, TextPainter& text)
{
    lines_.clear();
    const auto heading = static_cast<float>(glm::radians(pose_of(camera, double{viewport.aspect()}).heading));
    const glm::vec2 middle(from_corner.x, viewport.logical_size().y - from_corner.y);
    // North lies as far to the left as the camera is turned to the right; y runs down.
    const glm::vec2 north{-std::sin(heading), -std::cos(heading)}, beside{-north.y, north.x};
    const glm::vec2 tip = middle + radius * north, tail = middle - 0.7F * radius * north;
    const std::array<std::array<glm::vec2, 2>, 3> strokes{
        {{tail, tip}, {tip, tip - 9.0F * north + 5.0F * beside}, {tip, tip - 9.0F * north - 5.0F * beside}}};
    const auto add = [&](glm::vec2 from, glm::vec2 to) {
        lines_.add(flat(from + 1.0F), flat(to + 1.0F), shadow, 3.0F);
        lines_.add(flat(from), flat(to), title_colour, 2.0F);
    };
    for (const auto& stroke : strokes) add(stroke[0], stroke[1]);
    text.add("N", middle + (radius + 9.0F) * north, title_colour, viewport, AlignX::Centre, AlignY::Middle);

    const float slope = 2.0F * std::tan(0.5F * camera.fov_y_radians);
    const ScaleBar bar = scale_bar(slope * metres / viewport.logical_size().y, 140.0F);
    if (bar.pixels > 0.0F) {
        const glm::vec2 left = middle + glm::vec2(48.0F, 12.0F), right = left + glm::vec2(bar.pixels, 0.0F);
        add(left, right);
        for (const glm::vec2 end : {left, right}) add(end, end - glm::vec2(0.0F, 5.0F));
        text.add(bar.text, 0.5F * (left + right) - glm::vec2(0.0F, 14.0F), title_colour, viewport,
                 AlignX::Centre, AlignY::Middle);
    }
    lines_.draw(pixel_transform(viewport), viewport);
}

}  // namespace farfield::render
