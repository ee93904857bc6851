#include "net/session/streams/subscribers.h"

#include "tests/catch.h"

#include <utility>
#include <vector>

using namespace farfield::net;

namespace {

constexpr SubscriptionTerms latest{.keeping = FrameKeeping::Newest, .policy = Policy::Latest};
constexpr SubscriptionTerms every{.keeping = FrameKeeping::UntilAcknowledged, .policy = Policy::Every};
constexpr SubscriptionTerms exclusive{
    .keeping = FrameKeeping::UntilAcknowledged, .policy = Policy::Every, .is_exclusive = true};
constexpr std::uint64_t many = 1'000'000;
constexpr std::chrono::milliseconds longest_hold{2000}, at_once{200};
constexpr Subscribers::Patience slow_alone{longest_hold, longest_hold};
constexpr Subscribers::Patience both{longest_hold, at_once};

struct Shared {
    /// A viewer with a connection that grants so many frames.
    Subscription& join(MemberNumber member, const SubscriptionTerms& terms, std::uint64_t credits = many)
    {
        Subscription& place = viewers.add(member, terms);
        place.begin_connection();
        CHECK_FALSE(place.grant(credits, 0));
        return place;
    }
    /// Makes the next frame, where one is wanted and there is a buffer.
    bool make()
    {
        if (viewers.wanted().frames == 0 || !viewers.has_buffer()) return false;
        viewers.make_room();
        REQUIRE(queue.free_buffers() > 0);
        queue.begin_batch(1);
        queue.publish({.header = {.time_ns = queue.made()}, .payload = queue.memory(0)});
        queue.end_batch();
        return true;
    }
    /// The member takes the next frame whole, and acknowledges it.
    bool take(MemberNumber member)
    {
        Subscription* const place = viewers.find(member);
        if (!place->next()) return false;
        viewers.sent(member);
        CHECK_FALSE(place->grant(many, static_cast<std::uint32_t>(place->next_sequence())));
        viewers.release();
        return true;
    }
    /// Makes and takes so many frames, of which others leave out what they do not take.
    bool take_some(MemberNumber member, int frames)
    {
        for (int n = 0; n < frames; ++n)
            if (!make() || !take(member)) return false;
        return true;
    }
    /// Makes frames for as long as this member takes all. Returns how many, at most `most`.
    int run(MemberNumber member, int most)
    {
        int frames = 0;
        while (frames < most && make() && take(member)) ++frames;
        return frames;
    }

    using Reports = std::vector<std::pair<MemberNumber, Subscribers::Blocked>>;
    Reports free_blocked(std::chrono::milliseconds blocked = longest_hold,
                         const Subscribers::Patience& patience = slow_alone)
    {
        Reports reports;
        viewers.free_blocked(blocked, patience,
                             [&](MemberNumber member, auto what) { reports.emplace_back(member, what); });
        return reports;
    }

    std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>(1 << 20);
    FrameQueue queue{*memory, 1000, std::chrono::milliseconds(40)};
    Subscribers viewers{3, queue};
};

constexpr int long_time = 1000;

}  // namespace

TEST_CASE("Subscribers: a frame is made once, and kept until each viewer has it", "[stream]")
{
    Shared shared;
    shared.join(1, every);
    shared.join(2, every);
    REQUIRE(shared.make());
    CHECK(shared.take(1));
    CHECK(shared.queue.kept() == 1);
    CHECK(shared.take(2));
    CHECK(shared.queue.kept() == 0);
    CHECK(shared.queue.made() == 1);
}

TEST_CASE("Subscribers: no frame is wanted that no viewer has granted", "[stream]")
{
    Shared shared;
    CHECK(shared.viewers.wanted().frames == 0);
    Subscription& viewer = shared.join(1, latest, 2);
    shared.join(2, latest, 1);
    CHECK(shared.viewers.wanted().frames == 2);
    CHECK(shared.make());
    CHECK(shared.make());
    CHECK_FALSE(shared.make());
    viewer.end_connection();
    CHECK(shared.viewers.wanted().frames == 0);
}

