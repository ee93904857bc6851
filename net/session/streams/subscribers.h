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

/// Number of a member in its session: a viewer, also while it is away. From 1, never given again.
using MemberNumber = std::uint32_t;

/// The viewers of one stream, and what their places mean for its send buffers: a frame is made once, and kept
/// until no viewer needs it. The one that is furthest ahead says when frames are made; others with policy
/// *latest* leave out what they cannot take, and those with policy *every* hold the buffers back, which
/// free_blocked() ends. Threads: one at a time; the stream's mutex. Ownership: borrows the queue.
class Subscribers {
public:
    Subscribers(std::uint32_t stream, FrameQueue& queue) : stream_(stream), queue_(queue) {}

    /// In place of the one that this member has.
    Subscription& add(MemberNumber member, const SubscriptionTerms& terms);
    /// A frame on its way to it is kept until it has left.
    void remove(MemberNumber member);
    [[nodiscard]] Subscription* find(MemberNumber member) noexcept;
    [[nodiscard]] const Subscription* find(MemberNumber member) const noexcept;
    [[nodiscard]] bool has(MemberNumber member) const noexcept { return find(member) != nullptr; }
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] bool has_policy(Policy policy) const noexcept;
    [[nodiscard]] std::vector<MemberNumber> members() const;

    /// The frame of the member's Subscription::next() has left.
    void sent(MemberNumber member);
    void end_connection(MemberNumber member);
    [[nodiscard]] bool is_sending(MemberNumber member) const noexcept;
    [[nodiscard]] bool is_sending() const noexcept;  ///< to any member

    /// Of the viewer furthest ahead: frames that may be made for it, and those that are ready and have not
    /// left.
    struct Wanted {
        std::uint64_t frames = 0;
        std::uint64_t unsent = 0;
    };
    [[nodiscard]] Wanted wanted() const noexcept;
    [[nodiscard]] std::uint64_t least_unsent() const noexcept;  ///< of any viewer
    /// There is a buffer for a frame that is wanted, or one that can be freed for it.
    [[nodiscard]] bool has_buffer() const noexcept;
    /// Frees buffers for a batch of frames, as far as viewers may leave out what they keep.
    void make_room();
    /// Frames that no viewer needs are not kept any more.
    void release();

    using Duration = std::chrono::steady_clock::duration;
    /// How long members with policy *every* may hold all buffers back while another one waits.
    struct Patience {
        Duration in_all;   ///< until they have caught up
        Duration at_once;  ///< without taking a frame, or twice their answer_time(), where that is longer
    };
    /// No buffer is free for a frame that is wanted: notes which frames are on their way, and which members
    /// with policy *every* hold buffers back that the one furthest ahead has no need of.
    void note_blocked();
    /// How long they may go on so.
    [[nodiscard]] Duration left(const Patience& patience) const noexcept;
    /// A buffer is free again, this long after note_blocked().
    void note_free(Duration blocked) noexcept;
    /// What became of a member that held all buffers back.
    enum class Blocked {
        BecameLatest,   ///< its policy was *every*
        IsStalled,      ///< a frame on its way to it does not leave
        IsExclusive,    ///< it may
        SlotsTooSmall,  ///< a frame does not fit its slots: its subscription ends
    };
    using Report = std::function<void(MemberNumber, Blocked)>;
    /// No buffer has been free for this long since note_blocked(): members that have held them back for as
    /// long as they may do so no longer, unless they are exclusive. One that is stalled for `in_all` frees
    /// its buffer as its connection ends.
    void free_blocked(Duration blocked, const Patience& patience, const Report& report);
    /// Frames that were made before a change: none is sent to viewers with policy *latest*, or to any.
    void drop_waiting(bool to_all);

    [[nodiscard]] bool has_unsent(MemberNumber member) const noexcept;

private:
    struct Entry {
        MemberNumber member = 0;
        std::unique_ptr<Subscription> place;
        bool has_left = false;                      ///< but a frame is on its way to it
        std::optional<std::uint64_t> sending = {};  ///< at note_blocked()
        bool holds = false;                         ///< at note_blocked(): others wait for its buffers
        Duration held{0};                           ///< so long since it had all that another had
        Duration silent{0};                         ///< so long since it took a frame
        std::uint64_t progress = 0;                 ///< when that was noted
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
    std::map<MemberNumber, std::uint16_t> numbers_;  ///< of each member's last subscription
};

}  // namespace farfield::net
