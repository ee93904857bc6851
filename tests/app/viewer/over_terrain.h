#pragma once

#include <memory>
#include <string>

#include "app/viewer/controls/terrain_control.h"
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"

/// The common part of the tests of a window over terrain.
namespace farfield::app {

/// A window over a small generated landscape, its first view shown.
inline std::unique_ptr<MainWindow> open_over(const farfield::test::NodeProcess& node,
                                             const std::string& terrain = "fractal:256")
{
    auto window = open_window(node.port());
    REQUIRE(eventually([&] { return window->model().dataset().has_value(); }));
    window->terrain_control().open_terrain(terrain);
    REQUIRE(eventually([&] { return window->terrain_control().got().size[0] > 0; }));
    return window;
}

inline bool has_full_view(MainWindow& window)
{
    return eventually([&] { return window.terrain_control().got().size == window.view().picture_size(); });
}

}  // namespace farfield::app