TEST_CASE("Subscribers: one with policy latest that takes nothing holds nothing back", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    SECTION("with a frame that does not leave")
    {
        shared.join(2, latest);
        REQUIRE(shared.make());
        REQUIRE(shared.viewers.find(2)->next());
        CHECK(shared.take(1));
    }
    SECTION("with credits that it does not use")
    {
        shared.join(2, latest);
    }
    SECTION("without credits")
    {
        shared.join(2, latest, 0);
    }
    SECTION("without a connection")
    {
        shared.join(2, latest).end_connection();
    }
    CHECK(shared.run(1, long_time) == long_time);
}

TEST_CASE("Subscribers: beside one with policy latest that takes nothing, as many frames are made at once",
          "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    Subscription& stopped = shared.join(2, latest, 0);
    REQUIRE(shared.run(1, long_time) == long_time);
    for (std::size_t frames = 1; frames < FrameQueue::max_batch; frames *= 2)
        shared.queue.adapt_batch(frames, std::chrono::nanoseconds(1), 0);
    shared.viewers.make_room();
    CHECK(shared.queue.next_batch() == FrameQueue::max_batch);
    CHECK_FALSE(stopped.grant(1, 0));
    const auto frame = stopped.next();
    REQUIRE(frame);
    CHECK(frame->header.time_ns == long_time - 1);
}

TEST_CASE("Subscribers: one with policy latest goes on with what is new", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    Subscription& slow = shared.join(2, latest, 1);
    REQUIRE(shared.make());
    REQUIRE(slow.next());
    CHECK(shared.take(1));
    CHECK(shared.run(1, long_time) == long_time);
    shared.viewers.sent(2);
    CHECK_FALSE(slow.grant(2, 1));
    const auto frame = slow.next();
    REQUIRE(frame);
    CHECK(frame->header.time_ns == long_time);
    CHECK(frame->header.sequence == 1);
}

TEST_CASE("Subscribers: one with policy every holds the buffers back until it is made to go on as latest",
          "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    const int buffers = static_cast<int>(shared.queue.buffers());
    CHECK(shared.run(1, long_time) == buffers);
    shared.viewers.note_blocked();
    CHECK(shared.free_blocked() == Shared::Reports{{2, Subscribers::Blocked::BecameLatest}});
    CHECK(shared.run(1, long_time) == long_time);
    CHECK(shared.viewers.find(2)->terms().policy == Policy::Latest);
}

TEST_CASE("Subscribers: one that may hold the buffers back does, which is reported", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, exclusive);
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    shared.viewers.note_blocked();
    CHECK(shared.free_blocked() == Shared::Reports{{2, Subscribers::Blocked::IsExclusive}});
    CHECK(shared.run(1, long_time) == 0);
    CHECK(shared.take(2));
    CHECK(shared.run(1, long_time) == 1);
}

TEST_CASE("Subscribers: a frame that does not leave is reported, one that does is not", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    Subscription& stalled = shared.join(2, latest);
    Subscription& slow = shared.join(3, latest);
    REQUIRE(shared.make());
    REQUIRE(stalled.next());
    REQUIRE(slow.next());
    shared.viewers.note_blocked();
    shared.viewers.sent(3);
    REQUIRE(shared.make());
    REQUIRE(slow.next());
    CHECK(shared.free_blocked() == Shared::Reports{{2, Subscribers::Blocked::IsStalled}});
}

TEST_CASE("Subscribers: a frame on its way to one that leaves is kept until it has left", "[stream]")
{
    Shared shared;
    Subscription& viewer = shared.join(1, latest);
    REQUIRE(shared.make());
    REQUIRE(viewer.next());
    shared.viewers.remove(1);
    CHECK_FALSE(shared.viewers.has(1));
    CHECK(shared.viewers.is_sending());
    CHECK(shared.queue.kept() == 1);
    shared.viewers.sent(1);
    CHECK_FALSE(shared.viewers.is_sending());
    CHECK(shared.queue.kept() == 0);
}

