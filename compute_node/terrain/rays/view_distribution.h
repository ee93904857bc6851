#pragma once

#include "compute_node/terrain/rays/view_helpers.h"

namespace farfield::terrain {

/// Casts a view as cast_view() does, together with other processes: the same bits, whichever casts a tile. A
/// free process gets the next tiles, fewer towards the end, so that tiles of different cost are balanced.
/// threads: of this process and of each helper; 0: each one's choice. Throws what ViewHelp does.
void cast_view_with(ViewHelpers& others, const HeightBlocks& terrain, const ViewRays& rays,
                    const ViewImage& image, int threads, const std::atomic<bool>* cancelled);

}  // namespace farfield::terrain
