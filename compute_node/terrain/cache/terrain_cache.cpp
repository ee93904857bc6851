#include "compute_node/terrain/cache/terrain_cache.h"

#include "compute_node/support/file_fingerprint.h"
#include "compute_node/terrain/cache/cache_folder.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace farfield::terrain {

namespace {

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
