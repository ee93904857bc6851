#include "app/show/ground/tile_store.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>

#include "net/message/byte_order.h"

namespace farfield::app {
namespace {

constexpr std::uint32_t cells = ground_tile_posts - 1;  // along a side of a tile
constexpr std::size_t most_tiles = 1024;                // 90 MB
constexpr std::uint64_t kept_choices = 300;

/// First id of a store, different for every store: a renderer may still hold tiles of an earlier one.
std::uint64_t first_id()
{
    static std::atomic<std::uint64_t> stores{0};
    constexpr int bits_of_a_store = 40;
    return ++stores << bits_of_a_store;
}

std::uint32_t tiles_along(std::uint32_t posts, std::uint32_t level)
{
    const std::uint64_t span = std::uint64_t{cells} << level;
    return static_cast<std::uint32_t>((std::uint64_t{posts} - 1 + span - 1) / span);
}

std::vector<float> places_of(const model::TileAxis& axis, std::uint32_t count)
{
    std::vector<float> places(count);
    for (std::uint32_t i = 0; i < count; ++i) places[i] = static_cast<float>(axis.at(i, count));
    return places;
}

/// Cell of an axis that contains a place: its first post, and the part of the way to the next, 0 to 1.
std::optional<std::pair<std::uint32_t, double>> cell_of(const model::TileAxis& axis, std::uint32_t count,
                                                        double place)
{
    if ((place - axis.first) * (place - axis.last) > 0.0) return std::nullopt;
    const auto cell = std::min(static_cast<std::uint32_t>((place - axis.first) / axis.step), count - 2);
    const double from = axis.at(cell, count), to = axis.at(cell + 1, count);
    return std::pair(cell, std::clamp((place - from) / (to - from), 0.0, 1.0));
}

}  // namespace

TileStore::TileStore(const model::TerrainDescription& terrain)
    : posts_(terrain.posts),
      post_metres_(terrain.post_metres[0], terrain.post_metres[1]),
      least_(terrain.bounds.min[0], terrain.bounds.min[1]),
      size_(terrain.bounds.max[0] - terrain.bounds.min[0], terrain.bounds.max[1] - terrain.bounds.min[1]),
      highest_(terrain.heights[1]),
      next_id_(first_id())
{
    while (top_ < model::max_tile_level &&
           (tiles_along(posts_[0], top_) > 1 || tiles_along(posts_[1], top_) > 1))
        ++top_;
}

bool TileStore::exists(const model::TileAddress& key) const
{
    return key.level <= top_ && key.column < tiles_along(posts_[0], key.level) &&
           key.row < tiles_along(posts_[1], key.level);
}

bool TileStore::put(std::span<const std::byte> payload)
{
    const auto preamble = model::decode_tile_preamble(payload);
    if (!preamble || preamble->kind != model::TileKind::Heights) return false;
    const model::TileAddress key{preamble->level, preamble->column, preamble->row};
    if (!exists(key) || preamble->width > cells + 1 || preamble->height > cells + 1) return false;
    Tile tile;
    tile.x = preamble->x;
    tile.y = preamble->y;
    tile.width = preamble->width;
    tile.height = preamble->height;
    const std::byte* from = payload.data() + model::tile_preamble_bytes;
    tile.heights.resize(std::size_t{tile.width} * tile.height);
    for (float& height : tile.heights) {
        height = net::load_big<float>(from);
        from += sizeof(float);
    }
    const double skirt = std::max(std::abs(tile.x.step), std::abs(tile.y.step));
    const render::GroundGrid grid{places_of(tile.x, tile.width), places_of(tile.y, tile.height)};
    tile.ground = {.id = ++next_id_,
                   .shape = std::make_shared<render::GroundShape>(
                       render::make_ground_shape(grid, tile.heights, static_cast<float>(skirt)))};
    tile.chosen = choices_;
    rows_go_south_ = tile.y.step < 0.0;
    tiles_.insert_or_assign(key, std::move(tile));
    return true;
}

double TileStore::metres_of(const model::TileAddress& key) const
{
    return static_cast<double>(std::uint64_t{cells} << key.level) * std::max(post_metres_.x, post_metres_.y);
}

/// Distance from an eye to the box that bounds the tile's heights.
double TileStore::distance_to(const model::TileAddress& key, glm::dvec3 eye) const
{
    const glm::dvec2 side = static_cast<double>(std::uint64_t{cells} << key.level) * post_metres_;
    const glm::dvec2 first{key.column * side.x, key.row * side.y};
    const glm::dvec2 last = glm::min(first + side, size_);
    const glm::dvec2 low{least_.x + first.x,
                         rows_go_south_ ? least_.y + size_.y - last.y : least_.y + first.y};
    const glm::dvec2 high = low + (last - first);
    const glm::dvec2 beside =
        glm::max(glm::max(low - glm::dvec2(eye), glm::dvec2(eye) - high), glm::dvec2(0.0));
    return std::hypot(beside.x, beside.y, std::max(eye.z - highest_, 0.0));
}

std::vector<model::TileAddress> TileStore::children_of(const model::TileAddress& key) const
{
    std::vector<model::TileAddress> children;
    for (std::uint32_t row = 0; row < 2; ++row)
        for (std::uint32_t column = 0; column < 2; ++column)
            if (const model::TileAddress child{key.level - 1, 2 * key.column + column, 2 * key.row + row};
                exists(child))
                children.push_back(child);
    return children;
}

TileStore::Choice TileStore::choose(glm::dvec3 eye, double fineness)
{
    ++choices_;
    Choice choice;
    const model::TileAddress top{top_, 0, 0};
    if (tiles_.contains(top))
        choose_below(top, eye, fineness, choice);
    else
        choice.missing.push_back(top);
    std::ranges::stable_sort(choice.missing, std::ranges::greater{}, &model::TileAddress::level);
    forget_some();
    return choice;
}

/// Adds a tile that the store has, or all of its children, to those drawn.
void TileStore::choose_below(const model::TileAddress& key, glm::dvec3 eye, double fineness, Choice& choice)
{
    Tile& tile = tiles_.at(key);
    tile.chosen = choices_;
    const bool is_fine = key.level == 0 || distance_to(key, eye) > fineness * metres_of(key);
    const auto children = is_fine ? std::vector<model::TileAddress>{} : children_of(key);
    const auto absent = [this](const model::TileAddress& child) { return !tiles_.contains(child); };
    if (children.empty() || std::ranges::any_of(children, absent)) {
        choice.drawn.push_back(tile.ground);
        std::ranges::copy_if(children, std::back_inserter(choice.missing), absent);
        return;
    }
    for (const model::TileAddress& child : children) choose_below(child, eye, fineness, choice);
}

void TileStore::forget_some()
{
    if (tiles_.size() <= most_tiles) return;
    std::erase_if(tiles_, [this](const auto& entry) {
        return entry.first.level < top_ && entry.second.chosen + kept_choices < choices_;
    });
}

std::optional<double> TileStore::height_at(glm::dvec2 place) const
{
    // The map is ordered by level, finest first.
    for (const auto& entry : tiles_) {
        const Tile& tile = entry.second;
        const auto column = cell_of(tile.x, tile.width, place.x), row = cell_of(tile.y, tile.height, place.y);
        if (!column || !row) continue;
        const auto at = [&](std::uint32_t c, std::uint32_t r) {
            return double{tile.heights[std::size_t{row->first + r} * tile.width + column->first + c]};
        };
        const double height = std::lerp(std::lerp(at(0, 0), at(1, 0), column->second),
                                        std::lerp(at(0, 1), at(1, 1), column->second), row->second);
        if (std::isnan(height)) return std::nullopt;
        return height;
    }
    return std::nullopt;
}

std::optional<model::TileAddress> TileStore::tile_at(glm::dvec2 place, std::uint32_t level) const
{
    glm::dvec2 from = place - least_;
    if (rows_go_south_) from.y = size_.y - from.y;
    if (!(from.x >= 0.0 && from.y >= 0.0 && from.x <= size_.x && from.y <= size_.y)) return std::nullopt;
    const glm::dvec2 tile = from / (static_cast<double>(std::uint64_t{cells} << level) * post_metres_);
    const auto index = [&](double along, std::uint32_t posts) {
        return std::min(static_cast<std::uint32_t>(along), tiles_along(posts, level) - 1);
    };
    return model::TileAddress{level, index(tile.x, posts_[0]), index(tile.y, posts_[1])};
}

}  // namespace farfield::app
