#include "bench/node/ray_walk.h"
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/node/ray_walk_vector.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace farfield::node::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::int32_t, 16>;
using Int = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

constexpr std::size_t lanes = hn::MaxLanes(Tag{});
// Vectors in turns. A step waits for what the last one gathered; other vectors have their turns meanwhile:
// with four, gathering alone sets the pace.
constexpr std::size_t vectors = 4;
constexpr std::size_t rays_at_once = vectors * lanes;

constexpr auto step_e = static_cast<std::int32_t>(ray_step.e), step_n = static_cast<std::int32_t>(ray_step.n);

/// Starts of rays, one array for each coordinate; those behind the last ray stay 0.
struct Starts {
    alignas(64) std::int32_t e[rays_at_once] = {};
    alignas(64) std::int32_t n[rays_at_once] = {};
    alignas(64) std::int32_t height[rays_at_once] = {};

    explicit Starts(std::span<const FixedPlace> rays)
    {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            e[i] = static_cast<std::int32_t>(rays[i].e);
            n[i] = static_cast<std::int32_t>(rays[i].n);
            height[i] = rays[i].height;
        }
    }
};

/// A vector of rays on their way.
struct Packet {
    Int e;
    Int n;
    Int height;
    Int steps;
    Mask walking;
};

HWY_INLINE Packet packet_of(const Starts& starts, std::size_t first, std::size_t rays)
{
    const Tag tag;
    return {hn::Load(tag, starts.e + first), hn::Load(tag, starts.n + first),
            hn::Load(tag, starts.height + first), hn::Zero(tag),
            hn::FirstN(tag, rays > first ? rays - first : 0)};
}

/// Takes one step; a ray that has come down stays where it is.
HWY_INLINE void step(Packet& packet, const std::int32_t* heights, Int posts_n)
{
    const Tag tag;
    const Mask walking = packet.walking;
    packet.e = hn::Add(packet.e, hn::IfThenElseZero(walking, hn::Set(tag, step_e)));
    packet.n = hn::Add(packet.n, hn::IfThenElseZero(walking, hn::Set(tag, step_n)));
    packet.height = hn::Sub(packet.height, hn::IfThenElseZero(walking, hn::Set(tag, ray_step.height)));
    packet.steps = hn::Add(packet.steps, hn::IfThenElseZero(walking, hn::Set(tag, 1)));
    const Int post = hn::Add(hn::Mul(hn::ShiftRight<16>(packet.e), posts_n), hn::ShiftRight<16>(packet.n));
    packet.walking = hn::And(walking, hn::Gt(packet.height, hn::GatherIndex(tag, heights, post)));
}

/// Steps of these rays, rays_at_once at most.
std::uint64_t walk_together(const RasterTerrain& terrain, std::span<const FixedPlace> rays)
{
    const Tag tag;
    const std::int32_t* const heights = terrain.heights.data();
    const Int posts_n = hn::Set(tag, static_cast<std::int32_t>(terrain.posts_n));
    const Starts starts{rays};
    Packet packets[vectors];
    for (std::size_t i = 0; i < vectors; ++i) packets[i] = packet_of(starts, i * lanes, rays.size());
    Mask walking;
    do {
        walking = hn::FirstN(tag, 0);
        for (Packet& packet : packets) {
            step(packet, heights, posts_n);
            walking = hn::Or(walking, packet.walking);
        }
    } while (!hn::AllFalse(tag, walking));
    Int steps = hn::Zero(tag);
    for (const Packet& packet : packets) steps = hn::Add(steps, packet.steps);
    return static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(tag, steps)));
}

}  // namespace

std::uint64_t walk_vectors(const RasterTerrain& terrain, std::span<const FixedPlace> rays)
{
    std::uint64_t total = 0;
    for (std::size_t first = 0; first < rays.size(); first += rays_at_once)
        total += walk_together(terrain, rays.subspan(first, std::min(rays_at_once, rays.size() - first)));
    return total;
}

}  // namespace farfield::node::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfield::node {

HWY_EXPORT(walk_vectors);

std::uint64_t walk_vector(const RasterTerrain& terrain, std::span<const FixedPlace> rays) noexcept
{
    return HWY_DYNAMIC_DISPATCH(walk_vectors)(terrain, rays);
}

}  // namespace farfield::node
#endif
