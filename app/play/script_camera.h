#pragma once

#include <vector>

#include "app/document/script.h"

namespace farfield::app {

/// How places of a script become places that are drawn: less `origin`, times `scale`.
struct ScriptFrame {
    glm::dvec3 origin{0.0};
    glm::dvec3 scale{1.0};
};

/// The camera of a script's frames. Pure: the same frame has the same camera always.
class ScriptCamera {
public:
    /// drawn: all that there is to see. Throws std::runtime_error where 'up' points where a camera looks, as
    /// drawn: the script's own units may be degrees beside metres.
    ScriptCamera(const Script& script, const ScriptFrame& frame, const render::Bounds& drawn);

    /// free_width: the part of the picture's width that all there is to see may take, without camera keys.
    [[nodiscard]] render::CameraView at(std::uint64_t frame, float aspect, float free_width = 1.0F) const;

private:
    ScriptView view_;
    double frames_per_second_;
    render::Bounds drawn_;
    std::vector<render::CameraKey> keys_;
};

}  // namespace farfield::app
