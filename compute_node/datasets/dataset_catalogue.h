#pragma once

#include "compute_node/datasets/catalogue_entry.h"
#include "compute_node/datasets/time_series.h"
#include "model/data/block_names.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

struct CatalogueLimits {
    int max_depth = 8;                 ///< folders below a data folder
    std::size_t max_entries = 20'000;  ///< directory entries looked at, over all data folders
};

/// The datasets a node offers: built-in fields, and readable files below its data folders. Names from a
/// client never lead out of these folders, symbolic links resolved.
class DatasetCatalogue {
public:
    /// Throws std::runtime_error when a data folder does not exist or is no folder. reader: opens the files.
    explicit DatasetCatalogue(const std::vector<std::filesystem::path>& data_folders,
                              CatalogueLimits limits = {},
                              std::shared_ptr<const FieldReader> reader = reader_in_this_process());

    /// Lists built-ins, then files sorted by name; told by ending and, for PLOT3D pairs, by name. Files that
    /// are a series, or two components, by their names are one dataset too (catalogue_groups.h). Scans the
    /// folders anew. complete: or null; set to false where the limits left entries out, or a folder could not
    /// be read to its end.
    [[nodiscard]] std::vector<CatalogueEntry> list(bool* complete = nullptr) const;

    /// The files of a dataset, whatever blocks its name has; of a series, by name. Throws std::runtime_error
    /// with the name when that is absolute, leads outside the data folders or does not exist.
    [[nodiscard]] std::vector<std::filesystem::path> resolve(std::string_view name) const;

    /// An upper estimate of the memory that opening a dataset takes, in bytes; of a series, for its first
    /// slice. Throws as resolve() does, and when the times of a NetCDF file cannot be read.
    [[nodiscard]] std::uint64_t memory_needed(std::string_view name, const std::string& velocity = {}) const;

    /// The files of a dataset, which may also be read in parts, and the blocks at the end of its name
    /// (model/data/block_names.h). Throws as resolve() does.
    [[nodiscard]] DatasetFiles files(std::string_view name, const std::string& velocity = {}) const;

    /// Opens a built-in, a file or a series by its name. Data that do not change with time are a series too.
    /// velocity: the vector to trace, by name; "": as velocity_choice.h chooses. cancel: as series_of() takes
    /// it.
    [[nodiscard]] TimeSeries open(std::string_view name, const std::string& velocity = {},
                                  const std::stop_token& cancel = {}) const;

    /// The reader of the catalogue's files; never null.
    [[nodiscard]] const std::shared_ptr<const FieldReader>& reader() const { return reader_; }

private:
    [[nodiscard]] model::NamedBlocks taken_apart(std::string_view name) const;
    [[nodiscard]] bool has_file(std::string_view name) const;
    [[nodiscard]] std::filesystem::path find(std::string_view name, const std::string& part) const;
    [[nodiscard]] std::string others_than(const std::string& name) const;
    [[nodiscard]] std::vector<std::filesystem::path> find_series(std::string_view name) const;
    [[nodiscard]] std::vector<std::vector<std::filesystem::path>>
    find_slices(std::string_view name, const std::string& dataset) const;

    std::vector<std::filesystem::path> folders_;  ///< canonical
    CatalogueLimits limits_;
    std::shared_ptr<const FieldReader> reader_;
};

}  // namespace farfield::compute
