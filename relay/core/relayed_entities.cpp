#include "relay/core/relayed_entities.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace farfield::net::relay {

namespace {

/// Places that next_timed_out() checks at each call, at least, and the time in which it checks all.
constexpr std::uint32_t least_places = 64;
constexpr std::uint64_t round_ns = 2 * ns_per_second;
/// Time from a search for stale entities that found too few until the next one.
constexpr std::uint64_t search_interval_ns = ns_per_second;

// The finaliser of SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
std::uint64_t mixed(std::uint64_t id)
{
    id = (id ^ (id >> 30U)) * 0xbf58476d1ce4e5b9U;
    id = (id ^ (id >> 27U)) * 0x94d049bb133111ebU;
    return id ^ (id >> 31U);
}

/// True for an older state: by number at one origin, as ways may differ in length; else by arrival.
bool is_older(const Message& message, const Entity& entity)
{
    const bool has_order =
        message.route.number != 0 && entity.route.number != 0 && message.route.origin == entity.route.origin;
    return has_order ? message.route.number < entity.route.number : message.arrival_ns < entity.last_ns;
}

}  // namespace

RelayedEntities::RelayedEntities(MessageStore& store, std::size_t max_entities, std::size_t words,
                                 model::EntityTimes times)
    : store_{store},
      max_entities_{max_entities},
      words_{words},
      times_{times},
      slots_(std::bit_ceil(2 * max_entities + 1))
{}

// The slot of an id, or the free one where it belongs.
std::size_t RelayedEntities::slot_of(std::uint64_t id) const
{
    std::size_t slot = mixed(id) & (slots_.size() - 1);
    while (slots_[slot] != 0 && entities_[slots_[slot] - 1].id != id) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

std::optional<std::uint32_t> RelayedEntities::find(std::uint64_t id) const
{
    const std::uint32_t found = slots_[slot_of(id)];
    return found != 0 ? std::optional{found - 1} : std::nullopt;
}

std::optional<std::uint32_t> RelayedEntities::add(std::uint64_t id, std::uint64_t now_ns)
{
    const std::size_t slot = slot_of(id);
    if (slots_[slot] != 0) return slots_[slot] - 1;
    if (size_ >= max_entities_) {
        ++refused_;
        return std::nullopt;
    }
    if (free_.empty()) {
        free_.push_back(end());
        entities_.emplace_back();
        known_.resize(known_.size() + words_);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    slots_[slot] = number + 1;
    ++size_;
    entities_[number] = {.id = id, .first_ns = now_ns};
    return number;
}

std::optional<std::uint32_t> RelayedEntities::to_make_room(std::uint64_t now_ns)
{
    if (size_ < max_entities_) return std::nullopt;
    if (stale_.empty() && now_ns - stale_found_ns_ >= search_interval_ns) find_stale(now_ns);
    while (!stale_.empty()) {
        const std::uint32_t number = stale_.back();
        stale_.pop_back();
        if (entities_[number].id != 0 && is_stale(entities_[number], now_ns)) return number;
    }
    return std::nullopt;
}

void RelayedEntities::find_stale(std::uint64_t now_ns)
{
    stale_found_ns_ = now_ns;
    for (std::uint32_t number = 0; number < end(); ++number)
        if (entities_[number].id != 0 && is_stale(entities_[number], now_ns)) stale_.push_back(number);
    std::ranges::sort(stale_, std::ranges::greater{},
                      [this](auto number) { return entities_[number].last_ns; });
}

bool RelayedEntities::note(std::uint32_t number, const Message& message)
{
    Entity& entity = entities_[number];
    ++entity.messages;
    if (is_older(message, entity)) return false;
    if (message.sender != entity.sender) {
        // A simulator may move once; two senders in turn are two sources.
        if (message.sender == entity.sender_before && message.sender != 0) entity.has_two_sources = true;
        entity.sender_before = std::exchange(entity.sender, message.sender);
    }
    entity.last_ns = std::max(entity.last_ns, message.arrival_ns);
    entity.route = message.route;
    entity.longitude = message.longitude;
    entity.latitude = message.latitude;
    entity.input = message.input;
    entity.publisher = message.publisher;
    entity.is_standing = message.is_standing;
    if (message.pdu_type != pdu_entity_state) return true;
    entity.exercise = message.exercise;
    entity.force = message.force;
    entity.kind = message.entity_kind;
    entity.domain = message.domain;
    return true;
}

void RelayedEntities::keep(std::uint32_t number, MessageHandle handle)
{
    Entity& entity = entities_[number];
    const auto replace = [&](StateForm form, MessageHandle by) {
        MessageHandle& kept = entity.kept[static_cast<std::size_t>(form)];
        if (kept != no_message) store_.release(kept);
        kept = by;
    };
    store_.add_references(handle, 1);
    if (handle->form == StateForm::Whole) replace(StateForm::Update, no_message);
    replace(handle->form, handle);
}

void RelayedEntities::remove(std::uint32_t number)
{
    Entity& entity = entities_[number];
    for (const MessageHandle handle : entity.kept)
        if (handle != no_message) store_.release(handle);
    take_out(entity.id);
    entity = {};
    std::ranges::fill(known_to(number), 0);
    free_.push_back(number);
    --size_;
}

// Linear probing without marks: later ids of the same run move back.
// Source: Knuth, "The Art of Computer Programming", volume 3, section 6.4, algorithm R.
void RelayedEntities::take_out(std::uint64_t id)
{
    const std::size_t wrap = slots_.size() - 1;
    std::size_t hole = slot_of(id);
    for (std::size_t slot = (hole + 1) & wrap; slots_[slot] != 0; slot = (slot + 1) & wrap) {
        const std::size_t home = mixed(entities_[slots_[slot] - 1].id) & wrap;
        if (((slot - home) & wrap) < ((slot - hole) & wrap)) continue;
        slots_[hole] = slots_[slot];
        hole = slot;
    }
    slots_[hole] = 0;
}

std::optional<std::uint32_t> RelayedEntities::next_timed_out(std::uint64_t now_ns)
{
    const std::uint64_t elapsed_ns = std::min(now_ns - std::exchange(looked_ns_, now_ns), round_ns);
    const auto of_time = static_cast<std::uint32_t>(end() * elapsed_ns / round_ns);
    if (elapsed_ns > 0) to_look_at_ = std::max(least_places, of_time);
    for (to_look_at_ = std::min(to_look_at_, end()); to_look_at_ > 0; --to_look_at_) {
        looked_at_ = looked_at_ + 1 < end() ? looked_at_ + 1 : 0;
        const Entity& entity = entities_[looked_at_];
        if (entity.id != 0 && now_ns > entity.last_ns && now_ns - entity.last_ns >= 2 * stale_ns(entity))
            return looked_at_;
    }
    return std::nullopt;
}

Message state_message_of(const Entity& entity)
{
    return {.bytes = {},
            .source = static_cast<std::uint32_t>(entity.id >> 16U),
            .entity = entity.id,
            .exercise = entity.exercise,
            .pdu_type = pdu_entity_state,
            .force = entity.force,
            .entity_kind = entity.kind,
            .domain = entity.domain,
            .longitude = entity.longitude,
            .latitude = entity.latitude};
}

}  // namespace farfield::net::relay
