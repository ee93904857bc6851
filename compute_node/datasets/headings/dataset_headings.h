#pragma once

#include "compute_node/datasets/dataset_catalogue.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The properties of a dataset that are known without opening it.
struct DatasetHeading {
    std::optional<std::uint32_t> time_steps;  ///< empty: not known
    /// Unit of the vector that is traced or, without one, of the first scalar, as in the file; "": none, or
    /// not known.
    std::string units = {};
    /// False for a series by name that is no dataset: its files show other variables, or lie on another grid,
    /// than each other, or are at one time. Told by the first two files and the last.
    bool joins = true;

    bool operator==(const DatasetHeading&) const = default;
};

/// Limits to the files that one list may look into.
struct HeadingLimits {
    std::size_t max_looks = 500;                    ///< files, or files that go together, read anew
    std::chrono::milliseconds most{300};            ///< time after which no further file is begun
    std::chrono::milliseconds longest_look{2'000};  ///< time after which a single file is given up
    std::uint64_t max_scanned_bytes = 16U << 20U;   ///< size limit for formats with heads all over a file
    std::size_t max_remembered = 20'000;            ///< heads kept; when there are more, all are forgotten
};

/// Headings of a catalogue's datasets, from names, folders, indices and heads of files, remembered as long as
/// the sizes and modification times of the files stay. Threads: any.
class DatasetHeadings {
public:
    /// Borrows the catalogue.
    explicit DatasetHeadings(const DatasetCatalogue& catalogue, HeadingLimits limits = {});

    /// The heading of each entry. Those for which there was no time stay unknown until the next call.
    [[nodiscard]] std::vector<DatasetHeading> of(const std::vector<CatalogueEntry>& entries);

    /// DatasetHeading::joins of one entry, without the rest; true where it is not known.
    [[nodiscard]] bool joins(const CatalogueEntry& entry);

private:
    /// The head of files that are one slice, or all of a dataset.
    struct Head {
        std::string fingerprint;
        std::uint32_t steps = 0;         ///< 0: the files cannot be read
        double first = 0.0, last = 0.0;  ///< times of the first and the last step, in seconds
        std::string units, shape;
    };
    class Looks;

    [[nodiscard]] DatasetHeading of_one(const CatalogueEntry& entry, Looks& looks);
    [[nodiscard]] DatasetHeading of_series(const std::vector<std::vector<std::filesystem::path>>& slices,
                                           Looks& looks);
    [[nodiscard]] bool join(const std::vector<std::vector<std::filesystem::path>>& slices, Looks& looks);
    [[nodiscard]] std::optional<Head> head_of(const std::vector<std::filesystem::path>& files, Looks& looks);
    [[nodiscard]] std::optional<Head> remembered(const std::string& key, const std::string& fingerprint);

    const DatasetCatalogue& catalogue_;
    const HeadingLimits limits_;
    std::mutex mutex_;
    std::map<std::string, Head> heads_;  ///< the key is the paths of the files
};

}  // namespace farfield::compute
