#include "relay/core/subscriber_queue.h"

#include <algorithm>
#include <utility>

namespace farfield::net::relay {

namespace {

constexpr std::size_t whole = static_cast<std::size_t>(StateForm::Whole);
constexpr std::size_t update = static_cast<std::size_t>(StateForm::Update);

constexpr std::size_t priority_index(std::uint8_t flags)
{
    return (flags & model::record_priority) != 0 ? 1 : 0;
}

}  // namespace

// Releases all messages; the accounts of their sources stay.
SubscriberQueue::~SubscriberQueue()
{
    for_all([this](MessageHandle handle) { leave_out(handle); });
}

void SubscriberQueue::refuse(MessageHandle handle, bool has_priority)
{
    if (has_priority) is_overrun_ = true;
    leave_out(handle);
}

void SubscriberQueue::leave_out(MessageHandle handle)
{
    Endings& of_source = sources_[handle->account].endings;
    ++endings_.policy;
    of_source.policy += copies(handle);
    of_source.waiting -= copies(handle);
    if (masked_ != nullptr) end_masked(masked_->policy, handle);
    store_.release(handle);
}

void SubscriberQueue::push_of_entity(MessageHandle handle, std::uint8_t flags, std::uint64_t interval_ns,
                                     std::uint64_t now_ns)
{
    if (handle->form != StateForm::None && priority_index(flags) == 0)
        return push_state(handle, flags, interval_ns, now_ns);
    const bool is_urgent = is_conflating_ && priority_index(flags) != 0;
    if (is_urgent) hurry_states(handle->entity);
    end_replacing(handle->entity);
    is_urgent ? push_urgent(handle, flags) : append(handle, flags);
}

// Appends a message with priority. Taken places are in front of it; removed when they are the majority.
void SubscriberQueue::append_urgent(const Waiting& waiting)
{
    constexpr std::size_t many = 1'024;
    if (urgent_front_ > many && 2 * urgent_front_ > urgent_.size()) {
        urgent_.erase(urgent_.begin(), urgent_.begin() + static_cast<std::ptrdiff_t>(urgent_front_));
        urgent_front_ = 0;
    }
    urgent_.push_back(waiting);
}

/// Moves the waiting states of an entity to the front, in their order.
void SubscriberQueue::hurry_states(std::uint32_t entity)
{
    if (entity >= waits_.size()) return;
    EntityWait& wait = waits_[entity];
    if (wait.is_held) {
        queue_held(wait, wait.accepted_ns);
        std::erase(held_, entity);
    }
    auto places = wait.place;
    std::ranges::sort(places, {}, [this](std::uint32_t place) { return place - front_; });
    for (const std::uint32_t place : places)
        for (std::size_t form = 0; form < state_forms; ++form) {
            if (wait.place[form] != place) continue;
            Waiting* const waiting = queued(wait, entity, form);
            if (waiting == nullptr) continue;
            append_urgent(*waiting);
            waiting->handle = no_message;  // its place is skipped
        }
}

void SubscriberQueue::grow()
{
    std::vector<Waiting> larger(2 * ring_.size());
    const auto larger_mask = static_cast<std::uint32_t>(larger.size() - 1);
    for (std::uint32_t at = front_; at != back_; ++at) larger[at & larger_mask] = ring_[at & mask()];
    ring_.swap(larger);
}

// States of entities.

SubscriberQueue::EntityWait& SubscriberQueue::wait_of(std::uint32_t entity)
{
    if (entity >= waits_.size())
        waits_.resize(std::max<std::size_t>(entity + 1, 2 * waits_.size()), none_before(back_));
    return waits_[entity];
}

/// place: one that is not in use.
SubscriberQueue::EntityWait SubscriberQueue::none_before(std::uint32_t place)
{
    EntityWait none;
    none.place.fill(place);
    return none;
}

void SubscriberQueue::push_state(MessageHandle handle, std::uint8_t flags, std::uint64_t interval_ns,
                                 std::uint64_t now_ns)
{
    const StoredMessage& message = *handle;
    EntityWait& wait = wait_of(message.entity);
    const auto form = static_cast<std::size_t>(message.form);
    if (replace(wait, message.entity, handle, message.form)) return;
    // Values and a name go with the state that they came with: at once, or held with it.
    const bool is_beside = message.form == StateForm::Values || message.form == StateForm::Name;
    if (is_beside && !wait.is_held) return queue_state(wait, handle, form, flags);
    if (!is_beside && (wait.accepted_ns == 0 || now_ns >= wait.accepted_ns + interval_ns)) {
        wait.accepted_ns = now_ns;
        return queue_state(wait, handle, form, flags);
    }
    wait.held[form] = handle;
    wait.due_ns = wait.accepted_ns + interval_ns;
    first_held_ns_ = std::min(first_held_ns_, wait.due_ns);
    if (wait.is_held) return;
    wait.is_held = true;
    wait.is_conflated = false;
    held_.push_back(message.entity);
}

bool SubscriberQueue::replace(EntityWait& wait, std::uint32_t entity, MessageHandle handle, StateForm form)
{
    if (form != StateForm::Whole) return swap_in(wait, entity, static_cast<std::size_t>(form), handle);
    if (swap_in(wait, entity, whole, handle)) {
        drop(wait, entity, update);
        return true;
    }
    if (!swap_in(wait, entity, update, handle)) return false;
    // The whole state gets the place of the update that it replaced.
    wait.place[whole] = std::exchange(wait.place[update], back_);
    wait.held[whole] = std::exchange(wait.held[update], no_message);
    return true;
}

// A place may date from before the ring went round: then another message is there, or none.
SubscriberQueue::Waiting* SubscriberQueue::queued(const EntityWait& wait, std::uint32_t entity,
                                                  std::size_t form)
{
    if (wait.place[form] - front_ >= back_ - front_) return nullptr;
    Waiting& waiting = ring_[wait.place[form] & mask()];
    if (waiting.handle == no_message || priority_index(waiting.flags) != 0) return nullptr;
    const StoredMessage& message = *waiting.handle;
    const bool is_it = message.entity == entity && static_cast<std::size_t>(message.form) == form;
    return is_it ? &waiting : nullptr;
}

bool SubscriberQueue::swap_in(EntityWait& wait, std::uint32_t entity, std::size_t form, MessageHandle handle)
{
    if (wait.held[form] != no_message) {
        count_conflated(std::exchange(wait.held[form], handle));
        wait.is_conflated = true;
        return true;
    }
    Waiting* const waiting = queued(wait, entity, form);
    if (waiting == nullptr) return false;
    add_amount(handle, 0);
    remove_amount(waiting->handle, 0);
    count_conflated(waiting->handle);
    const auto flags = static_cast<std::uint8_t>(waiting->flags | model::record_conflated);
    *waiting = {handle, handle->account, handle->length, flags};
    return true;
}

void SubscriberQueue::drop(EntityWait& wait, std::uint32_t entity, std::size_t form)
{
    if (wait.held[form] != no_message) return count_conflated(std::exchange(wait.held[form], no_message));
    if (Waiting* const waiting = queued(wait, entity, form)) {
        remove_amount(waiting->handle, 0);
        --queued_;
        count_conflated(std::exchange(waiting->handle, no_message));
    }
}

void SubscriberQueue::count_conflated(MessageHandle handle)
{
    ++endings_.conflated;
    --endings_.waiting;
    Endings& of_source = sources_[handle->account].endings;
    of_source.conflated += copies(handle);
    of_source.waiting -= copies(handle);
    if (masked_ != nullptr) end_masked(masked_->conflated, handle);
    store_.release(handle);
}

void SubscriberQueue::queue_state(EntityWait& wait, MessageHandle handle, std::size_t form,
                                  std::uint8_t flags)
{
    wait.place[form] = back_;
    append(handle, flags);
}

void SubscriberQueue::queue_held(EntityWait& wait, std::uint64_t now_ns)
{
    const std::uint8_t flags = wait.is_conflated ? model::record_conflated : std::uint8_t{0};
    for (std::size_t form = 0; form < state_forms; ++form)
        if (const MessageHandle handle = std::exchange(wait.held[form], no_message); handle != no_message)
            queue_state(wait, handle, form, flags);
    wait.accepted_ns = now_ns;
    wait.is_held = false;
}

void SubscriberQueue::move_due(std::uint64_t now_ns)
{
    if (now_ns < first_held_ns_) return;
    first_held_ns_ = never_ns;
    std::erase_if(held_, [this, now_ns](std::uint32_t entity) {
        EntityWait& wait = waits_[entity];
        if (wait.is_held && wait.due_ns > now_ns) {
            first_held_ns_ = std::min(first_held_ns_, wait.due_ns);
            return false;
        }
        if (wait.is_held) queue_held(wait, now_ns);
        return true;
    });
}

// Queues held states before the event; earlier states are not replaced any more.
void SubscriberQueue::end_replacing(std::uint32_t entity)
{
    if (entity >= waits_.size()) return;
    EntityWait& wait = waits_[entity];
    if (wait.is_held) {
        queue_held(wait, wait.accepted_ns);
        std::erase(held_, entity);
    }
    wait.place.fill(back_);
}

void SubscriberQueue::forget(std::uint32_t entity)
{
    if (entity >= waits_.size()) return;
    end_replacing(entity);
    waits_[entity].accepted_ns = 0;
}

void SubscriberQueue::set_conflating(bool is_conflating)
{
    if (is_conflating == is_conflating_) return;
    is_conflating_ = is_conflating;
    move_due(never_ns);
    if (is_conflating) remember_queued();
}

// Records the newest of the states that already wait.
void SubscriberQueue::remember_queued()
{
    std::ranges::fill(waits_, none_before(front_ - 1));
    const std::uint32_t end = back_;
    for (std::uint32_t at = front_; at != end; ++at) {
        Waiting& waiting = ring_[at & mask()];
        if (waiting.handle == no_message) continue;
        const StoredMessage& message = *waiting.handle;
        if (message.entity == no_entity) {
            if (priority_index(waiting.flags) != 0) append_urgent(std::exchange(waiting, Waiting{}));
            continue;
        }
        if (message.form == StateForm::None || priority_index(waiting.flags) != 0) {
            if (priority_index(waiting.flags) != 0) {
                hurry_states(message.entity);
                append_urgent(std::exchange(waiting, Waiting{}));
            }
            end_replacing(message.entity);
            continue;
        }
        EntityWait& wait = wait_of(message.entity);
        const MessageHandle handle = std::exchange(waiting.handle, no_message);
        if (replace(wait, message.entity, handle, message.form)) {
            remove_amount(handle, 0);
            --queued_;
            continue;
        }
        waiting.handle = handle;
        wait.place[static_cast<std::size_t>(message.form)] = at;
    }
}

}  // namespace farfield::net::relay
