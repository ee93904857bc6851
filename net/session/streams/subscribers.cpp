#include "net/session/streams/subscribers.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace farfield::net {

Subscription& Subscribers::add(MemberNumber member, const SubscriptionTerms& terms)
{
    remove(member);
    std::uint16_t& number = numbers_[member];
    if (++number == 0) number = 1;
    entries_.push_back({member, std::make_unique<Subscription>(stream_, queue_, terms, number)});
    return *entries_.back().place;
}

void Subscribers::remove(MemberNumber member)
{
    for (Entry& entry : entries_)
        if (entry.member == member) entry.has_left = true;
    erase_left(member);
}

/// Removes the entries of a member that has left, if no frame is on its way to it.
void Subscribers::erase_left(MemberNumber member)
{
    std::erase_if(entries_, [member](const Entry& entry) {
        return entry.member == member && entry.has_left && !entry.place->is_sending();
    });
    release();
}

Subscription* Subscribers::find(MemberNumber member) noexcept
{
    const auto found = std::ranges::find_if(
        entries_, [member](const Entry& e) { return e.member == member && !e.has_left; });
    return found == entries_.end() ? nullptr : found->place.get();
}

const Subscription* Subscribers::find(MemberNumber member) const noexcept
{
    const auto found = std::ranges::find_if(
        entries_, [member](const Entry& e) { return e.member == member && !e.has_left; });
    return found == entries_.end() ? nullptr : found->place.get();
}

std::size_t Subscribers::size() const noexcept
{
    return static_cast<std::size_t>(std::ranges::count(entries_, false, &Entry::has_left));
}

bool Subscribers::has_policy(Policy policy) const noexcept
{
    return std::ranges::any_of(
        entries_, [policy](const Entry& e) { return !e.has_left && e.place->terms().policy == policy; });
}

std::vector<MemberNumber> Subscribers::members() const
{
    std::vector<MemberNumber> members;
    for (const Entry& entry : entries_)
        if (!entry.has_left) members.push_back(entry.member);
    return members;
}

void Subscribers::sent(MemberNumber member)
{
    for (Entry& entry : entries_) {
        if (entry.member != member) continue;
        entry.place->sent();
        if (!is_behind(entry)) entry.held = Duration(0);
    }
    erase_left(member);
}

void Subscribers::end_connection(MemberNumber member)
{
    for (Entry& entry : entries_)
        if (entry.member == member) entry.place->end_connection();
    erase_left(member);
}

bool Subscribers::is_sending(MemberNumber member) const noexcept
{
    return std::ranges::any_of(
        entries_, [member](const Entry& e) { return e.member == member && e.place->is_sending(); });
}

bool Subscribers::is_sending() const noexcept
{
    return std::ranges::any_of(entries_, [](const Entry& e) { return e.place->is_sending(); });
}

bool Subscribers::has_unsent(MemberNumber member) const noexcept
{
    const Subscription* const place = find(member);
    return place != nullptr && place->unsent() > 0;
}

// Buffers.

bool Subscribers::needs(const Entry& entry, std::uint64_t n) noexcept
{
    return entry.has_left ? entry.place->sending() == n : entry.place->needs(n);
}

void Subscribers::release()
{
    queue_.release_unless([this](std::uint64_t n) {
        return std::ranges::any_of(entries_, [n](const Entry& entry) { return needs(entry, n); });
    });
}

/// The viewer furthest ahead; null: no viewer waits for a frame that is yet to be made.
const Subscribers::Entry* Subscribers::leader() const noexcept
{
    const Entry* leader = nullptr;
    for (const Entry& entry : entries_)
        if (!entry.has_left && entry.place->credits_left() > 0 &&
            (leader == nullptr || entry.place->unsent() < leader->place->unsent()))
            leader = &entry;
    return leader;
}

Subscribers::Wanted Subscribers::wanted() const noexcept
{
    const Entry* const first = leader();
    return first == nullptr ? Wanted{} : Wanted{first->place->credits_left(), first->place->unsent()};
}

std::uint64_t Subscribers::least_unsent() const noexcept
{
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Entry& entry : entries_)
        if (!entry.has_left) least = std::min(least, entry.place->unsent());
    return least;
}

