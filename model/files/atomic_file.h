#pragma once

#include <filesystem>
#include <string_view>

/// Files that this program writes: reports, pictures, tables, recordings, caches, keys. They are written by
/// no other way than these.
namespace farfield {

/// A name in the folder of another one that nothing has, and that no other process can know before:
/// "NAME.RANDOM.part".
[[nodiscard]] std::filesystem::path unpredictable_name(const std::filesystem::path& name);

/// Where a file of this name is to be written: the name, or what a link of that name leads to. Throws
/// std::runtime_error when that is a folder, a device or the like, and for a link that another user has left
/// in a folder where all may write, such as /tmp.
[[nodiscard]] std::filesystem::path written_name(const std::filesystem::path& name);

/// A file that takes its name only when it is complete. Until then it has none, where the file system can do
/// that (Linux's O_TMPFILE): however the program ends, nothing is left. Elsewhere it is written beside its
/// name, as an unpredictable one that was not there, and removed unless keep() was called.
class AtomicFile {
public:
    enum class Access { Everyone, Owner };  ///< as the umask has it; mode 0600

    /// A link stays one: what it leads to is written. Throws as written_name().
    explicit AtomicFile(const std::filesystem::path& name, Access access = Access::Everyone);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    [[nodiscard]] const std::filesystem::path& name() const { return name_; }
    /// Where to write: to be opened by this process.
    [[nodiscard]] const std::filesystem::path& part() const { return part_; }
    /// The file itself, open for reading and writing as long as this lives.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    /// Writes text behind what the descriptor has written. Throws std::runtime_error, "cannot write ...".
    void write(std::string_view text);
    /// Once it is written. It keeps the permissions of a file that was there. Throws std::runtime_error when
    /// it cannot have its name.
    void keep();

private:
    void open_beside(unsigned mode);

    std::filesystem::path name_;
    std::filesystem::path beside_;  ///< until it has its name; empty: it has none
    int descriptor_ = -1;
    std::filesystem::path part_;
    bool keeps_mode_ = true;  ///< of a file that was there
};

/// Writes a whole file, as AtomicFile does.
void write_atomically(const std::filesystem::path& name, std::string_view text,
                      AtomicFile::Access access = AtomicFile::Access::Everyone);

}  // namespace farfield
