#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// The place of one processor's part: a folder of its own, or a block of each file in a folder that several
/// processors share.
struct FoamProcessor {
    std::filesystem::path root;  ///< CASE/processor3, CASE/processors4, CASE/processors4_2-3
    std::size_t block = 0;
};

/// The ways in which a case is decomposed, each with all of its processors by number: "processor0" and so on,
/// or collated, of 4 processors "processors4", or "processors4_0-1" and "processors4_2-3". Mostly one or
/// none. Throws std::runtime_error, one line that names the case, where a processor is missing.
[[nodiscard]] std::vector<std::vector<FoamProcessor>>
foam_decompositions(const std::filesystem::path& case_folder);

/// Names of the folders in a folder, ascending; none where it may not be opened.
[[nodiscard]] std::vector<std::string> folders_in(const std::filesystem::path& folder);

}  // namespace farfield::compute
