#include "compute_node/terrain/cache/cache_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

struct Cache {
    fs::path file;
    std::uint64_t bytes = 0;
    timespec used{};
};

bool was_used_before(const Cache& a, const Cache& b)
{
    return std::tie(a.used.tv_sec, a.used.tv_nsec) < std::tie(b.used.tv_sec, b.used.tv_nsec);
}

/// The caches in the folder of a file, without that file, those used longest ago first.
std::vector<Cache> caches_beside(const fs::path& file)
{
    std::vector<Cache> caches;
    std::error_code error;
    fs::directory_iterator it{file.parent_path(), error}, end;
    for (; !error && it != end; it.increment(error)) {
        struct stat status {};
        if (it->path().extension() != file.extension() || it->path().filename() == file.filename() ||
            lstat(it->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        caches.push_back({it->path(), static_cast<std::uint64_t>(status.st_size), status.st_atim});
    }
    std::ranges::sort(caches, was_used_before);
    return caches;
}

std::uint64_t half_of_disk(const fs::path& folder)
{
    std::error_code none;
    const fs::space_info disk = fs::space(folder, none);
    return none ? std::numeric_limits<std::uint64_t>::max() : disk.capacity / 2;
}

}  // namespace

int make_room_in_cache(const fs::path& file, std::uint64_t bytes, std::uint64_t max_bytes)
{
    const std::uint64_t most = max_bytes > 0 ? max_bytes : half_of_disk(file.parent_path());
    if (bytes > most)
        throw std::runtime_error(
            fmt::format("cannot keep a cache of {} bytes in '{}': expected at most {} in all, {}", bytes,
                        file.parent_path().string(), most,
                        max_bytes > 0 ? "by --max-cache-bytes"
                                      : "half of its disk; --max-cache-bytes sets another limit"));
    const std::vector<Cache> caches = caches_beside(file);
    std::uint64_t sum = bytes;
    for (const Cache& cache : caches) sum += cache.bytes;
    int removed = 0;
    for (auto cache = caches.begin(); sum > most && cache != caches.end(); ++cache) {
        std::error_code none;
        if (!fs::remove(cache->file, none)) continue;
        sum -= cache->bytes;
        ++removed;
    }
    return removed;
}

void note_use(const fs::path& file)
{
    using namespace std::chrono;
    const auto now = system_clock::now().time_since_epoch();
    const auto whole = duration_cast<seconds>(now);
    // The clock that times of change are set by, not the kernel's coarser one; the time of change stays.
    const std::array<timespec, 2> times{
        timespec{whole.count(), static_cast<long>(duration_cast<nanoseconds>(now - whole).count())},
        timespec{0, UTIME_OMIT}};
    (void)utimensat(AT_FDCWD, file.c_str(), times.data(), 0);
}

}  // namespace farfield::terrain
