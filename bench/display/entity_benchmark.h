#pragma once

#include "bench/display/display_benchmark.h"

namespace farfield::render {

/// Measures frames drawn per second, headless, 1280 x 720, of 10,000 entities as the viewer draws them,
/// uploaded for each frame, and of a bare OpenGL loop that uploads the same bytes and draws the same symbols
/// with the same shaders. Figures: "entities.draw.10000", "entities.draw.10000.bare" and the ratio, with
/// "_over_bare"; turns as in run_display_benchmark(). Makes a context of its own, leaves none current. Throws
/// std::runtime_error when there is no OpenGL.
[[nodiscard]] std::vector<DisplayFigure> run_entity_benchmark(int runs = 7, double seconds_per_run = 0.6);

}  // namespace farfield::render
