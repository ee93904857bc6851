#include "compute_node/readers/common/opened_paths.h"

#include "compute_node/support/redact_paths.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace farfield::compute {

namespace fs = std::filesystem;

namespace {

/// True for settings such as "/tmp/.aws/credentials": libraries look for them on their own, and need none.
bool is_setting(const fs::path& path)
{
    return std::any_of(path.begin(), path.end(), [](const fs::path& part) {
        return part.native().starts_with('.') && part != "." && part != "..";
    });
}

}  // namespace

struct OpenedPaths::Rules {
    std::vector<fs::path> folders;  ///< canonical
    std::mutex mutex;
    std::vector<Refused> refused;
    std::vector<std::pair<dev_t, ino_t>> own;  ///< files in memory

    /// True for a file in memory that this process made; it has no name in the file system.
    [[nodiscard]] bool is_own(const struct stat& status)
    {
        const std::lock_guard lock{mutex};
        return status.st_nlink == 0 &&
               std::ranges::find(own, std::pair{status.st_dev, status.st_ino}) != own.end();
    }
    enum class Verdict { Allowed, Elsewhere, NoFile };
    /// Judges the opened file, not its name: a link may have changed in between.
    [[nodiscard]] Verdict judge(int descriptor)
    {
        struct stat status {};
        if (fstat(descriptor, &status) != 0) return Verdict::Elsewhere;
        if (is_own(status)) return Verdict::Allowed;
        std::error_code error;
        const fs::path opened = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
        if (error || std::none_of(folders.begin(), folders.end(),
                                  [&](const fs::path& folder) { return is_below(opened, folder); }))
            return Verdict::Elsewhere;
        return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ? Verdict::Allowed : Verdict::NoFile;
    }
    /// True when a name leads below the allowed folders; its end need not exist.
    [[nodiscard]] bool leads_below(int folder, const fs::path& path) const
    {
        std::error_code error;
        fs::path base;
        if (path.is_relative())
            base = folder == AT_FDCWD ? fs::current_path(error)
                                      : fs::read_symlink("/proc/self/fd/" + std::to_string(folder), error);
        const fs::path found = error ? fs::path{} : fs::weakly_canonical(base / path, error);
        return !error && std::any_of(folders.begin(), folders.end(),
                                     [&](const fs::path& allowed) { return is_below(found, allowed); });
    }
    void note(const char* path, bool is_elsewhere)
    {
        constexpr std::size_t enough = 16;
        const std::lock_guard lock{mutex};
        if (refused.size() < enough) refused.push_back({path, is_elsewhere});
    }
};

OpenedPaths& OpenedPaths::of_process()
{
    static OpenedPaths paths;
    return paths;
}

void OpenedPaths::allow_only(const std::vector<fs::path>& folders)
{
    auto rules = std::make_unique<Rules>();
    for (const fs::path& folder : folders) rules->folders.push_back(fs::canonical(folder));
    rules_ = rules.release();
}

int OpenedPaths::open(int folder, const char* path, int flags)
{
    const bool only_reads = (flags & O_ACCMODE) == O_RDONLY && (flags & (O_CREAT | O_TRUNC)) == 0;
    const auto opened =
        only_reads ? static_cast<int>(syscall(SYS_openat, folder, path, flags | O_NONBLOCK)) : -1;
    if (const int error = errno;
        opened < 0 && only_reads && error != EACCES && rules_->leads_below(folder, path)) {
        errno = error;
        return -1;
    }
    const Rules::Verdict verdict = opened >= 0 ? rules_->judge(opened) : Rules::Verdict::Elsewhere;
    if (verdict == Rules::Verdict::Allowed) {
        if ((flags & O_NONBLOCK) == 0) fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK);
        return opened;
    }
    if (opened >= 0) ::close(opened);
    if (is_setting(path)) {
        errno = ENOENT;
        return -1;
    }
    rules_->note(path, verdict == Rules::Verdict::Elsewhere);
    errno = EACCES;
    return -1;
}

void OpenedPaths::allow_own(int descriptor)
{
    struct stat status {};
    if (rules_ == nullptr || fstat(descriptor, &status) != 0) return;
    const std::lock_guard lock{rules_->mutex};
    rules_->own.emplace_back(status.st_dev, status.st_ino);
}

bool OpenedPaths::refuses(const fs::path& path)
{
    if (rules_ == nullptr || rules_->leads_below(AT_FDCWD, path)) return false;
    rules_->note(path.c_str(), true);
    return true;
}

std::vector<OpenedPaths::Refused> OpenedPaths::take_refused()
{
    if (rules_ == nullptr) return {};
    const std::lock_guard lock{rules_->mutex};
    return std::exchange(rules_->refused, {});
}

}  // namespace farfield::compute
