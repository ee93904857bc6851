#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// A box of points of a lattice, by their first and last numbers along x, y and z.
using LatticeExtent = std::array<int, 6>;

/// How many points it has; 2^63 where there are more.
[[nodiscard]] std::uint64_t points_in(const LatticeExtent& extent);

/// A file that an index names.
struct CollectionPiece {
    std::string file;                                    ///< as the index has it, relative to the index
    std::string block;                                   ///< "boundary/inlet": of a block that has names
    std::optional<LatticeExtent> extent = std::nullopt;  ///< of a piece of a lattice
};

struct CollectionStep {
    double seconds = 0.0;
    std::vector<CollectionPiece> pieces;
};

/// What a file says that holds no values but names those that do.
struct CollectionIndex {
    enum class Kind {
        Series,  ///< .pvd and .series: files by time
        Blocks,  ///< .vtm, .vtmb and .vtpc: parts of one thing
        Pieces,  ///< .pvtu, .pvtp, .vtpd and .pvtk: parts of one mesh
        Lattice  ///< .pvti, .pvtr and .pvts: boxes of one lattice
    };
    Kind kind = Kind::Series;
    std::vector<CollectionStep> steps;  ///< times ascend; one but of a series
    LatticeExtent extent{};             ///< of all of a Lattice
};

/// Whether a file's ending is that of an index.
[[nodiscard]] bool is_collection(const std::filesystem::path& file);

/// Understands the text of an index. file: its name, for its ending and for errors. Throws
/// std::runtime_error: one line that names the file, the expected and the found.
[[nodiscard]] CollectionIndex collection_index(const std::filesystem::path& file, std::string_view text);

/// Reads an index. Throws as above, and where it is larger than any index that is meant.
[[nodiscard]] CollectionIndex read_collection_index(const std::filesystem::path& file);

/// Where a piece lies. Throws std::runtime_error that names it when it is missing, or leads out: of the
/// folders that this process may read (opened_paths.h), or where that may read all, of the index's folder.
[[nodiscard]] std::filesystem::path piece_path(const std::filesystem::path& index, const std::string& piece);

}  // namespace farfield::compute
