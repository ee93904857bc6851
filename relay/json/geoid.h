#pragma once

#include "relay/json/line_frame.h"

namespace farfield::net::relay {

/// The geoid EGM96 (NASA/TP-1998-206861) above the ellipsoid WGS 84, by the grid of PROJ's data. Threads: one
/// at a time. Throws SpecError when the grid is not installed.
[[nodiscard]] GeoidHeight egm96_height();

}  // namespace farfield::net::relay
