#include "compute_node/terrain/cache/terrain_cache.h"

#include "compute_node/terrain/terrain.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/compute_node/terrain/posts.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;
using farfield::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

Terrain load(const std::string& name, const TemporaryFolder& folder, const HeightOptions& options = {})
{
    return load_terrain({name}, options, {}, {.folder = folder.path() / "cache", .always = true});
}

fs::path only_file_in(const fs::path& folder)
{
    std::vector<fs::path> files{fs::directory_iterator{folder}, fs::directory_iterator{}};
    REQUIRE(files.size() == 1);
    return files.front();
}

bool are_equal(const HeightBlocks& a, const HeightBlocks& b)
{
    return a.blocks.size() == b.blocks.size() &&
           std::memcmp(a.blocks.data(), b.blocks.data(), a.blocks.size() * sizeof(HeightBlock)) == 0 &&
           std::equal(a.slots.begin(), a.slots.end(), b.slots.begin(), b.slots.end()) &&
           std::ranges::equal(a.maxima, b.maxima,
                              [](const auto& x, const auto& y) {
                                  return std::equal(x.begin(), x.end(), y.begin(), y.end());
                              }) &&
           a.lowest == b.lowest && a.highest == b.highest && a.voids == b.voids;
}

bool was_rebuilt(const Terrain& terrain, const std::string& why)
{
    return has_note(terrain.info, why + ": it was built anew");
}

/// Writes over some bytes of a file.
void damage(const fs::path& file, std::uint64_t offset)
{
    std::fstream stream{file, std::ios::binary | std::ios::in | std::ios::out};
    stream.seekp(static_cast<std::streamoff>(offset));
    stream.write("damaged!", 8);
}

}  // namespace

TEST_CASE("cached_blocks: what is mapped is what would be built in memory", "[terrain]")
{
    const TemporaryFolder folder;
    const Terrain in_memory = load_terrain({"fractal:300"});
    CHECK(are_equal(load("fractal:300", folder).blocks, in_memory.blocks));
    const Terrain again = load("fractal:300", folder);
    CHECK(are_equal(again.blocks, in_memory.blocks));
    CHECK_FALSE(has_note(again.info, "built anew"));
    CHECK(fs::file_size(only_file_in(folder.path() / "cache")) > in_memory.blocks.bytes());
}

TEST_CASE("cached_blocks: a terrain that fits in memory has no file unless it is asked for", "[terrain]")
{
    const TemporaryFolder folder;
    (void)load_terrain({"fractal:64"}, {}, {}, {.folder = folder.path() / "cache"});
    CHECK_FALSE(fs::exists(folder.path() / "cache"));
    (void)load_terrain({"fractal:64"}, {}, {},
                       {.folder = folder.path() / "cache", .max_terrain_bytes = 1000});
    CHECK(fs::exists(only_file_in(folder.path() / "cache")));
}

TEST_CASE("cached_blocks: a cache is built anew, and says so, when the file of heights has changed",
          "[terrain]")
{
    const TemporaryFolder folder;
    const std::string dem = write_raster((folder.path() / "dem.tif").string());
    CHECK(load(dem, folder).blocks.height_at(1, 1) == 5.0F);
    RasterFile other;
    other.numbers = {1, 2, 3, 4, 50, 6};
    write_raster(dem, other);
    fs::last_write_time(dem, fs::last_write_time(dem) + std::chrono::seconds{5});
    const Terrain terrain = load(dem, folder);
    CHECK(terrain.blocks.height_at(1, 1) == 50.0F);
    CHECK(was_rebuilt(terrain, "is stale"));
}

TEST_CASE("cached_blocks: heights that are read otherwise have a cache of their own", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string dem = write_raster((folder.path() / "dem.tif").string());
    CHECK(load(dem, folder).blocks.height_at(1, 1) == 5.0F);
    CHECK(load(dem, folder, {.vertical_scale = 2.0}).blocks.height_at(1, 1) == 10.0F);
    CHECK(load(dem, folder).blocks.height_at(1, 1) == 5.0F);
}

TEST_CASE("cached_blocks: a file has one cache, however its name is spelled", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string dem = write_raster((folder.path() / "dem.tif").string());
    fs::create_symlink(dem, folder / "link.tif");
    const Terrain first = load(dem, folder);
    for (const char* name : {"./dem.tif", "cache/.././dem.tif", "link.tif"})
        CHECK(are_equal(load(folder.file(name), folder).blocks, first.blocks));
    CHECK(fs::exists(only_file_in(folder.path() / "cache")));
}

