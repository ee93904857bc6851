#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace farfield::compute {

enum class Plot3dFile { Grid, Solution };

/// How a binary PLOT3D file is laid out, worked out from its first numbers and its size.
struct Plot3dLayout {
    std::vector<glm::uvec3> blocks;
    bool big_endian = false;
    bool record_marks = false;    ///< Fortran unformatted
    bool several_blocks = false;  ///< the file begins with their number
    bool double_precision = false;
    bool blanking = false;  ///< IBLANK after the coordinates
    std::uint64_t expected_bytes = 0;
    bool complete = false;  ///< the file is as long as it should be, or padded to whole records
};

/// The layout that explains the file's size best, or else the one that would need the fewest bytes more;
/// nothing when the file does not begin like binary PLOT3D.
[[nodiscard]] std::optional<Plot3dLayout> find_plot3d_layout(const std::filesystem::path& file,
                                                             Plot3dFile kind);

}  // namespace farfield::compute
