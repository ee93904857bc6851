#include "compute_node/readers/process/landlock.h"

#include "compute_node/readers/process/descriptor.h"
#include "compute_node/support/throw_errno.h"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

// Layout of <linux/landlock.h>, of which Debian 12 has version 2; kernels may be newer.
struct Ruleset {
    std::uint64_t files = 0;
    std::uint64_t network = 0;  ///< since version 4
    std::uint64_t scoped = 0;   ///< since version 6
};
struct __attribute__((packed)) PathRule {
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};
constexpr unsigned version_flag = 1;
constexpr int path_rule = 1;
constexpr std::uint64_t read_file = 1U << 2U, read_folder = 1U << 3U;

/// The kernel's version of Landlock; 0 where there is none.
long landlock_version()
{
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, version_flag);
    return version > 0 ? version : 0;
}

/// The rules that forbid as much as a version can.
Ruleset everything(long version)
{
    constexpr std::uint64_t of_first_version = (1U << 13U) - 1;
    Ruleset rules{of_first_version};
    if (version >= 2) rules.files |= 1U << 13U;  // linking from one folder to another
    if (version >= 3) rules.files |= 1U << 14U;  // truncating
    if (version >= 5) rules.files |= 1U << 15U;  // commands to devices
    if (version >= 4) rules.network = 3;         // binding and connecting
    if (version >= 6) rules.scoped = 3;          // abstract sockets and signals
    return rules;
}

std::size_t bytes_of_ruleset(long version)
{
    if (version >= 6) return sizeof(Ruleset);
    return version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

void allow_reading(const Descriptor& ruleset, const std::filesystem::path& path)
{
    const Descriptor folder{open(path.c_str(), O_PATH | O_CLOEXEC)};
    const PathRule rule{read_file | read_folder, folder.get()};
    if (!folder.is_open() || syscall(SYS_landlock_add_rule, ruleset.get(), path_rule, &rule, 0) != 0)
        throw_errno("cannot allow to read '" + path.string() + "'");
}

}  // namespace

bool has_landlock()
{
    return landlock_version() > 0;
}

void confine_to(const std::vector<std::filesystem::path>& folders)
{
    const long version = landlock_version();
    if (version == 0) return;
    const Ruleset rules = everything(version);
    const Descriptor ruleset{
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, bytes_of_ruleset(version), 0))};
    if (!ruleset.is_open()) throw_errno("cannot make Landlock's rules");
    for (const std::filesystem::path& folder : folders) allow_reading(ruleset, folder);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
        throw_errno("cannot be confined by Landlock");
}

}  // namespace farfield::compute
