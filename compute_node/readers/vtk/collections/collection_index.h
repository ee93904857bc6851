#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// A box of points of a lattice, by their first and last indices along x, y and z.
using LatticeExtent = std::array<int, 6>;

/// Number of points in a box; 2^63 where there are more.
[[nodiscard]] std::uint64_t points_in(const LatticeExtent& extent);

/// A file that an index names.
struct CollectionPiece {
    std::string file;                                    ///< path as in the index, relative to the index
    std::string block;                                   ///< name of its block, if any: "boundary/inlet"
    std::optional<LatticeExtent> extent = std::nullopt;  ///< box of a piece of a lattice
};

struct CollectionStep {
    double seconds = 0.0;
    std::vector<CollectionPiece> pieces;
};

/// The contents of a file without values that names other files with values.
struct CollectionIndex {
    enum class Kind {
        Series,  ///< .pvd and .series: files by time
        Blocks,  ///< .vtm, .vtmb and .vtpc: parts of one dataset
        Pieces,  ///< .pvtu, .pvtp, .vtpd and .pvtk: parts of one mesh
        Lattice  ///< .pvti, .pvtr and .pvts: boxes of one lattice
    };
    Kind kind = Kind::Series;
    std::vector<CollectionStep> steps;  ///< times ascend; a single step, except for Series
    LatticeExtent extent{};             ///< box of a whole Lattice
};

/// True when a file's ending is that of an index.
[[nodiscard]] bool is_collection(const std::filesystem::path& file);

/// Parses the text of an index. file: its name, for its ending and for errors. Throws std::runtime_error: one
/// line with the file, the expected and the found.
[[nodiscard]] CollectionIndex collection_index(const std::filesystem::path& file, std::string_view text);

/// Reads an index. Throws as collection_index(), and where the file is too large for an index.
[[nodiscard]] CollectionIndex read_collection_index(const std::filesystem::path& file);

/// The path of a piece. Throws std::runtime_error with its name when it is missing, or outside of the folders
/// that this process may read (opened_paths.h) or, if that may read all, of the index's folder.
[[nodiscard]] std::filesystem::path piece_path(const std::filesystem::path& index, const std::string& piece);

}  // namespace farfield::compute
