#pragma once

#include "compute_node/readers/openfoam/foam_text.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Lists of polygons: the corners of face n are corners[ends[n - 1]] to corners[ends[n]].
struct FoamFaces {
    std::vector<std::uint32_t> ends;     ///< [faces]
    std::vector<std::uint32_t> corners;  ///< of all faces
};

// The functions below throw std::runtime_error as FoamText does, also where a list claims more elements than
// there are, before memory is taken for it.

/// Takes "N(a b c)": numbers of points, cells or faces, at most 2^31 - 1 each. -1 becomes 2^32 - 1.
[[nodiscard]] std::vector<std::uint32_t> take_labels(FoamText& text, const FoamFormat& format);

/// Takes faces as lists of their corners ("faceList"), or as two lists ("faceCompactList").
[[nodiscard]] FoamFaces take_faces(FoamText& text, const FoamFormat& format);

/// Takes "N(...)" of scalars (width 1), or of values with `width` numbers each. most: largest N of
/// "N{value}", which takes no bytes of the file for each element.
template <class Number>
[[nodiscard]] std::vector<Number> take_numbers(FoamText& text, const FoamFormat& format, std::size_t width,
                                               std::size_t most);

}  // namespace farfield::compute