/// The oldest frame for which only viewers wait that may skip it, and not the one furthest ahead.
std::optional<std::uint64_t> Subscribers::find_dispensable() const noexcept
{
    const Entry* const first = leader();
    if (first == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < queue_.kept(); ++i) {
        const std::uint64_t n = queue_.kept_number(i);
        const auto can_do_without = [&](const Entry& entry) {
            return !needs(entry, n) || (&entry != first && entry.place->may_skip(n));
        };
        if (std::ranges::all_of(entries_, can_do_without)) return n;
    }
    return std::nullopt;
}

bool Subscribers::has_buffer() const noexcept
{
    return queue_.free_buffers() > 0 || (entries_.size() > 1 && find_dispensable());
}

void Subscribers::make_room()
{
    while (queue_.free_buffers() < queue_.batch()) {
        const auto frame = find_dispensable();
        if (!frame) return;
        for (Entry& entry : entries_)
            if (entry.place->may_skip(*frame)) entry.place->skip_to(*frame + 1);
        release();
    }
}

/// True when a frame is kept for `entry` that `other` does not need.
bool Subscribers::holds_back(const Entry& entry, const Entry& other) const noexcept
{
    if (&entry == &other || entry.has_left || entry.place->terms().policy != Policy::Every) return false;
    for (std::size_t i = 0; i < queue_.kept(); ++i)
        if (const std::uint64_t n = queue_.kept_number(i); needs(entry, n) && !needs(other, n)) return true;
    return false;
}

bool Subscribers::is_behind(const Entry& entry) const noexcept
{
    return std::ranges::any_of(entries_, [&entry](const Entry& other) {
        return !other.has_left && other.place->unsent() < entry.place->unsent();
    });
}

void Subscribers::note_blocked()
{
    const Entry* const first = leader();
    for (Entry& entry : entries_) {
        entry.sending = entry.place->sending();
        entry.holds = first != nullptr && holds_back(entry, *first);
        const std::uint64_t before = std::exchange(entry.progress, entry.place->progress());
        if (entry.progress != before) entry.silent = Duration(0);
    }
}

Subscribers::Duration Subscribers::left_of(const Entry& entry, const Patience& patience) noexcept
{
    const Duration at_once =
        std::clamp<Duration>(2 * entry.place->answer_time(), patience.at_once, patience.in_all);
    return std::min(patience.in_all - entry.held, at_once - entry.silent);
}

Subscribers::Duration Subscribers::left(const Patience& patience) const noexcept
{
    Duration left = patience.in_all;
    for (const Entry& entry : entries_)
        if (entry.holds) left = std::min(left, left_of(entry, patience));
    return left;
}

void Subscribers::note_free(Duration blocked) noexcept
{
    for (Entry& entry : entries_) {
        if (!std::exchange(entry.holds, false)) continue;
        entry.held += blocked;
        entry.silent = entry.place->progress() == entry.progress ? entry.silent + blocked : Duration(0);
    }
}

void Subscribers::free_blocked(Duration blocked, const Patience& patience, const Report& report)
{
    const Entry* const first = leader();
    const bool is_long = blocked >= patience.in_all;
    note_free(blocked);
    for (Entry& entry : entries_) {
        if (&entry == first) continue;
        if (is_long && entry.sending && entry.place->sending() == entry.sending)
            report(entry.member, Blocked::IsStalled);
        if (entry.has_left || entry.place->terms().policy != Policy::Every) continue;
        if (!is_long && left_of(entry, patience) > Duration(0)) continue;
        entry.held = entry.silent = Duration(0);
        if (entry.place->terms().is_exclusive) {
            report(entry.member, Blocked::IsExclusive);
        } else {
            entry.place->become_latest();
            report(entry.member, Blocked::BecameLatest);
        }
    }
    release();
}

void Subscribers::drop_waiting(bool to_all)
{
    std::uint64_t begun = 0;
    for (Entry& entry : entries_) {
        if (entry.has_left) continue;
        if (to_all || entry.place->terms().policy == Policy::Latest) {
            begun = std::max(begun, entry.place->first_waiting());
        } else {
            begun = queue_.made();
        }
    }
    for (Entry& entry : entries_)
        if (!entry.has_left && (to_all || entry.place->terms().policy == Policy::Latest))
            entry.place->skip_to(begun);
    queue_.drop_from(begun);
    release();
}

}  // namespace farfield::net
