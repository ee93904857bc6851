#include "compute_node/tomography/eikonal/lane_batch.h"

#include "compute_node/support/large_pages.h"
#include "compute_node/support/parallel.h"
#include "compute_node/tomography/eikonal/fast_marching.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

namespace farfield::tomography {

namespace {

constexpr int most_rounds = 24;
constexpr int first_order_rounds = 1;  // second order then starts from times that are nearly right
// In rough media a few nodes keep moving between two nearly equal times: from here on times only fall.
constexpr int free_rounds = 16;
constexpr int ball_nodes = 2;

SweepPass pass_of(int round, int order)
{
    if (order == 1 || round < first_order_rounds) return SweepPass::FirstOrder;
    return round < free_rounds ? SweepPass::SecondOrder : SweepPass::Falling;
}

}  // namespace

LaneBatch::LaneBatch(const SlownessModel& model, std::size_t lanes, int order)
    : model_{model},
      padded_{model.lattice.nodes},
      most_lanes_{lanes},
      lanes_{lanes},
      order_{order},
      blocks_{(model.lattice.nodes + block_nodes - 1) / block_nodes},
      steps_(padded_.count(), 0.0F),
      held_(padded_.count()),
      times_{hwy::AllocateAligned<float>(padded_.count() * lanes)},
      pending_(static_cast<std::size_t>(blocks_.x) * static_cast<std::size_t>(blocks_.y) *
               static_cast<std::size_t>(blocks_.z))
{
    if (times_ == nullptr) throw std::bad_alloc{};
    fill_in_large_pages(std::as_writable_bytes(std::span{times_.get(), padded_.count() * lanes}));
    for (std::size_t n = 0; n < model.slowness.size(); ++n)
        steps_[padded_.index(model.lattice.node(n))] =
            static_cast<float>(double{model.slowness[n]} * model.lattice.spacing);
}

std::uint64_t LaneBatch::bytes(const Lattice& lattice, std::size_t lanes)
{
    const PaddedLattice padded{lattice.nodes};
    return std::uint64_t{padded.count()} * (lanes * sizeof(float) + sizeof(float) + sizeof(std::uint16_t));
}

std::uint32_t LaneBatch::solve(std::span<const glm::dvec3> sources, const std::atomic<bool>* cancelled)
{
    begin(sources);
    std::uint32_t moving = ~0U;
    for (int n = 0; n < most_rounds && moving != 0 && !is_set(cancelled); ++n) {
        const SweepPass pass = pass_of(n, order_);
        const bool is_first = n > 0 && pass != pass_of(n - 1, order_);
        if (is_first) std::ranges::fill(pending_, std::uint8_t{1});
        moving = round(pass, cancelled);
        if (n < first_order_rounds && order_ == 2) moving = ~0U;
    }
    for (std::size_t lane = 0; lane < sources.size() && !is_set(cancelled); ++lane)
        if ((moving >> lane & 1U) != 0U) march_again(model_, field(lane), times_.get() + lane, held_, lane);
    return moving & ((1U << sources.size()) - 1U);
}

TimeField LaneBatch::field(std::size_t lane) const
{
    return {model_.lattice, padded_, times_.get() + lane, lanes_, sources_[lane], slowness_[lane]};
}

/// Prepares a batch. Unused lanes repeat the first source, at no cost and without effect.
void LaneBatch::begin(std::span<const glm::dvec3> sources)
{
    lanes_ = std::clamp<std::size_t>(std::bit_ceil(sources.size()), 4, most_lanes_);
    std::fill_n(times_.get(), padded_.count() * lanes_, unreached);
    std::ranges::fill(pending_, std::uint8_t{0});
    for (std::size_t n = 0; n < held_.size(); ++n) held_[n] = steps_[n] > 0.0F ? 0 : 0xFFFF;
    sources_.assign(lanes_, sources.front());
    std::ranges::copy(sources, sources_.begin());
    slowness_.resize(lanes_);
    for (std::size_t lane = 0; lane < lanes_; ++lane) place_source(lane, sources_[lane]);
}

/// Fixes nodes within two of the source at the time along the straight line: sources may lie anywhere.
void LaneBatch::place_source(std::size_t lane, glm::dvec3 source)
{
    const Lattice& lattice = model_.lattice;
    const double slowness = model_.at(source);
    slowness_[lane] = slowness;
    const glm::dvec3 at = lattice.in_nodes(source);
    lanes_of_sources_.x[lane] = static_cast<float>(at.x);
    lanes_of_sources_.y[lane] = static_cast<float>(at.y);
    lanes_of_sources_.z[lane] = static_cast<float>(at.z);
    lanes_of_sources_.step[lane] = static_cast<float>(slowness * lattice.spacing);
    constexpr double at_rest = 3e-8;  // part of the time across the lattice
    lanes_of_sources_.tolerance[lane] =
        static_cast<float>(at_rest * slowness * glm::distance(lattice.origin, lattice.upper()));
    const glm::ivec3 middle{glm::round(at)};
    const glm::ivec3 low = glm::max(middle - ball_nodes, 0);
    const glm::ivec3 high = glm::min(middle + ball_nodes, lattice.nodes - 1);
    for (int k = low.z; k <= high.z; ++k)
        for (int j = low.y; j <= high.y; ++j)
            for (int i = low.x; i <= high.x; ++i) {
                const glm::dvec3 node = lattice.position({i, j, k});
                const double time = straight_time(model_, source, node);
                hold(lane, {i, j, k}, static_cast<float>(time - slowness * glm::distance(source, node)));
            }
}

void LaneBatch::hold(std::size_t lane, glm::ivec3 node, float rest)
{
    const std::size_t n = padded_.index(node);
    if (steps_[n] <= 0.0F) return;
    held_[n] = static_cast<std::uint16_t>(held_[n] | 1U << lane);
    times_[n * lanes_ + lane] = rest;
    const glm::ivec3 block = node / block_nodes;
    pending(block) = 1;
    wake_around(block, 0x3F);
}

std::uint32_t LaneBatch::round(SweepPass pass, const std::atomic<bool>* cancelled)
{
    std::uint32_t lanes = 0;
    for (unsigned towards = 0; towards < 8 && !is_set(cancelled); ++towards) lanes |= sweep(pass, towards);
    return lanes;
}

/// Sweeps all blocks but those at rest: none of their nodes changed in their last sweep, and none around them
/// since, so that a sweep would change nothing.
std::uint32_t LaneBatch::sweep(SweepPass pass, unsigned towards)
{
    const SweepArrays arrays{padded_, lanes_, steps_.data(), held_.data(), times_.get(), lanes_of_sources_};
    const auto turned = [&](glm::ivec3 n) {
        for (int axis = 0; axis < 3; ++axis)
            if ((towards >> axis & 1U) != 0U) n[axis] = blocks_[axis] - 1 - n[axis];
        return n;
    };
    std::uint32_t lanes = 0;
    for (int k = 0; k < blocks_.z; ++k)
        for (int j = 0; j < blocks_.y; ++j)
            for (int i = 0; i < blocks_.x; ++i) {
                const glm::ivec3 block = turned({i, j, k});
                if (pending(block) == 0) continue;
                const SweepChange change = sweep_block(arrays, pass, block * block_nodes, towards);
                pending(block) = change.lanes != 0 ? 1 : 0;
                wake_around(block, change.faces);
                lanes |= change.lanes;
            }
    return lanes;
}

void LaneBatch::wake_around(glm::ivec3 block, unsigned faces)
{
    for (int axis = 0; axis < 3; ++axis) {
        glm::ivec3 below = block, above = block;
        if ((faces >> (2 * axis) & 1U) != 0U && --below[axis] >= 0) pending(below) = 1;
        if ((faces >> (2 * axis) & 2U) != 0U && ++above[axis] < blocks_[axis]) pending(above) = 1;
    }
}

std::uint8_t& LaneBatch::pending(glm::ivec3 block)
{
    const auto at = [](int n) { return static_cast<std::size_t>(n); };
    return pending_[at(block.x) + at(blocks_.x) * (at(block.y) + at(blocks_.y) * at(block.z))];
}

}  // namespace farfield::tomography
