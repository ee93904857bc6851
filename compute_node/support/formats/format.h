#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {
struct FileHeading;
struct GridData;
}  // namespace farfield::compute

namespace farfield {

/// The beginning of a file, by which its format is recognised.
struct FileBegin {
    std::filesystem::path path;
    std::string name;   ///< without folders, in lower case
    std::string bytes;  ///< first 4 KiB, or 64 KiB of what has long names or comments, in lower case

    [[nodiscard]] bool has(std::string_view word) const { return bytes.find(word) != std::string::npos; }
    [[nodiscard]] bool is_hdf5() const { return bytes.starts_with("\x89hdf"); }
};

/// The part of a dataset's files that is read, and the size up to which it is.
struct ReadChoice {
    std::uint64_t max_nodes = 0;
    std::size_t time_step = 0;
    std::optional<std::string> only_scalar;  ///< as for read_netcdf(); most formats are read with all
    std::string velocity;                    ///< "": velocity_choice.h chooses
    std::vector<std::string> blocks;         ///< as choose_blocks() takes them
};

/// Files of a format that make one dataset.
enum class Grouping {
    File,    ///< one, with those that it names
    Pair,    ///< a grid and its solution, GRID+SOLUTION
    Slices,  ///< one, several with a component each, or a series in time
    Folder   ///< all below a folder, or below that of a file which stands for it
};

/// The place of a format's times.
enum class TimesAt {
    Head,       ///< at the beginning of a file, or where that points
    None,       ///< a file has one step, whatever it holds
    Throughout  ///< in heads all over a file: one before each message or zone
};

/// A format of files: its recognition and, where it is read, its reading. The rows are in
/// compute_node/readers/formats.cpp and refused_formats.cpp; a format that comes is a row.
struct Format {
    using Words = std::vector<std::string_view>;
    using Paths = std::vector<std::filesystem::path>;

    std::string_view name = {};  ///< "Tecplot", as users see it; empty for a format that is not read
    std::string_view kind = {};  ///< a file of it, for a sentence: "a Tecplot file of a flow"

    // Recognition by the first bytes, in this order; words and bytes in lower case. a&b: both.
    Words netcdf_words = {};  ///< of files in NetCDF or HDF5 that are known by a name in them
    Words beginnings = {};    ///< first bytes
    bool (*recognise)(const FileBegin& begin) = nullptr;
    Words hdf5_words = {};  ///< near the beginning of files in HDF5, where their first names are
    Words names = {};       ///< ends of names, where the bytes tell nothing

    // Recognition by name, as a list of many files needs it.
    Words endings = {};  ///< ends of names of files that are read as this format: ".tec"
    /// Endings that other files have, too; files so named are of this format where they are recognised. "":
    /// none.
    Words shared = {};
    /// True for a file of this format by its name, or by what lies in it or beside it.
    bool (*owns)(const std::filesystem::path& file) = nullptr;
    Words numbered = {};  ///< endings of files that are numbered by time steps, and name no times

    bool may_hold_heights = false;      ///< true where such a file may be a raster of heights, too
    bool has_names_of_rasters = false;  ///< true where rasters of heights have the same endings
    bool holds_no_flow = false;         ///< true where such a file never holds a flow, under any name
    bool may_be_of_a_folder = false;    ///< true where such a file may be one of a case that is read whole
    bool is_container = false;          ///< true for arrays of no known meaning
    std::string_view way = {};  ///< of a format that is not read: what makes a file of it that is read

    // Reading; of formats that are read alone.
    std::string_view shown = {};     ///< in lists of formats: "VTK (.vti .vtr ...)"; empty: the name
    std::string_view misnamed = {};  ///< the endings by which its reader tells its files apart; empty: none
    bool is_by_content = false;      ///< true where a recognised file is read under any name
    Grouping grouping = Grouping::File;
    TimesAt times_at = TimesAt::Head;
    std::size_t most_files = 1;     ///< that are named together: components, meshes, positions, masks
    bool has_blocks = false;        ///< true where some blocks, parts or zones can be read without the others
    bool chooses_velocity = false;  ///< true where the reader itself finds the vector that is traced
    Paths (*companions)(const std::filesystem::path& file) = nullptr;  ///< files that are read with one
    Paths (*pieces)(const std::filesystem::path& file) = nullptr;      ///< those of all steps, there or not
    /// Bytes of memory that reading a file takes; none: as other files of its size (datasets/memory_need.h).
    std::optional<std::uint64_t> (*memory)(const std::filesystem::path& file) = nullptr;
    compute::FileHeading (*heading)(const Paths& files, const std::string& velocity) = nullptr;
    compute::GridData (*read)(const Paths& files, const ReadChoice& choice) = nullptr;

    [[nodiscard]] bool is_known() const { return !kind.empty(); }
    [[nodiscard]] bool is_read() const { return !name.empty(); }
    [[nodiscard]] bool comes_in_slices() const { return grouping == Grouping::Slices; }
};

/// The format of files of no format: neither read nor known.
[[nodiscard]] const Format& no_format();

/// All formats, those that are read first: of two that recognise a file, the first counts. Defined beside the
/// readers, which it names.
[[nodiscard]] std::span<const Format> all_formats();

}  // namespace farfield
