#pragma once

namespace farfield::app {

/// Question about sight over the ground that the mouse asks.
enum class SightTool {
    None,
    Line,     ///< from the place clicked to the one under the cursor
    Viewshed  ///< ground seen from the place under the cursor, or from the clicked one
};

/// Settings of the mouse's question. They are the window's, not the document's.
struct SightSettings {
    SightTool tool = SightTool::None;
    double eye_height = 2.0;     ///< metres above the ground
    double target_height = 0.0;  ///< metres above the ground
    double radius = 10'000.0;    ///< metres, of viewsheds
    friend bool operator==(const SightSettings&, const SightSettings&) = default;
};

}  // namespace farfield::app
