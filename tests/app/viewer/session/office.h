#pragma once

#include "model/data/dataset_info.h"

namespace farfield::app::test {

/// A dataset with suggestions.
inline model::DatasetInfo office()
{
    model::DatasetInfo info;
    info.dataset = "office";
    info.kind = "curvilinear";
    info.scalars = {
        {"speed", "m/s", {{0.0, 2.0}}}, {"pressure", "Pa", {{-1.0, 1.0}}}, {"vorticity", "1/s", {}}};
    info.suggested.step = 0.25;
    info.suggested.max_age_frames = 77;
    info.suggested.rakes = {{.shape = model::LineRake{{0, 0, 0}, {1, 0, 0}, 10}, .particles_per_seed = 3}};
    return info;
}

}  // namespace farfield::app::test
