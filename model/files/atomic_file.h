#pragma once

#include <filesystem>
#include <string_view>

/// Files that this program writes: reports, pictures, tables, recordings, caches, keys. All of them are
/// written by these functions.
namespace farfield {

/// Makes a name "NAME.RANDOM.part" in the same folder, which no other process can predict. Throws
/// std::runtime_error.
[[nodiscard]] std::filesystem::path unpredictable_name(const std::filesystem::path& name);

/// Path at which a file of this name is written: the name, or the target of a link of that name. Throws
/// std::runtime_error for a folder, a device or the like, and for a link that another user has left in a
/// folder where all may write, such as /tmp.
[[nodiscard]] std::filesystem::path written_name(const std::filesystem::path& name);

/// A file that takes its name only when it is complete. Until then it has no name, if the file system offers
/// that (Linux's O_TMPFILE), so that nothing is left however the program ends. On other file systems it is
/// written beside its name, under a new unpredictable name, and removed unless keep() was called.
class AtomicFile {
public:
    enum class Access { Everyone, Owner };  ///< mode 0666 less the umask; mode 0600

    /// Opens the file. A link is kept, and its target is written. Throws as written_name().
    explicit AtomicFile(const std::filesystem::path& name, Access access = Access::Everyone);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    [[nodiscard]] const std::filesystem::path& name() const { return name_; }
    /// Path under which this process can open the unfinished file to write it.
    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    /// Descriptor of the file, open for reading and writing during this object's life.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// Writes text at the descriptor's position. Throws std::runtime_error, "cannot write ...".
    void write(std::string_view text);
    /// Gives the complete file its name. With Access::Everyone it takes the permissions of a file that it
    /// replaces. Throws std::runtime_error when it cannot have its name.
    void keep();

private:
    void open_beside(unsigned mode);

    std::filesystem::path name_;
    std::filesystem::path beside_;  ///< temporary name, until keep(); empty: none
    int descriptor_ = -1;
    std::filesystem::path part_;
    bool keeps_mode_ = true;  ///< true: takes the permissions of a replaced file
};

/// Writes a whole file as AtomicFile does, and waits for the disk.
void write_atomically(const std::filesystem::path& name, std::string_view text,
                      AtomicFile::Access access = AtomicFile::Access::Everyone);

}  // namespace farfield
