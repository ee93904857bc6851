#include "compute_node/node/data/open_terrains.h"

#include "compute_node/node/data/errors_for_viewers.h"
#include "compute_node/node/datasets/reading_log.h"
#include "compute_node/support/file_fingerprint.h"
#include "compute_node/support/lower_case.h"
#include "compute_node/terrain/fractal/fractal_terrain.h"
#include "compute_node/terrain/gdal/crs.h"
#include "compute_node/terrain/gdal/meaning/netcdf_elevation.h"
#include "compute_node/terrain/heights/raster_limit.h"
#include "compute_node/terrain/terrain_names.h"
#include "model/files/plain_file.h"
#include "net/message/control_messages.h"
#include "net/message/printable.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace farfield::node {

namespace {

namespace fs = std::filesystem;

/// Usual ending of a file that list() offers, with or without looking into it.
struct Ending {
    std::string_view ending;
    const char* kind;
};
constexpr std::array endings{
    Ending{".hgt", "file"},    Ending{".dt0", "file"},        Ending{".dt1", "file"},
    Ending{".nc", "netcdf"},   Ending{".nc4", "netcdf"},      Ending{".cdf", "netcdf"},
    Ending{".grd", "shared"},  Ending{".dt2", "file"},        Ending{".tif", "file"},
    Ending{".tiff", "file"},   Ending{".dem", "file"},        Ending{".vrt", "file"},
    Ending{".asc", "file"},    Ending{".img", "file"},        Ending{".flt", "file"},
    Ending{".bil", "file"},    Ending{".ter", "file"},        Ending{".sdat", "file"},
    Ending{".bt", "file"},     Ending{".rst", "file"},        Ending{".ers", "file"},
    Ending{".xyz", "shared"},  Ending{".zmap", "file"},       Ending{".e00", "file"},
    Ending{".shp", "overlay"}, Ending{".geojson", "overlay"}, Ending{".fgb", "overlay"},
    Ending{".kml", "overlay"}, Ending{".gpx", "overlay"},     Ending{".jpg", "image"},
    Ending{".jpeg", "image"},  Ending{".png", "image"}};
/// Largest size of a file with an ending of PLOT3D's: text is read whole to see whether it is a height grid.
constexpr std::uintmax_t max_shared_bytes = std::uintmax_t{256} << 20U;
constexpr int max_depth = 8;
/// Least part of a mapped terrain that is worth keeping in memory.
constexpr std::uint64_t least_mapped_bytes = std::uint64_t{64} << 20U;
constexpr const char* built_in = "fractal:2048";

std::string lower_ending(const fs::path& file)
{
    return lower_case(file.extension().string());
}

/// Numbers of entries that may still be visited, and of files that may still be looked into.
struct Left {
    std::size_t entries;
    std::size_t looks;
};

/// Adds a file by its ending, and then by a look into it. NetCDF files and possible PLOT3D files are not
/// listed unless they hold heights, of NetCDF also unusable ones: the others may well be a flow.
void add_entry(const fs::path& file, const std::string& name, std::string_view kind,
               const std::vector<fs::path>& folders, terrain::RasterVerdicts& verdicts, Left& left,
               model::TerrainList& list)
{
    const bool is_shared = kind == "shared" && !terrain::is_netcdf(file);
    const bool is_netcdf_name = kind == "netcdf" || (kind == "shared" && !is_shared);
    if (kind != "file" && !is_shared && !is_netcdf_name)
        return list.terrains.push_back({name, std::string{kind}});
    if (is_netcdf_name && !terrain::is_netcdf(file)) return;
    if (std::error_code none; is_shared && fs::file_size(file, none) > max_shared_bytes) return;
    using Kind = terrain::RasterVerdict::Kind;
    const terrain::RasterVerdict verdict = verdicts.of(file, folders, left.looks);
    const bool has_heights =
        verdict.kind == Kind::Heights || (terrain::is_classic_netcdf(file) && terrain::has_elevation(file));
    if ((is_netcdf_name || is_shared) && !has_heights) return;
    if (verdict.kind == Kind::Picture) return list.terrains.push_back({name, "image"});
    if (verdict.kind == Kind::Other)
        return list.terrains.push_back({name, "other", redact_paths(folders, verdict.why_not)});
    list.terrains.push_back({name, "file"});
}

void list_below(const fs::path& folder, const std::vector<fs::path>& folders,
                terrain::RasterVerdicts& verdicts, Left& left, model::TerrainList& list)
{
    std::error_code error;
    fs::recursive_directory_iterator it{folder, fs::directory_options::skip_permission_denied, error}, end;
    for (; !error && it != end; it.increment(error)) {
        if (left.entries == 0) {
            list.complete = false;
            return;
        }
        --left.entries;
        std::error_code ignored;
        if (it.depth() >= max_depth && it->is_directory(ignored)) {
            it.disable_recursion_pending();
            list.complete = false;
        }
        if (!it->is_regular_file(ignored) || it->is_symlink(ignored)) continue;
        const auto found = std::ranges::find(endings, lower_ending(it->path()), &Ending::ending);
        if (found != endings.end())
            add_entry(it->path(), it->path().lexically_relative(folder).generic_string(), found->kind,
                      folders, verdicts, left, list);
    }
    if (error) list.complete = false;
}

/// Bytes of a terrain's blocks. Throws net::RpcError where there can be no such terrain.
std::uint64_t bytes_of(const terrain::TerrainInfo& info)
{
    try {
        return terrain::layout_of(info.columns, info.rows).bytes;
    } catch (const terrain::TooManyTiles& error) {
        throw net::limit_error("max_terrain_tiles", terrain::max_terrain_tiles, error.found);
    }
}

std::unique_ptr<terrain::HeightSource> open_within_limits(const std::string& name,
                                                          const terrain::HeightOptions& options)
{
    try {
        return terrain::open_named_terrain({name}, options);
    } catch (const terrain::RasterLimit& error) {
        throw net::limit_error(error.name, error.most, error.found);
    }
}

/// Middle of the posts, in columns and rows.
glm::dvec2 middle_post(const terrain::TerrainInfo& info)
{
    return glm::dvec2{static_cast<double>(info.columns - 1), static_cast<double>(info.rows - 1)} / 2.0;
}

}  // namespace

