#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

enum class Plot3dFile { Grid, Solution, Overflow, Function };

/// The layout of a PLOT3D file, found by its first numbers and its size.
struct Plot3dLayout {
    Plot3dFile kind = Plot3dFile::Grid;
    std::vector<glm::uvec3> blocks;  ///< nodes along each axis; z is 1 in a plane
    bool text = false;
    bool big_endian = false;
    bool record_marks = false;    ///< Fortran unformatted
    bool several_blocks = false;  ///< the file begins with the number of blocks
    bool double_precision = false;
    bool blanking = false;         ///< IBLANK after the coordinates
    bool planar = false;           ///< two indices and two coordinates
    std::uint32_t components = 0;  ///< numbers at a node, of the first block of a solution or function
    std::vector<std::uint32_t> functions;  ///< number of functions in each block of a function file
    std::uint32_t species = 0;             ///< OVERFLOW's NQC
    std::uint64_t expected = 0;            ///< bytes, or numbers of a text, that the layout needs
    bool complete = false;                 ///< true: the file has as many, or is padded to whole records

    /// Count of numbers at each node of a block.
    [[nodiscard]] std::uint32_t at_node(std::size_t block) const;
    /// Count of reals before the numbers at the nodes of a block.
    [[nodiscard]] std::uint32_t conditions() const;
};

/// Finds the layout that explains the file's size best, or else the one that would need the fewest bytes
/// more. Of several that explain it equally well, takes the one with a first block of coordinates where
/// coordinates belong and small whole numbers where IBLANK belongs ("1 NI NJ" in a plane of binary64 has the
/// size of a 1 x NI x NJ grid with IBLANK). None when the file does not begin like PLOT3D. Source: P. G.
/// Buning et al., "PLOT3D user's manual", NASA TM-101067, 1990, and for OVERFLOW's solutions its user's
/// guide. text: the numbers of a text file. blocks: of the grid that goes with the file, preferred to all
/// others; or empty.
[[nodiscard]] std::optional<Plot3dLayout> find_plot3d_layout(const std::filesystem::path& file,
                                                             Plot3dFile kind, const std::vector<double>& text,
                                                             const std::vector<glm::uvec3>& blocks);

/// The numbers of a file of text, "3*0.5" as three; empty where its beginning has a byte that no number has.
[[nodiscard]] std::vector<double> plot3d_text(const std::filesystem::path& file);

}  // namespace farfield::compute
