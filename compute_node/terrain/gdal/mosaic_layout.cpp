#include "compute_node/terrain/gdal/mosaic_layout.h"

#include "compute_node/terrain/gdal/crs.h"
#include "compute_node/terrain/gdal/ground_scale.h"
#include "compute_node/terrain/gdal/height_mosaic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace farfield::terrain {

namespace {

/// Largest distance of two files' posts from one lattice, in posts: files round their spacing by that.
constexpr double aligned_within_posts = 0.05;

[[noreturn]] void refuse(const TerrainInfo& first, const TerrainInfo& other, const std::string& why)
{
    throw std::runtime_error(
        fmt::format("cannot join '{}' and '{}' to one terrain: {}", first.name, other.name, why));
}

std::string name_of(const PostFrame& frame)
{
    const CrsName name = crs_name(frame.crs);
    return frame.crs.empty()   ? "none"
           : name.code.empty() ? name.name
                               : fmt::format("{} ({})", name.name, name.code);
}

void check_spacing(const TerrainInfo& first, const TerrainInfo& other)
{
    const glm::dvec2 a = first.frame.spacing, b = other.frame.spacing;
    for (int axis = 0; axis < 2; ++axis) {
        const auto posts = static_cast<double>(axis == 0 ? std::max(first.columns, other.columns)
                                                         : std::max(first.rows, other.rows));
        if (std::abs(a[axis] - b[axis]) * posts > aligned_within_posts * std::abs(a[axis]))
            refuse(first, other,
                   fmt::format("their posts are {:.9g} x {:.9g} and {:.9g} x {:.9g} apart, expected the same",
                               a.x, a.y, b.x, b.y));
    }
}

/// Whole posts from the first file's first post to the other's.
std::pair<std::int64_t, std::int64_t> offset_of(const TerrainInfo& first, const TerrainInfo& other)
{
    // Offset by the files' own longitudes: join_across_date_line() decides about turns.
    const glm::dvec2 posts = (other.frame.origin - first.frame.origin) / first.frame.spacing;
    const glm::dvec2 whole{std::round(posts.x), std::round(posts.y)};
    const glm::dvec2 off = posts - whole;
    if (!(std::abs(off.x) <= aligned_within_posts && std::abs(off.y) <= aligned_within_posts))
        refuse(
            first, other,
            fmt::format("the second one's posts lie {:.3g} posts east and {:.3g} rows down between the first "
                        "one's, expected one lattice; gdalwarp -tap puts them onto one",
                        off.x, off.y));
    // Sides are checked before; this only keeps the numbers whole.
    if (std::max(std::abs(whole.x), std::abs(whole.y)) > static_cast<double>(max_mosaic_posts))
        refuse(first, other,
               fmt::format("they are {:.0f} x {:.0f} posts apart, more than max_mosaic_posts = {}",
                           std::abs(whole.x), std::abs(whole.y), max_mosaic_posts));
    return {static_cast<std::int64_t>(whole.x), static_cast<std::int64_t>(whole.y)};
}

MosaicTile place(const TerrainInfo& first, const TerrainInfo& other)
{
    if (!same_crs(first.frame.crs, other.frame.crs))
        refuse(first, other,
               fmt::format("their reference systems are {} and {}; bring them to one with gdalwarp",
                           name_of(first.frame), name_of(other.frame)));
    check_spacing(first, other);
    const auto [column, row] = offset_of(first, other);
    return {column, row, other.columns, other.rows};
}

/// The first column of the tiles that lie on a circle of so many columns, where the widest gap between them
/// ends; empty where this is the lowest of them anyway.
std::optional<std::int64_t> start_on_circle(std::vector<MosaicTile> tiles, std::int64_t around)
{
    std::sort(tiles.begin(), tiles.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
    std::int64_t reached = tiles.front().column, start = tiles.front().column, widest = 0;
    for (const MosaicTile& tile : tiles) {
        if (tile.column - reached > widest) {
            widest = tile.column - reached;
            start = tile.column;
        }
        reached = std::max(reached, tile.column + tile.columns);
    }
    const std::int64_t outside = around - (reached - tiles.front().column);
    if (widest <= outside) return std::nullopt;
    return start;
}

/// Joins tiles on both sides of the date line: those in the west go on in the east.
void join_across_date_line(MosaicLayout& layout)
{
    TerrainInfo& info = layout.info;
    const double around = 360.0 / info.frame.spacing.x;
    if (!info.frame.geographic || std::abs(around - std::round(around)) > aligned_within_posts) return;
    const auto columns = static_cast<std::int64_t>(std::round(around));
    const auto start = start_on_circle(layout.tiles, columns);
    if (!start) return;
    for (MosaicTile& tile : layout.tiles)
        if (tile.column < *start) tile.column += columns;
    info.notes.emplace_back("longitudes go on across the date line, from 180 to more degrees east");
}

/// Lets the tiles' numbers begin at 0 and makes the whole as large as they need.
void enclose(MosaicLayout& layout)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    glm::i64vec2 low{most}, high{-most};
    for (const MosaicTile& tile : layout.tiles) {
        low = {std::min<std::int64_t>(low.x, tile.column), std::min<std::int64_t>(low.y, tile.row)};
        high = {std::max<std::int64_t>(high.x, tile.column + tile.columns),
                std::max<std::int64_t>(high.y, tile.row + tile.rows)};
    }
    for (MosaicTile& tile : layout.tiles) {
        tile.column -= low.x;
        tile.row -= low.y;
    }
    TerrainInfo& info = layout.info;
    info.columns = high.x - low.x;
    info.rows = high.y - low.y;
    if (std::max(info.columns, info.rows) > max_mosaic_posts)
        throw std::runtime_error(
            fmt::format("cannot join '{}' and others: together they have {} x {} posts, which "
                        "exceeds max_mosaic_posts = {} along a side",
                        info.name, info.columns, info.rows, max_mosaic_posts));
    info.frame.origin = info.frame.coordinates_of(low);
}

/// The common text of all terrains, or "several" where they differ.
std::string common(const std::vector<TerrainInfo>& infos, std::string TerrainInfo::*member)
{
    const std::string& first = infos.front().*member;
    const bool same = std::all_of(infos.begin(), infos.end(),
                                  [&](const TerrainInfo& info) { return info.*member == first; });
    return same ? first : "several";
}

}  // namespace

MosaicLayout lay_out(const std::vector<TerrainInfo>& infos)
{
    const TerrainInfo& first = infos.front();
    MosaicLayout layout{first, {}};
    for (const TerrainInfo& info : infos) layout.tiles.push_back(place(first, info));
    layout.info.name = fmt::format("{} and {} more", first.name, infos.size() - 1);
    layout.info.format = common(infos, &TerrainInfo::format);
    layout.info.format_name = common(infos, &TerrainInfo::format_name);
    layout.info.unit = common(infos, &TerrainInfo::unit);
    layout.info.files.clear();
    for (const TerrainInfo& info : infos) {
        layout.info.files.insert(layout.info.files.end(), info.files.begin(), info.files.end());
        if (info.nodata != first.nodata) layout.info.nodata.reset();
    }
    layout.info.notes.clear();
    join_across_date_line(layout);
    enclose(layout);
    take_ground_metres(layout.info.frame, layout.info.columns, layout.info.rows);
    const std::vector<std::string>& remarks = layout.info.frame.remarks;
    layout.info.notes.insert(layout.info.notes.end(), remarks.begin(), remarks.end());
    return layout;
}

}  // namespace farfield::terrain
