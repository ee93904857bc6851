#include "compute_node/terrain/rays/view_rays.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/terrain/rays/view_rays.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/terrain/rays/single_ray.h"
#include "compute_node/terrain/rays/view_pixels-inl.h"
#include "compute_node/terrain/rays/view_tiles.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

/// Caster of a picture's tiles.
class TileCaster {
public:
    TileCaster(const HeightBlocks& terrain, const ViewRays& rays, const ViewImage& image)
        : terrain_{terrain}, rays_{rays}, image_{image}, pixels_{terrain, rays}
    {}

    void cast(const ViewTile& tile)
    {
        enter_all(tile);
        for (int y = tile.y; y < tile.y + tile.height; y += static_cast<int>(packet_height))
            for (int x = tile.x; x < tile.x + tile.width; x += static_cast<int>(packet_width)) {
                const LaneBits wanted = pixels_.lanes_in(tile, {x, y});
                if (rays_.curvature > 0.0)
                    cast_packet<true>({x, y}, wanted);
                else
                    cast_packet<false>({x, y}, wanted);
            }
    }

private:
    glm::dvec3 direction(double x, double y) const
    {
        const double a = (2.0 * (x + 0.5) / rays_.width - 1.0) * rays_.tangent.x;
        const double b = (1.0 - 2.0 * (y + 0.5) / rays_.height) * rays_.tangent.y;
        return rays_.forward + a * rays_.right + b * rays_.up;
    }

    /// Enters the terrain with a beam for each quadrant that rays of the tile run towards.
    void enter_all(const ViewTile& tile)
    {
        glm::dvec3 lowest{1e300}, highest{-1e300};
        for (const double y : {tile.y - 1.0, double(tile.y + tile.height)})
            for (const double x : {tile.x - 1.0, double(tile.x + tile.width)}) {
                lowest = glm::min(lowest, direction(x, y));
                highest = glm::max(highest, direction(x, y));
            }
        quadrants_ = 0;
        for (unsigned flip = 0; flip < 4; ++flip) {
            const bool back_x = (flip & 1) != 0, back_y = (flip & 2) != 0;
            if ((back_x ? lowest.x >= 0.0 : highest.x < 0.0) || (back_y ? lowest.y >= 0.0 : highest.y < 0.0))
                continue;
            Beam beam{.origin = rays_.origin,
                      .lowest = lowest,
                      .highest = highest,
                      .least_bend = 0.0,
                      .flip = flip};
            (back_x ? beam.highest.x : beam.lowest.x) =
                back_x ? std::min(highest.x, 0.0) : std::max(lowest.x, 0.0);
            (back_y ? beam.highest.y : beam.lowest.y) =
                back_y ? std::min(highest.y, 0.0) : std::max(lowest.y, 0.0);
            constexpr std::size_t most_entries = 16;
            enter(terrain_, beam, most_entries, entries_[flip]);
            quadrants_ |= 1U << flip;
        }
    }

    template <bool is_curved>
    HWY_INLINE void cast_packet(Pixel first, LaneBits wanted)
    {
        pixels_.aim<is_curved>(first, directions_);
        Packet<packet_parts> packet = pixels_.packet_of<is_curved>(directions_);
        times_.t.fill(std::numeric_limits<double>::quiet_NaN());
        LaneBits alone = between_cells();
        for (unsigned rest = quadrants_; rest != 0; rest &= rest - 1) {
            const auto flip = static_cast<unsigned>(std::countr_zero(rest));
            const LaneBits mine = towards(flip, packet, wanted);
            if (mine == 0) continue;
            packet.flip = flip;
            packet.x.is_back = (flip & 1) != 0;
            packet.y.is_back = (flip & 2) != 0;
            walk<is_curved>(packet, mine, entries_[flip]);
            alone |= found_.doubtful;
            cast_from<is_curved>(settle<is_curved>(rays_.origin, directions_, found_, times_));
        }
        cast_alone<is_curved>(alone & wanted);
        pixels_.store<is_curved>(directions_, times_, first, wanted, image_);
    }

