#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/session/streams/frame_queue.h"
#include "net/session/streams/subscription.h"

namespace farfield::net {

/// Number of a member in its session: a viewer, also while it is away. From 1, never reused.
using MemberNumber = std::uint32_t;

/// The viewers of one stream, and the effect of their positions on its send buffers: a frame is made once,
/// and kept until no viewer needs it. The viewer furthest ahead determines when frames are made; others with
/// policy *latest* skip frames that they cannot take, and those with policy *every* hold the buffers back,
/// which free_blocked() ends. Threads: one at a time, under the stream's mutex. Ownership: borrows the queue.
class Subscribers {
public:
    Subscribers(std::uint32_t stream, FrameQueue& queue) : stream_(stream), queue_(queue) {}

    /// Adds a subscription, in place of this member's present one.
    Subscription& add(MemberNumber member, const SubscriptionTerms& terms);
    /// Removes the member. A frame on its way to it is kept until it has left.
    void remove(MemberNumber member);
    [[nodiscard]] Subscription* find(MemberNumber member) noexcept;
    [[nodiscard]] const Subscription* find(MemberNumber member) const noexcept;
    [[nodiscard]] bool has(MemberNumber member) const noexcept { return find(member) != nullptr; }
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] bool has_policy(Policy policy) const noexcept;
    [[nodiscard]] std::vector<MemberNumber> members() const;

    /// The frame that the member's Subscription::next() returned has left.
    void sent(MemberNumber member);
    void end_connection(MemberNumber member);
    [[nodiscard]] bool is_sending(MemberNumber member) const noexcept;
    [[nodiscard]] bool is_sending() const noexcept;  ///< true for any member

    /// Counts for the viewer furthest ahead: frames that may be made for it, and frames that are ready and
    /// have not left.
    struct Wanted {
        std::uint64_t frames = 0;
        std::uint64_t unsent = 0;
    };
    [[nodiscard]] Wanted wanted() const noexcept;
    [[nodiscard]] std::uint64_t least_unsent() const noexcept;  ///< the least of all viewers
    /// True when there is a buffer for a wanted frame, or one that can be freed for it.
    [[nodiscard]] bool has_buffer() const noexcept;
    /// Frees buffers for a batch of frames, as far as viewers may skip the frames kept for them.
    void make_room();
    /// Releases frames that no viewer needs.
    void release();

    using Duration = std::chrono::steady_clock::duration;
    /// Time for which members with policy *every* may hold all buffers back while another one waits.
    struct Patience {
        Duration in_all;   ///< until they have caught up
        Duration at_once;  ///< without taking a frame; or twice their answer_time(), if longer
    };
    /// Called when no buffer is free for a wanted frame: notes the frames on their way, and the members with
    /// policy *every* that hold back buffers which the viewer furthest ahead does not need.
    void note_blocked();
    /// Time for which they may still hold them back.
    [[nodiscard]] Duration left(const Patience& patience) const noexcept;
    /// A buffer is free again. blocked: time since note_blocked().
    void note_free(Duration blocked) noexcept;
    /// Result for a member that held all buffers back.
    enum class Blocked {
        BecameLatest,   ///< its policy was *every*, and is now *latest*
        IsStalled,      ///< a frame on its way to it does not leave
        IsExclusive,    ///< holds them as an exclusive member, and may do so
        SlotsTooSmall,  ///< a frame does not fit its slots: its subscription ends
    };
    using Report = std::function<void(MemberNumber, Blocked)>;
    /// Ends the hold of members whose patience is used up; blocked: time without a free buffer since
    /// note_blocked(). Exclusive members keep theirs. A member that is stalled for `in_all` frees its
    /// buffer when its connection ends.
    void free_blocked(Duration blocked, const Patience& patience, const Report& report);
    /// Drops frames made before a change: they are not sent to viewers with policy *latest*, or to none.
    void drop_waiting(bool to_all);

    [[nodiscard]] bool has_unsent(MemberNumber member) const noexcept;

private:
    struct Entry {
        MemberNumber member = 0;
        std::unique_ptr<Subscription> place;
        bool has_left = false;                      ///< the member has left, but a frame is on its way to it
        std::optional<std::uint64_t> sending = {};  ///< frame on its way at note_blocked()
        bool holds = false;                         ///< at note_blocked(): others waited for its buffers
        Duration held{0};                           ///< time it held buffers back since it had caught up
        Duration silent{0};                         ///< time blocked since it took a frame
        std::uint64_t progress = 0;                 ///< its Subscription::progress() at that time
    };

    [[nodiscard]] const Entry* leader() const noexcept;
    [[nodiscard]] std::optional<std::uint64_t> find_dispensable() const noexcept;
    [[nodiscard]] static bool needs(const Entry& entry, std::uint64_t n) noexcept;
    [[nodiscard]] bool holds_back(const Entry& entry, const Entry& other) const noexcept;
    [[nodiscard]] bool is_behind(const Entry& entry) const noexcept;
    [[nodiscard]] static Duration left_of(const Entry& entry, const Patience& patience) noexcept;
    void erase_left(MemberNumber member);

    const std::uint32_t stream_;
    FrameQueue& queue_;
    std::vector<Entry> entries_;
    std::map<MemberNumber, std::uint16_t> numbers_;  ///< number of each member's last subscription
};

}  // namespace farfield::net
