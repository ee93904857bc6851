#include "compute_node/terrain/cache/terrain_cache.h"

#include "compute_node/support/file_fingerprint.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// Removes files of blocks from the folder of one that is to be written, or has been, until all together keep
/// to a limit: first those that were used longest ago, never that one. A removed file that is mapped remains
/// until the mapping ends. Other files in the folder do not count. Returns how many it removed. bytes: of the
/// new file. max_bytes: 0: half of the disk. Throws std::runtime_error when the file alone has more; then
/// nothing is removed.
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

/// Notes in a file's time of access that its blocks are used now. Has no effect where that is impossible.
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

namespace fs = std::filesystem;

std::uint64_t quarter_of_memory()
{
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 4;
}

/// Number of the rules that heights are read by: caches made by earlier ones are built anew.
constexpr int reading_rules = 2;

/// The identity of a terrain, without the times of its files and the spelling of their names.
std::string identity(const TerrainInfo& info)
{
    std::string text = fmt::format("{} {} {} {} {} {} {} {} {}", info.format, info.columns, info.rows,
                                   info.frame.origin.x, info.frame.origin.y, info.frame.spacing.x,
                                   info.frame.spacing.y, info.unit, info.metres_per_unit);
    if (info.nodata) text += fmt::format(" nodata {}", *info.nodata);
    if (info.files.empty()) text += '\n' + info.name;
    for (const fs::path& file : info.files) text += '\n' + fs::weakly_canonical(file).string();
    return text;
}

std::uint64_t hash_of(const std::string& text)
{
    return XXH3_64bits(text.data(), text.size());
}

}  // namespace

std::uint64_t memory_of_a_terrain(const CacheSettings& settings)
{
    return settings.max_terrain_bytes > 0 ? settings.max_terrain_bytes : quarter_of_memory();
}

fs::path cache_folder(const CacheSettings& settings)
{
    if (!settings.folder.empty()) return settings.folder;
    for (const auto& [variable, below] : {std::pair{"XDG_CACHE_HOME", ""}, {"HOME", ".cache"}})
        if (const char* base = std::getenv(variable); base != nullptr && *base == '/')
            return fs::path{base} / below / "farfield";
    throw std::runtime_error(
        "there is no folder for the caches of large terrains: expected one with --cache");
}

CachedBlocks cached_blocks(HeightSource& source, const std::string& made_with, const CacheSettings& settings,
                           const BuildWatch& watch)
{
    const std::uint64_t most = memory_of_a_terrain(settings);
    const TerrainInfo& info = source.info();
    if (!settings.always && layout_of(info.columns, info.rows).bytes <= most) {
        HeightBlocks blocks = build_blocks(source, watch);
        return {std::move(blocks), info.notes, std::nullopt, nullptr};
    }
    const fs::path folder = cache_folder(settings);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw std::runtime_error(
            fmt::format("cannot make the cache folder '{}': {}", folder.string(), error.message()));
    const std::string what = identity(info) + made_with;
    const BlockFileName name{
        .file = folder / fmt::format("{:016x}.ffblocks", hash_of(what)),
        .key = hash_of(fmt::format("{}{}\nrules {}", what, fingerprint_of(info.files), reading_rules)),
        .resident_bytes = most};
    std::vector<std::string> said;
    const auto open = [&] {
        BlockFile file = open_block_file(name);
        note_use(name.file);
        file.notes.insert(file.notes.end(), said.begin(), said.end());
        return CachedBlocks{std::move(file.blocks), std::move(file.notes), name, std::move(file.mapping)};
    };
    try {
        if (fs::exists(name.file)) return open();
    } catch (const UnusableBlockFile& unusable) {
        said.push_back(
            fmt::format("its cache '{}' {}: it was built anew", name.file.string(), unusable.what()));
    }
    const auto make_room = [&] {
        return make_room_in_cache(name.file, block_file_bytes(info.columns, info.rows),
                                  settings.max_cache_bytes);
    };
    int removed = make_room();
    write_block_file(name.file, name.key, source, most, watch);
    removed += make_room();  // other files may have been built meanwhile
    if (removed > 0)
        said.push_back(fmt::format("to make room for its cache in '{}', {} that were used longest ago were "
                                   "removed",
                                   folder.string(), removed));
    return open();
}

}  // namespace farfield::terrain