    template <bool is_curved>
    HWY_INLINE void walk(const Packet<packet_parts>& packet, LaneBits mine, const BeamEntry& entry)
    {
        if (rays_.detail_pixels > 0.0)
            return PacketWalk<is_curved, false, true, packet_parts>{terrain_, entry, packet, found_}.run(
                mine);
        if (all_true(packet.down))
            return PacketWalk<is_curved, true, false, packet_parts>{terrain_, entry, packet, found_}.run(
                mine);
        PacketWalk<is_curved, false, false, packet_parts>{terrain_, entry, packet, found_}.run(mine);
    }

    LaneBits towards(unsigned flip, const Packet<packet_parts>& packet, LaneBits wanted) const
    {
        if (quadrants_ == 1U << flip) return wanted;
        const LaneBits back_x = bits_of(packet.dx < all<packet_parts>(0.0F));
        const LaneBits back_y = bits_of(packet.dy < all<packet_parts>(0.0F));
        return wanted & ((flip & 1) != 0 ? back_x : ~back_x) & ((flip & 2) != 0 ? back_y : ~back_y);
    }

    /// The lanes of rays exactly between two columns or rows of cells: packets examine only one of the two.
    LaneBits between_cells() const
    {
        const bool on_column = rays_.origin.x == std::floor(rays_.origin.x);
        const bool on_row = rays_.origin.y == std::floor(rays_.origin.y);
        LaneBits bits = 0;
        if (!on_column && !on_row) return bits;
        for (std::size_t lane = 0; lane < packet_pixels; ++lane)
            if ((on_column && directions_.x[lane] == 0.0) || (on_row && directions_.y[lane] == 0.0))
                bits |= LaneBits{1} << lane;
        return bits;
    }

    template <bool is_curved>
    GridRay ray_of(std::size_t lane) const
    {
        const Directions<packet_parts>& d = directions_;
        return {rays_.origin, {d.x[lane], d.y[lane], d.z[lane]}, is_curved ? d.bend[lane] : 0.0};
    }

    template <bool is_curved>
    void cast_from(LaneBits unsure)
    {
        for (; unsure != 0; unsure &= unsure - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(unsure));
            const RayHit hit =
                cast_ray_from(terrain_, ray_of<is_curved>(lane), found_.column[lane], found_.row[lane]);
            if (hit.end == RayEnd::Ground) times_.t[lane] = hit.t;
        }
    }

    template <bool is_curved>
    void cast_alone(LaneBits alone)
    {
        for (; alone != 0; alone &= alone - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(alone));
            const RayHit hit = cast_ray(terrain_, ray_of<is_curved>(lane));
            times_.t[lane] = hit.end == RayEnd::Ground ? hit.t : std::numeric_limits<double>::quiet_NaN();
        }
    }

    const HeightBlocks& terrain_;
    const ViewRays& rays_;
    const ViewImage& image_;
    ViewPixels pixels_;
    // Data of the packet that is being cast: members, as clearing them for each packet costs time.
    Directions<packet_parts> directions_;
    Candidates<packet_parts> found_;
    MeetingTimes<packet_parts> times_;
    std::array<BeamEntry, 4> entries_;  ///< [quadrants]
    unsigned quadrants_ = 0;            ///< quadrants that have an entry, a bit each
};

void cast_tile_here(const HeightBlocks& terrain, const ViewRays& rays, const ViewTile& tile,
                    const ViewImage& image)
{
    TileCaster{terrain, rays, image}.cast(tile);
}

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::terrain {

HWY_EXPORT(cast_tile_here);

void cast_tile(const HeightBlocks& terrain, const ViewRays& rays, const ViewTile& tile,
               const ViewImage& image)
{
    ViewImage room = image;
    if (room.part.width == 0) room.part = {0, 0, rays.width, rays.height};
    HWY_DYNAMIC_DISPATCH(cast_tile_here)(terrain, rays, tile, room);
}

void cast_view(const HeightBlocks& terrain, const ViewRays& rays, const ViewImage& image, int threads,
               const std::atomic<bool>* cancelled)
{
    const ViewTiles tiles{rays.width, rays.height};
    cast_tiles(terrain, rays, {0, tiles.count()}, image, threads, cancelled);
}

}  // namespace farfield::terrain
#endif
