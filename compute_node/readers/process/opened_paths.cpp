#include "compute_node/readers/process/opened_paths.h"

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

struct OpenedPaths::Rules {
    std::vector<fs::path> folders;  ///< canonical
    std::mutex mutex;
    std::vector<std::string> refused;

    /// Of what was opened, not of its name: a link may have changed in between.
    [[nodiscard]] bool allow(int descriptor, int flags) const
    {
        if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0) return false;
        std::error_code error;
        const fs::path opened = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
        return !error && std::any_of(folders.begin(), folders.end(),
                                     [&](const fs::path& folder) { return is_below(opened, folder); });
    }
    void note(const char* path)
    {
        constexpr std::size_t enough = 16;
        const std::lock_guard lock{mutex};
        if (refused.size() < enough) refused.emplace_back(path);
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

int OpenedPaths::checked(int descriptor, const char* path, int flags)
{
    if (rules_ == nullptr) return descriptor;
    const int error = errno;
    if (descriptor < 0 && error == EACCES) rules_->note(path);
    if (descriptor < 0 || rules_->allow(descriptor, flags)) {
        errno = error;
        return descriptor;
    }
    ::close(descriptor);
    rules_->note(path);
    errno = EACCES;
    return -1;
}

std::vector<std::string> OpenedPaths::take_refused()
{
    if (rules_ == nullptr) return {};
    const std::lock_guard lock{rules_->mutex};
    return std::exchange(rules_->refused, {});
}

}  // namespace farfield::compute
