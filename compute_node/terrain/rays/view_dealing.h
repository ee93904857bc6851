#pragma once

#include "compute_node/terrain/rays/view_helpers.h"

namespace farfield::terrain {

/// As cast_view() does, together with others: the same bits, whoever casts what. Whoever is free gets the
/// next tiles, fewer towards the end, so that a sky that costs nothing holds nobody up. threads: of this
/// process and of each helper, 0 for what each takes by itself. Throws what ViewHelp does.
void cast_view_with(ViewHelpers& others, const HeightBlocks& terrain, const ViewRays& rays,
                    const ViewImage& image, int threads, const std::atomic<bool>* cancelled);

}  // namespace farfield::terrain