bool OpenTerrain::is_current() const
{
    return terrain.is_intact() && fingerprint_of(terrain.info.files) == files_state;
}

glm::dvec3 OpenTerrain::place_of(const std::array<double, 3>& local) const
{
    return {middle + glm::dvec2{local[0], local[1]} / terrain.info.frame.metres, local[2]};
}

glm::dvec2 OpenTerrain::local_of(glm::dvec2 post) const
{
    return (post - middle_post(terrain.info)) * terrain.info.frame.post_metres();
}

glm::dvec2 OpenTerrain::post_of(glm::dvec2 local) const
{
    return middle_post(terrain.info) + local / terrain.info.frame.post_metres();
}

std::shared_ptr<const terrain::VoidTree> OpenTerrain::holes() const
{
    std::call_once(holes_looked_for_,
                   [&] { holes_ = std::make_shared<const terrain::VoidTree>(terrain.blocks); });
    return holes_;
}

OpenTerrains::OpenTerrains(const std::vector<fs::path>& data_folders, std::shared_ptr<MemoryBudget> memory,
                           const terrain::CacheSettings& cache, compute::Ranks* ranks)
    : memory_{std::move(memory)}, cache_{cache}, ranks_{ranks}
{
    for (const fs::path& folder : data_folders) folders_.push_back(fs::canonical(folder));
    own_folders_ = folders_;
    try {
        own_folders_.push_back(terrain::cache_folder(cache));
    } catch (const std::runtime_error&) {  // no cache folder: the part that needs it says so
    }
    cache_.max_terrain_bytes = std::min(terrain::memory_of_a_terrain(cache), memory_->max_bytes());
    memory_->add_cache_owner([this] { opened_.evict_unused(); });
}

model::TerrainList OpenTerrains::list() const
{
    model::TerrainList list;
    Left left{max_entries, terrain::RasterVerdicts::max_looks};
    for (const fs::path& folder : folders_) list_below(folder, folders_, verdicts_, left, list);
    std::ranges::sort(list.terrains, {}, &model::TerrainEntry::name);
    list.terrains.insert(list.terrains.begin(), {built_in, "generated"});
    return list;
}

/// A key that is the same for all spellings of a terrain's name.
std::string OpenTerrains::key_of(const std::string& name) const
{
    const bool is_text = name.find('\0') == std::string::npos;
    if (terrain::is_fractal_name(name) && is_text) return terrain::open_fractal(name)->info().name;
    return fs::canonical(file_of(name, "terrain")).string();
}

std::shared_ptr<const OpenTerrain> OpenTerrains::open(const std::string& name, const std::stop_token& cancel)
{
    const Loader<OpenTerrain> loader{
        .key = key_of(name),
        .name = fmt::format("terrain '{}'", name),
        .is_current = [](const OpenTerrain& terrain) { return terrain.is_current(); },
        .load =
            [&](const std::stop_token& unwanted) {
                return with_redacted_paths(own_folders_, [&] { return read(name, unwanted); });
            }};
    return opened_.open(loader, cancel);
}

std::string OpenTerrains::file_of(const std::string& name, const char* what) const
{
    const fs::path relative{name};
    const bool leads_outside =
        relative.is_absolute() || std::ranges::find(relative, fs::path{".."}) != relative.end();
    if (name.find('\0') == std::string::npos && !leads_outside)
        for (const fs::path& folder : folders_) {
            std::error_code ignored;
            if (fs::is_regular_file(folder / relative, ignored)) return (folder / relative).string();
        }
    if (!leads_outside)
        for (const fs::path& folder : folders_)
            if (const std::string kind = model::kind_of_special(folder / relative); !kind.empty())
                throw net::RpcError(net::RpcCode::NotFound,
                                    fmt::format("cannot open {} '{}': expected a file, found {}", what,
                                                net::printable(name), kind));
    throw net::RpcError(net::RpcCode::NotFound,
                        fmt::format("no {} '{}': it is in no data folder", what, net::printable(name)));
}