TEST_CASE("cached_blocks: a cache that is damaged anywhere, cut short or of another version is built anew",
          "[terrain]")
{
    const TemporaryFolder folder;
    const Terrain right = load_terrain({"fractal:300"});
    (void)load("fractal:300", folder);
    const fs::path file = only_file_in(folder.path() / "cache");
    const std::uint64_t size = fs::file_size(file);
    for (const std::uint64_t offset :
         {std::uint64_t{40}, std::uint64_t{4096}, std::uint64_t{9000}, size / 2, size - 8}) {
        damage(file, offset);
        const Terrain terrain = load("fractal:300", folder);
        CHECK(was_rebuilt(terrain, "is damaged"));
        CHECK(are_equal(terrain.blocks, right.blocks));
    }
    damage(file, 8);
    CHECK(was_rebuilt(load("fractal:300", folder), "is from another version"));
    for (const std::uint64_t length : {std::uint64_t{0}, std::uint64_t{5000}, size - 1}) {
        fs::resize_file(file, length);
        CHECK(was_rebuilt(load("fractal:300", folder), "is cut short"));
    }
    std::ofstream{file, std::ios::trunc} << std::string(5000, 'x');
    CHECK(was_rebuilt(load("fractal:300", folder), "is no cache"));
    CHECK_FALSE(has_note(load("fractal:300", folder).info, "built anew"));
}

TEST_CASE("cached_blocks: what the source had to say is said again", "[terrain]")
{
    const TemporaryFolder folder;
    RasterFile raster;
    raster.unit = "";
    const std::string dem = write_raster((folder.path() / "dem.tif").string(), raster);
    const std::vector<std::string> notes = load(dem, folder).info.notes;
    CHECK_FALSE(notes.empty());
    CHECK(load(dem, folder).info.notes == notes);
}

TEST_CASE("cached_blocks: files that were used longest ago make room for new ones", "[terrain]")
{
    const TemporaryFolder folder;
    CacheSettings cache;
    cache.folder = folder / "cache";
    cache.always = true;
    cache.max_cache_bytes = block_file_bytes(64, 64) * 5 / 2;
    const auto open = [&](int seed) {
        return load_terrain({"fractal:64:" + std::to_string(seed)}, {}, {}, cache);
    };
    const Terrain first = open(1);
    (void)folder.write("cache/readme.txt", std::string(1 << 20, 'x'));
    CHECK_FALSE(has_note(open(2).info, "removed"));
    (void)open(1);
    CHECK(has_note(open(3).info, "1 that were used longest ago were removed"));
    CHECK(fs::exists(first.file->file));
    CHECK(fs::exists(folder / "cache/readme.txt"));
    CHECK(std::distance(fs::directory_iterator{cache.folder}, {}) == 3);  // 1, 3 and an unrelated file
}

TEST_CASE("cached_blocks: a file that alone exceeds the limit is refused, and none is removed", "[terrain]")
{
    const TemporaryFolder folder;
    CacheSettings cache;
    cache.folder = folder / "cache";
    cache.always = true;
    cache.max_cache_bytes = block_file_bytes(64, 64) + 100;
    const Terrain small = load_terrain({"fractal:64"}, {}, {}, cache);
    CHECK_THAT(error_of([&] { (void)load_terrain({"fractal:600"}, {}, {}, cache); }),
               ContainsSubstring("by --max-cache-bytes") &&
                   ContainsSubstring(std::to_string(cache.max_cache_bytes) + " in all"));
    CHECK(fs::exists(small.file->file));
}

TEST_CASE("cached_blocks: when the build is cancelled nothing is left", "[terrain]")
{
    const TemporaryFolder folder;
    const std::atomic<bool> cancelled{true};
    CHECK(error_of([&] {
              (void)load_terrain({"fractal:300"}, {}, {.progress = {}, .cancelled = &cancelled},
                                 {.folder = folder.path() / "cache", .always = true});
          }) == "interrupted");
    CHECK(fs::is_empty(folder.path() / "cache"));
}

TEST_CASE("cached_blocks: a folder that cannot be made is one error", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "");
    CHECK_THAT(error_of([&] {
                   (void)load_terrain({"fractal:64"}, {}, {},
                                      {.folder = fs::path{file} / "x", .always = true});
               }),
               ContainsSubstring("cannot make the cache folder"));
}

TEST_CASE(
    "Terrain: one with a file that is cut while it is mapped says so, and is built anew when loaded again",
    "[terrain]")
{
    const TemporaryFolder folder;
    const Terrain cut = load("fractal:1000", folder);
    CHECK_NOTHROW(cut.verify_intact());
    const fs::path file = only_file_in(folder.path() / "cache");
    fs::resize_file(file, 8192);
    for (std::int64_t row = 0; row < 1000; ++row) (void)cut.blocks.height_at(row, row);
    CHECK_THAT(error_of([&] { cut.verify_intact(); }),
               ContainsSubstring(file.filename().string()) && ContainsSubstring("was cut short"));
    const Terrain again = load("fractal:1000", folder);
    CHECK(was_rebuilt(again, "is cut short"));
    CHECK(are_equal(again.blocks, load_terrain({"fractal:1000"}).blocks));
}
