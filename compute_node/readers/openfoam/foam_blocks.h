#pragma once

#include "compute_node/readers/openfoam/foam_text.h"

#include <cstddef>
#include <string_view>

namespace farfield::compute {

/// A text at the data that follow its header.
struct FoamData {
    FoamText text;
    FoamFormat format;
};

/// Takes the header of a file's text. A file of class decomposedBlockData (which OpenFOAM's collated file
/// handler writes) holds a block for each of several processors, the first of which has the header for all:
/// then the data are those of block number `block`. Borrows the text. Throws as FoamText does.
[[nodiscard]] FoamData foam_data_in(std::string_view text, std::size_t block);

/// The format by foam_data_in() of the first block. The text may end after its headers.
[[nodiscard]] FoamFormat foam_format_of(std::string_view text);

}  // namespace farfield::compute
