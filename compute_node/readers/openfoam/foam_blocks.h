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

/// Takes the header of a file's text. A file of class decomposedBlockData (one that OpenFOAM's collated file
/// handler writes) holds a block for each of several processors, of which the first has the header of all:
/// of such a file the data are those of the block of this number. Borrows the text. Throws as FoamText does.
[[nodiscard]] FoamData foam_data_in(std::string_view text, std::size_t block);

/// As foam_data_in(), of the first block: of a text that may end after its headers.
[[nodiscard]] FoamFormat foam_format_of(std::string_view text);

}  // namespace farfield::compute
