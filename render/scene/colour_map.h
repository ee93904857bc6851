#pragma once

#include "model/styles/colour_map.h"

#include <glm/glm.hpp>

namespace farfield::render {

using model::all_colour_maps;
using model::colour_at;
using model::colour_map_entries;
using model::colour_map_named;
using model::colour_table;
using model::ColourMap;
using model::ColourTable;
using model::name_of;

/// The scalars at the two ends of the colour map; values beyond get the end's colour.
struct ScalarRange {
    float low = 0.0F;
    float high = 1.0F;
    friend bool operator==(const ScalarRange&, const ScalarRange&) = default;
};

}  // namespace farfield::render
