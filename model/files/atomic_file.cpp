#include "model/files/atomic_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace farfield {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_write(const fs::path& name, const std::string& why)
{
    throw std::runtime_error("cannot write '" + name.string() + "': " + why);
}

[[noreturn]] void refuse_to_write(const fs::path& name, int error)
{
    refuse_to_write(name, std::generic_category().message(error));
}

fs::path folder_of(const fs::path& name)
{
    return name.has_parent_path() ? name.parent_path() : fs::path{"."};
}

/// Applies the system's rule fs.protected_symlinks here, as this program resolves the links itself.
bool is_planted_link(const fs::path& name)
{
    struct stat link {
    }, folder{};
    if (::lstat(name.c_str(), &link) != 0 || !S_ISLNK(link.st_mode)) return false;
    if (::stat(folder_of(name).c_str(), &folder) != 0) return true;
    const bool is_open_to_all = (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
    return is_open_to_all && link.st_uid != ::geteuid() && link.st_uid != folder.st_uid;
}

fs::path path_of(int descriptor)
{
    return "/proc/self/fd/" + std::to_string(descriptor);
}

/// Opens a file without a name in the folder of `name`; -1 when the system cannot.
int open_unnamed(const fs::path& name, unsigned mode)
{
    const int descriptor = ::open(folder_of(name).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    std::error_code ignored;
    if (descriptor < 0 || fs::exists(path_of(descriptor), ignored)) return descriptor;
    ::close(descriptor);
    return -1;
}

}  // namespace

fs::path unpredictable_name(const fs::path& name)
{
    constexpr const char* digits = "0123456789abcdef";
    std::array<unsigned char, 8> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        refuse_to_write(name, errno);
    std::string text = name.string() + ".";
    for (const unsigned char byte : random) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text + ".part";
}

fs::path written_name(const fs::path& name)
{
    if (is_planted_link(name))
        refuse_to_write(name, "it is a link that another user has left in a folder where all may write");
    std::error_code error;
    if (!fs::exists(name, error)) return name;
    if (!fs::is_regular_file(name, error)) refuse_to_write(name, "it is there and no regular file");
    const fs::path found = fs::canonical(name, error);
    if (error) refuse_to_write(name, error.message());
    return found;
}

AtomicFile::AtomicFile(const fs::path& name, Access access)
    : name_{written_name(name)}, keeps_mode_{access == Access::Everyone}
{
    const unsigned mode = access == Access::Owner ? S_IRUSR | S_IWUSR : 0666U;
    descriptor_ = open_unnamed(name_, mode);
    if (descriptor_ < 0) open_beside(mode);
    std::error_code ignored;
    part_ = path_of(descriptor_);
    if (!fs::exists(part_, ignored)) part_ = beside_;
}

void AtomicFile::open_beside(unsigned mode)
{
    beside_ = unpredictable_name(name_);
    descriptor_ = ::open(beside_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                         static_cast<mode_t>(mode));
    if (descriptor_ < 0) refuse_to_write(name_, errno);
}

AtomicFile::~AtomicFile()
{
    ::close(descriptor_);
    if (!beside_.empty()) ::unlink(beside_.c_str());
}

void AtomicFile::write(std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) refuse_to_write(name_, written < 0 ? errno : EIO);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void AtomicFile::keep()
{
    struct stat earlier {};
    if (keeps_mode_ && ::lstat(name_.c_str(), &earlier) == 0 && S_ISREG(earlier.st_mode))
        (void)::fchmod(descriptor_, earlier.st_mode & 07777U);
    if (beside_.empty()) {
        const fs::path named = unpredictable_name(name_);
        if (::linkat(AT_FDCWD, part_.c_str(), AT_FDCWD, named.c_str(), AT_SYMLINK_FOLLOW) != 0)
            refuse_to_write(name_, errno);
        beside_ = named;
    }
    if (::rename(beside_.c_str(), name_.c_str()) != 0) refuse_to_write(name_, errno);
    beside_.clear();
}

void write_atomically(const fs::path& name, std::string_view text, AtomicFile::Access access)
{
    AtomicFile file{name, access};
    file.write(text);
    if (::fsync(file.descriptor()) != 0 && errno != EINVAL) refuse_to_write(name, errno);
    file.keep();
}

}  // namespace farfield