TEST_CASE("Subscribers: after a change nothing older is sent to one with policy latest", "[stream]")
{
    Shared shared;
    Subscription& ahead = shared.join(1, latest);
    Subscription& behind = shared.join(2, latest);
    for (int i = 0; i < 4; ++i) REQUIRE(shared.make());
    CHECK(shared.take(1));
    CHECK(shared.take(1));
    shared.viewers.drop_waiting(false);
    CHECK(shared.queue.made() == 2);
    CHECK_FALSE(ahead.next());
    CHECK_FALSE(behind.next());
    REQUIRE(shared.make());
    CHECK(ahead.next());
    const auto frame = behind.next();
    REQUIRE(frame);
    CHECK(frame->header.time_ns == 2);
}

TEST_CASE("Subscribers: after a change one with policy every still has what was made before it", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    for (int i = 0; i < 3; ++i) REQUIRE(shared.make());
    shared.viewers.drop_waiting(false);
    CHECK_FALSE(shared.take(1));
    for (int i = 0; i < 3; ++i) CHECK(shared.take(2));
}

TEST_CASE("Subscribers: one with policy every that takes a frame now and then holds back no longer in all",
          "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    const std::chrono::milliseconds once{900};
    for (int n = 0; n < 2; ++n) {
        shared.viewers.note_blocked();
        CHECK(shared.viewers.left(slow_alone) == longest_hold - n * once);
        CHECK(shared.take(2));
        shared.viewers.note_free(once);
        CHECK(shared.run(1, long_time) == 1);
    }
    shared.viewers.note_blocked();
    CHECK(shared.viewers.left(slow_alone) == longest_hold - 2 * once);
    CHECK(shared.free_blocked(longest_hold - 2 * once) ==
          Shared::Reports{{2, Subscribers::Blocked::BecameLatest}});
    CHECK(shared.run(1, long_time) == long_time);
}

TEST_CASE("Subscribers: one that has caught up may hold the others back as long again", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    shared.viewers.note_blocked();
    while (shared.take(2)) {
    }
    shared.viewers.note_free(longest_hold / 2);
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    shared.viewers.note_blocked();
    CHECK(shared.viewers.left(slow_alone) == longest_hold / 2);
    while (shared.take(2)) {
    }
    CHECK(shared.viewers.left(slow_alone) == longest_hold);
}

TEST_CASE("Subscribers: one with policy every that takes nothing holds the others back for a moment alone",
          "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    CHECK(shared.take_some(2, 3));  // and says so at once: its answers are quick
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    shared.viewers.note_blocked();
    CHECK(shared.viewers.left(both) == at_once);
    CHECK(shared.free_blocked(at_once, both) == Shared::Reports{{2, Subscribers::Blocked::BecameLatest}});
    CHECK(shared.run(1, long_time) == long_time);
}

TEST_CASE(
    "Subscribers: one with policy every that takes a frame before the moment is over is slow, not stopped",
    "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    CHECK(shared.take_some(2, 3));
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    for (int n = 0; n < 10; ++n) {  // 1.5 s in all
        shared.viewers.note_blocked();
        CHECK(shared.viewers.left(both) == at_once);
        CHECK(shared.take(2));
        shared.viewers.note_free(std::chrono::milliseconds{150});
        CHECK(shared.run(1, long_time) == 1);
    }
    shared.viewers.note_blocked();
    shared.viewers.note_free(std::chrono::milliseconds{150});  // another one made room; it took nothing
    shared.viewers.note_blocked();
    CHECK(shared.viewers.left(both) == std::chrono::milliseconds{50});
}

TEST_CASE("Subscribers: one whose answers have not been measured is waited for longer", "[stream]")
{
    Shared shared;
    shared.join(1, latest);
    shared.join(2, every);
    CHECK(shared.run(1, long_time) == static_cast<int>(shared.queue.buffers()));
    shared.viewers.note_blocked();
    CHECK(shared.viewers.left(both) > at_once);
    CHECK(shared.viewers.left(both) < longest_hold);
}
