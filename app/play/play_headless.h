#pragma once

#include "app/play/playback.h"

namespace farfield::app {

/// Plays with no window and no X server. Throws std::runtime_error when there is no OpenGL.
[[nodiscard]] PlayReport play_headless(const PlayRun& run);

}  // namespace farfield::app
