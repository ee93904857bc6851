#pragma once

#include <cstdint>
#include <ext/stdio_filebuf.h>
#include <filesystem>
#include <istream>
#include <limits>
#include <string>

/// Files that a document, a script, a command or an option names. All of them are read by these classes.
namespace farfield::model {

/// Kind of what is at a path where that is there and no regular file: "a folder", "a pipe", "a socket", "a
/// device"; else "".
[[nodiscard]] std::string kind_other_than_file(const std::filesystem::path& path);
/// Kind of a pipe, a socket or a device at a path itself, not where a link leads; "" for all else.
[[nodiscard]] std::string kind_of_special(const std::filesystem::path& path);

inline constexpr std::uint64_t any_bytes = std::numeric_limits<std::uint64_t>::max();

/// A regular file that is open for reading. Opening never waits: a pipe, a socket, a device and a folder are
/// refused, with an error that names their kind.
class PlainFile {
public:
    /// what: noun for errors, "script". most_bytes: the largest size to accept. Throws std::runtime_error,
    /// "cannot read WHAT 'FILE': REASON".
    PlainFile(std::filesystem::path file, std::string what, std::uint64_t most_bytes = any_bytes);
    ~PlainFile();
    PlainFile(PlainFile&& other) noexcept;
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }  ///< size when it was opened
    /// Path that leads to the open file even if its name leads to another file now, for libraries that open
    /// files themselves.
    [[nodiscard]] std::filesystem::path same_file() const;
    /// Reads the whole file. Throws as the constructor, and when the file has grown beyond most_bytes.
    [[nodiscard]] std::string text() const;
    /// Gives the descriptor to the caller, which has to close it.
    [[nodiscard]] int release() noexcept;

private:
    std::filesystem::path file_;
    std::string what_;
    std::uint64_t most_bytes_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
};

/// A regular file as a stream. Throws as PlainFile.
class PlainFileStream : public std::istream {
public:
    PlainFileStream(const std::filesystem::path& file, const std::string& what,
                    std::uint64_t most_bytes = any_bytes);

private:
    __gnu_cxx::stdio_filebuf<char> buffer_;
};

}  // namespace farfield::model
