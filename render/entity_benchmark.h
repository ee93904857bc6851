#pragma once

#include "render/display_benchmark.h"

namespace farfield::render {

/// Frames drawn per second, headless, 1280 x 720, of 10,000 entities as the viewer draws them, handed over
/// anew for each frame, and of a bare OpenGL loop that hands the same bytes over and draws the same instances
/// with the same shaders. Figures "entities.draw.10000", with ".bare" and "_over_bare" beside it; turns as
/// run_display_benchmark() has them. Makes a context of its own and leaves none current. Throws
/// std::runtime_error when there is no OpenGL.
[[nodiscard]] std::vector<DisplayFigure> run_entity_benchmark(int runs = 7, double seconds_per_run = 0.6);

}  // namespace farfield::render
