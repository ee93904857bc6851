#pragma once

#include <memory>

#include "render/scene/place_map.h"

namespace farfield::render::test {

/// From 100 on x and 50 on y, a tenth of a unit a node: turned by a right angle, drawn `scale` times as long,
/// and lifted by 0.5.
inline std::shared_ptr<const PlaceMap> turned_map(float scale = 1.0F)
{
    auto map = std::make_shared<PlaceMap>();
    map->id = 1;
    map->columns = map->rows = 65;
    map->first = {100.0, 50.0};
    map->step = {0.1, 0.1};
    map->turn = 360.0;
    map->height_scale = -1.0;
    for (int j = 0; j < map->rows; ++j)
        for (int i = 0; i < map->columns; ++i)
            map->nodes.push_back({.place = scale * glm::vec2(3.2F - 0.1F * static_cast<float>(j),
                                                             0.1F * static_cast<float>(i) - 3.2F),
                                  .height = 0.5F,
                                  .is_there = 1.0F});
    return map;
}

}  // namespace farfield::render::test
