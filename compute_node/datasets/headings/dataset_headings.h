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

/// What is known of a dataset that is not opened.
struct DatasetHeading {
    std::optional<std::uint32_t> time_steps;  ///< nothing: not known
    /// Of the vector that is traced or, without one, of the first scalar, as the file has it; "": none, or
    /// not known.
    std::string units = {};
    /// False of a series by name that is no dataset: its files show other variables, or lie on another grid,
    /// than each other, or are at one time. By the first two and the last.
    bool joins = true;

    bool operator==(const DatasetHeading&) const = default;
};

/// How much a list may look into.
struct HeadingLimits {
    std::size_t max_looks = 500;                    ///< files, or files that go together, read anew
    std::chrono::milliseconds most{300};            ///< after this no further one is begun
    std::chrono::milliseconds longest_look{2'000};  ///< then a single one is given up
    std::uint64_t max_scanned_bytes = 16U << 20U;   ///< of formats with heads all over a file
    std::size_t max_remembered = 20'000;            ///< then all are forgotten
};

/// What names, folders, indices and heads of files say of a catalogue's datasets, remembered for as long as
/// the sizes and times of change of the files stay. Threads: any.
class DatasetHeadings {
public:
    /// Borrows the catalogue.
    explicit DatasetHeadings(const DatasetCatalogue& catalogue, HeadingLimits limits = {});

    /// Of each of its entries. Those for which there was no time are not known until the next call.
    [[nodiscard]] std::vector<DatasetHeading> of(const std::vector<CatalogueEntry>& entries);

    /// Of one entry without the rest; what is not known speaks for it.
    [[nodiscard]] bool joins(const CatalogueEntry& entry);

private:
    /// Of files that are one slice, or all of a dataset.
    struct Head {
        std::string fingerprint;
        std::uint32_t steps = 0;         ///< 0: it cannot be read
        double first = 0.0, last = 0.0;  ///< seconds
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
    std::map<std::string, Head> heads_;  ///< by the files' paths
};

}  // namespace farfield::compute
