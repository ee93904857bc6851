#pragma once

#include <filesystem>

namespace farfield {

/// A file that takes its name only when it is complete. Until then it has none, where the file system can do
/// that (Linux's O_TMPFILE): however the program ends, nothing is left. Elsewhere it is written beside its
/// name and removed unless keep() was called.
class AtomicFile {
public:
    /// A link stays one: what it leads to is written. Throws std::runtime_error when that is a folder, a
    /// device or the like.
    explicit AtomicFile(const std::filesystem::path& name);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    [[nodiscard]] const std::filesystem::path& name() const { return name_; }
    /// Where to write: to be opened by this process.
    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    /// Once it is written and closed. It keeps the permissions of a file that was there. Throws
    /// std::runtime_error when it cannot have its name.
    void keep();

private:
    std::filesystem::path name_;
    std::filesystem::path beside_;  ///< a name that is free
    int unnamed_;                   ///< file descriptor, owned; -1 where there is none
    std::filesystem::path part_;
};

}  // namespace farfield
