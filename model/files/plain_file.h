#pragma once

#include <cstdint>
#include <ext/stdio_filebuf.h>
#include <filesystem>
#include <istream>
#include <limits>
#include <string>

/// Files that a document, a script, a command or an option names: they are read by no other way than these.
namespace farfield::model {

inline constexpr std::uint64_t any_bytes = std::numeric_limits<std::uint64_t>::max();

/// A regular file that is open for reading. To open it waits for nothing, whatever has its name: a pipe, a
/// socket, a device and a folder are refused by what they are.
class PlainFile {
public:
    /// what: "script", for errors. most_bytes: that it may have. Throws std::runtime_error, "cannot read
    /// WHAT 'FILE': REASON".
    PlainFile(std::filesystem::path file, std::string what, std::uint64_t most_bytes = any_bytes);
    ~PlainFile();
    PlainFile(PlainFile&& other) noexcept;
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }  ///< when it was opened
    /// A path to the file that is open, whatever has its name by now: for libraries that open files
    /// themselves.
    [[nodiscard]] std::filesystem::path same_file() const;
    /// All of it. Throws as the constructor, also where it has grown beyond most_bytes since.
    [[nodiscard]] std::string text() const;
    /// The descriptor, which is the caller's from now on.
    [[nodiscard]] int release() noexcept;

private:
    std::filesystem::path file_;
    std::string what_;
    std::uint64_t most_bytes_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
};

/// Such a file as a stream. Throws as PlainFile.
class PlainFileStream : public std::istream {
public:
    PlainFileStream(const std::filesystem::path& file, const std::string& what,
                    std::uint64_t most_bytes = any_bytes);

private:
    __gnu_cxx::stdio_filebuf<char> buffer_;
};

}  // namespace farfield::model