/// Reserves memory for all of a terrain, or for the resident part of a mapped one: less, where less is left.
void OpenTerrains::reserve(OpenTerrain& terrain, terrain::CacheSettings& cache, const std::string& name,
                           std::uint64_t bytes) const
{
    const std::string what = fmt::format("'{}'", name);
    std::uint64_t kept = std::min(bytes, cache.max_terrain_bytes);
    if (bytes > cache.max_terrain_bytes) {
        while (kept / 2 >= least_mapped_bytes && !memory_->reserve_making_room(kept)) kept /= 2;
        cache.max_terrain_bytes = kept;
    }
    terrain.memory.emplace(memory_->reserve_for(what, kept));
}

std::shared_ptr<const OpenTerrain> OpenTerrains::read(const std::string& name,
                                                      const std::stop_token& unwanted) const
{
    std::atomic<bool> cancelled{false};
    const std::stop_callback on_unwanted{unwanted, [&] { cancelled = true; }};
    const bool is_built_in = terrain::is_fractal_name(name);
    terrain::HeightOptions options;
    if (!is_built_in) options.allowed_folders = folders_;
    const auto source = open_within_limits(is_built_in ? name : file_of(name, "terrain"), options);
    const std::uint64_t bytes = bytes_of(source->info());
    terrain::CacheSettings cache = cache_;
    if (is_built_in) {  // there are as many as numbers: no files of them
        cache.always = false;
        cache.max_terrain_bytes = bytes;
    }
    auto terrain = std::make_shared<OpenTerrain>();
    terrain->files_state = fingerprint_of(source->info().files);
    reserve(*terrain, cache, name, bytes);
    std::optional<MemoryBudget::Reservation> until_shared;
    const bool is_copied = ranks_ != nullptr && !cache.always && bytes <= cache.max_terrain_bytes;
    if (is_copied)
        until_shared.emplace(
            memory_->reserve_for(fmt::format("'{}' and the copy for all ranks", name), bytes));
    ReadingLog log{name};
    terrain->terrain = terrain::load_terrain(
        *source, options, {.progress = [&log](double part) { log.report(part); }, .cancelled = &cancelled},
        cache);
    if (ranks_ != nullptr) terrain->others = ranks_->share(terrain->terrain);
    terrain->terrain.info.name = name;
    for (std::string& note : terrain->terrain.info.notes) note = redact_paths(own_folders_, std::move(note));
    const terrain::TerrainInfo& info = terrain->terrain.info;
    terrain->middle = info.frame.coordinates_of(middle_post(info));
    return terrain;
}

model::TerrainDescription describe(const OpenTerrain& open)
{
    const terrain::TerrainInfo& info = open.terrain.info;
    const terrain::HeightBlocks& blocks = open.terrain.blocks;
    const glm::dvec2 spacing = glm::abs(info.frame.post_metres());
    const glm::dvec2 half =
        0.5 * spacing * glm::dvec2{static_cast<double>(info.columns - 1), static_cast<double>(info.rows - 1)};
    model::TerrainDescription to;
    to.terrain = info.name;
    to.format = info.format;
    to.posts = {static_cast<std::uint32_t>(info.columns), static_cast<std::uint32_t>(info.rows)};
    to.post_metres = {spacing.x, spacing.y};
    to.heights = {blocks.lowest, blocks.highest};
    to.holes = blocks.voids;
    to.bounds = {{-half.x, -half.y}, {half.x, half.y}};
    to.crs = info.frame.crs.empty() ? "" : terrain::crs_name(info.frame.crs).name;
    if (info.frame.crs.size() <= model::max_wkt_bytes) to.crs_wkt = info.frame.crs;
    to.geographic = info.frame.geographic;
    to.vertical = terrain::vertical_of(info.frame.crs, info.format);
    to.origin = {open.middle.x, open.middle.y};
    if (const auto place = terrain::longitude_latitude(info.frame.crs, open.middle / info.frame.crs_unit))
        to.longitude_latitude = {place->x, place->y};
    to.metres_per_unit = {info.frame.metres.x, info.frame.metres.y};
    to.crs_unit = info.frame.crs_unit;
    // The view from the south, above the highest post, down to the middle.
    const double height = blocks.highest + 0.1 * half.y;
    to.suggested_pose.eye = {0.0, -half.y, height};
    to.suggested_pose.pitch = -std::atan2(height - blocks.lowest, half.y) * 180.0 / 3.14159265358979;
    to.remarks = info.notes;
    return to;
}

}  // namespace farfield::node
