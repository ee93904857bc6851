#pragma once

#include "compute_node/terrain/height_options.h"

namespace CLI {
class App;
}

namespace farfield::compute {

/// Adds --unit, --band and --vertical-scale, which say how a command reads files of heights.
void add_height_options(CLI::App& command, HeightOptions& options);

}  // namespace farfield::compute
