#pragma once

#include "compute_node/support/formats/format.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace farfield {

/// A text without the blanks and line ends before it.
[[nodiscard]] std::string_view without_space(std::string_view text);

/// Whole numbers at the beginning of a text, as many as there are up to a limit.
[[nodiscard]] std::vector<std::uint64_t> leading_counts(std::string_view text, std::size_t most);

/// True where the text begins with a tag that has a word, "<xdmf" or "<vtkfile", or has one further on.
[[nodiscard]] bool is_xml_of(const FileBegin& begin, std::string_view tag);

/// True for Tecplot's text: it begins with a word and, but for a zone, what that is; comments may come first.
[[nodiscard]] bool is_tecplot_text(const FileBegin& begin);

/// True for PLOT3D's text: the number of blocks alone on the first line, then their sizes; no table is so.
[[nodiscard]] bool is_plot3d_text(const FileBegin& begin);

}  // namespace farfield
