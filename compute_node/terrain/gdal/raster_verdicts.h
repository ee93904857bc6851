#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace farfield::terrain {

/// The kind of one file in a list of files.
struct RasterVerdict {
    enum class Kind {
        Heights,
        Picture,
        Other,
        Unknown  ///< the file was not looked into
    };
    Kind kind = Kind::Unknown;
    std::string why_not;  ///< for Other: the sentence with which it is refused as a terrain
};

/// Looks into files, no further than their headers, and remembers what it found for as long as their sizes
/// and times stay. Threads: any.
class RasterVerdicts {
public:
    static constexpr std::size_t max_looks = 500;          ///< files that a list looks into anew
    static constexpr std::size_t max_remembered = 20'000;  ///< files, after which all are forgotten

    /// The verdict on a file. looks: number of files that may still be looked into; counted down by each.
    /// folders: allowed ones; the file, and all files that it names, must lie below them.
    [[nodiscard]] RasterVerdict of(const std::filesystem::path& file,
                                   const std::vector<std::filesystem::path>& folders, std::size_t& looks);

private:
    struct Found {
        std::string fingerprint;
        RasterVerdict verdict;
    };
    std::mutex mutex_;
    std::map<std::filesystem::path, Found> found_;
};

}  // namespace farfield::terrain
