#include "net/session/streams/subscription.h"

#include "tests/catch.h"

#include <vector>

using namespace farfield::net;

namespace {

struct Viewer {
    explicit Viewer(FrameKeeping keeping = FrameKeeping::UntilSent, Policy policy = Policy::Every,
                    double rate = 0.0)
        : subscription{3, queue, {.keeping = keeping, .policy = policy, .rate = rate}}
    {
        subscription.begin_connection();
    }
    void make(int frames)
    {
        for (int i = 0; i < frames; ++i) {
            queue.begin_batch(1);
            queue.publish({.header = {.time_ns = queue.made()}, .payload = {}});
        }
    }
    /// Frames that must be kept for it.
    [[nodiscard]] std::size_t kept()
    {
        queue.release_unless([this](std::uint64_t n) { return subscription.needs(n); });
        return queue.kept();
    }
    /// The numbers of all frames that may be sent, which are.
    std::vector<std::uint64_t> sequences()
    {
        std::vector<std::uint64_t> numbers;
        while (const auto frame = subscription.next()) {
            numbers.push_back(frame->header.sequence);
            subscription.sent();
        }
        return numbers;
    }
    /// Sends all that may be sent. Returns how many frames that were.
    std::uint64_t send_all()
    {
        std::uint64_t sent = 0;
        for (; subscription.next(); ++sent) subscription.sent();
        return sent;
    }

    std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>(1 << 20);
    FrameQueue queue{*memory, 1000, std::chrono::milliseconds(40)};
    Subscription subscription;
};

}  // namespace

TEST_CASE("Subscription: frames that are ready and granted leave in their order", "[stream]")
{
    Viewer viewer;
    viewer.make(3);
    CHECK_FALSE(viewer.subscription.next());
    CHECK_FALSE(viewer.subscription.grant(2));
    for (std::uint64_t n = 0; n < 2; ++n) {
        const auto frame = viewer.subscription.next();
        REQUIRE(frame);
        CHECK(frame->header.sequence == n);
        viewer.subscription.sent();
    }
    CHECK_FALSE(viewer.subscription.next());
    CHECK(viewer.kept() == 1);
}

TEST_CASE("Subscription: one frame at a time is on its way", "[stream]")
{
    Viewer viewer;
    viewer.make(2);
    CHECK_FALSE(viewer.subscription.grant(2));
    CHECK(viewer.subscription.next());
    CHECK(viewer.subscription.is_sending());
    CHECK_FALSE(viewer.subscription.next());
    CHECK(viewer.subscription.first_waiting() == 1);
    CHECK(viewer.kept() == 2);  // its memory is in use
    viewer.subscription.sent();
    CHECK(viewer.kept() == 1);
    viewer.subscription.sent();  // of none
    CHECK(viewer.kept() == 1);
}

TEST_CASE("Subscription: credits left are those of frames not made yet", "[stream]")
{
    Viewer viewer;
    CHECK(viewer.subscription.credits_left() == 0);
    CHECK_FALSE(viewer.subscription.grant(5));
    CHECK(viewer.subscription.credits_left() == 5);
    viewer.make(2);
    CHECK(viewer.subscription.credits_left() == 3);
    CHECK(viewer.subscription.next());
    CHECK(viewer.subscription.credits_left() == 3);
    viewer.subscription.sent();
    CHECK(viewer.subscription.credits_left() == 3);
}

TEST_CASE("Subscription: a total that is not larger changes nothing, one absurdly far ahead is a fault",
          "[stream]")
{
    Viewer viewer;
    CHECK_FALSE(viewer.subscription.grant(4));
    CHECK_FALSE(viewer.subscription.grant(4));
    CHECK_FALSE(viewer.subscription.grant(1));
    CHECK(viewer.subscription.credits_left() == 4);
    CHECK_FALSE(viewer.subscription.grant(1'000'000));
    CHECK(viewer.subscription.grant(1'000'001) ==
          "a Credit grants 1000001 frames of stream 3, but only 0 were sent; expected at most 1000000 more");
    CHECK(viewer.subscription.credits_left() == 1'000'000);
    viewer.make(1);
    CHECK(viewer.send_all() == 1);
    CHECK_FALSE(viewer.subscription.grant(1'000'001));
}

TEST_CASE("Subscription: credits of a new connection count from 0", "[stream]")
{
    Viewer viewer;
    viewer.make(4);
    CHECK_FALSE(viewer.subscription.grant(3));
    CHECK(viewer.send_all() == 3);
    viewer.subscription.begin_connection();
    CHECK(viewer.send_all() == 0);
    CHECK_FALSE(viewer.subscription.grant(1));
    const auto frame = viewer.subscription.next();
    REQUIRE(frame);
    CHECK(frame->header.sequence == 3);
}

TEST_CASE("Subscription: a frame on its way when the connection broke is sent again", "[stream]")
{
    Viewer viewer;
    viewer.make(2);
    CHECK_FALSE(viewer.subscription.grant(2));
    CHECK(viewer.subscription.next());
    viewer.subscription.end_connection();
    CHECK_FALSE(viewer.subscription.is_sending());
    CHECK(viewer.subscription.credits_left() == 0);
    CHECK_FALSE(viewer.subscription.next());
    viewer.subscription.begin_connection();
    CHECK_FALSE(viewer.subscription.grant(2));
    const auto frame = viewer.subscription.next();
    REQUIRE(frame);
    CHECK(frame->header.sequence == 0);
}

using Numbers = std::vector<std::uint64_t>;

TEST_CASE("Subscription: a frame is kept until the viewer has it", "[stream]")
{
    Viewer viewer(FrameKeeping::UntilAcknowledged);
    viewer.make(4);
    CHECK_FALSE(viewer.subscription.grant(3, 0));
    CHECK(viewer.send_all() == 3);
    CHECK(viewer.subscription.unsent() == 1);
    CHECK(viewer.kept() == 4);
    CHECK_FALSE(viewer.subscription.grant(3, 2));
    CHECK(viewer.kept() == 2);
    CHECK_FALSE(viewer.subscription.grant(4, 3));
    CHECK(viewer.send_all() == 1);
    CHECK(viewer.kept() == 1);
}

TEST_CASE("Subscription: a new connection goes on with the first frame that has not come", "[stream]")
{
    Viewer viewer(FrameKeeping::UntilAcknowledged);
    viewer.make(5);
    CHECK_FALSE(viewer.subscription.grant(100, 0));
    CHECK(viewer.send_all() == 5);
    CHECK_FALSE(viewer.subscription.grant(100, 1));
    CHECK(viewer.subscription.credits_left() == 95);
    viewer.subscription.begin_connection();
    CHECK(viewer.subscription.credits_left() == 0);
    CHECK_FALSE(viewer.subscription.next());
    CHECK_FALSE(viewer.subscription.grant(3, 2));
    CHECK(viewer.subscription.credits_left() == 0);  // for the frames that are there
    CHECK(viewer.sequences() == Numbers{2, 3, 4});
    CHECK_FALSE(viewer.subscription.grant(4, 5));
    CHECK(viewer.kept() == 0);
    viewer.make(1);
    CHECK(viewer.sequences() == Numbers{5});
}

TEST_CASE("Subscription: a frame on its way at the cut is sent again, also where the one before it has come",
          "[stream]")
{
    Viewer viewer(FrameKeeping::UntilAcknowledged);
    viewer.make(3);
    CHECK_FALSE(viewer.subscription.grant(100, 0));
    CHECK(viewer.subscription.next());
    viewer.subscription.sent();
    CHECK(viewer.subscription.next());
    viewer.subscription.begin_connection();
    CHECK_FALSE(viewer.subscription.grant(100, 1));
    CHECK(viewer.sequences() == Numbers{1, 2});
}

TEST_CASE("Subscription: a viewer that claims frames that have not left, or fewer than before, is at fault",
          "[stream]")
{
    Viewer viewer(FrameKeeping::UntilAcknowledged);
    viewer.make(4);
    CHECK(viewer.subscription.grant(100, 1).has_value());
    CHECK_FALSE(viewer.subscription.grant(100, 0));
    CHECK(viewer.subscription.next());  // on its way: it cannot have come
    CHECK(viewer.subscription.grant(100, 1).has_value());
    viewer.subscription.sent();
    CHECK_FALSE(viewer.subscription.grant(100, 1));
    CHECK(viewer.subscription.grant(100, 0) ==
          "a Credit says that 0 frames of stream 3 have come; expected 1 to 1, modulo 2^32");
    viewer.subscription.begin_connection();
    CHECK(viewer.subscription.grant(1, 0).has_value());
}

TEST_CASE("Subscription: of the newest frame, one waits for the next connection, and numbers go on",
          "[stream]")
{
    Viewer viewer(FrameKeeping::Newest);
    CHECK_FALSE(viewer.subscription.grant(100, 0));
    viewer.make(3);
    CHECK(viewer.sequences() == Numbers{0, 1, 2});
    CHECK(viewer.kept() == 0);

    viewer.subscription.begin_connection();  // two have come
    CHECK_FALSE(viewer.subscription.grant(100, 2));
    const auto again = viewer.subscription.next();
    REQUIRE(again);
    CHECK(again->header.sequence == 2);
    CHECK(again->header.time_ns == 2);  // the frame itself
    viewer.subscription.sent();

    viewer.subscription.end_connection();
    viewer.make(3);
    viewer.subscription.begin_connection();  // all have come, and three wait
    CHECK_FALSE(viewer.subscription.grant(100, 3));
    const auto newest = viewer.subscription.next();
    REQUIRE(newest);
    CHECK(newest->header.sequence == 3);
    CHECK(newest->header.time_ns == 5);
    viewer.subscription.sent();
    CHECK_FALSE(viewer.subscription.next());

    viewer.subscription.begin_connection();  // all have come, and none waits
    CHECK_FALSE(viewer.subscription.grant(100, 4));
    CHECK_FALSE(viewer.subscription.next());
}

TEST_CASE("Subscription: with policy latest, frames beyond those that are granted are left out, oldest first",
          "[stream]")
{
    Viewer viewer(FrameKeeping::Newest, Policy::Latest);
    CHECK_FALSE(viewer.subscription.grant(2, 0));
    viewer.make(7);  // for another viewer, too
    const auto first = viewer.subscription.next();
    REQUIRE(first);
    CHECK(first->header.time_ns == 5);
    CHECK(first->header.sequence == 0);
    viewer.subscription.sent();
    const auto second = viewer.subscription.next();
    REQUIRE(second);
    CHECK(second->header.time_ns == 6);
    CHECK(second->header.sequence == 1);
}

TEST_CASE("Subscription: a frame on its way that others made it skip past is not sent again", "[stream]")
{
    Viewer viewer(FrameKeeping::UntilSent, Policy::Latest);
    viewer.make(3);
    CHECK_FALSE(viewer.subscription.grant(3));
    REQUIRE(viewer.subscription.next());
    viewer.subscription.skip_to(2);
    CHECK(viewer.subscription.needs(0));
    CHECK_FALSE(viewer.subscription.needs(1));
    viewer.subscription.begin_connection();
    CHECK_FALSE(viewer.subscription.needs(0));
    CHECK_FALSE(viewer.subscription.grant(3));
    const auto frame = viewer.subscription.next();
    REQUIRE(frame);
    CHECK(frame->header.time_ns == 2);
    CHECK(frame->header.sequence == 0);
}

TEST_CASE("Subscription: one that begins late has the frames from then on, or the newest one first",
          "[stream]")
{
    Viewer viewer;
    viewer.make(3);
    Subscription late{3, viewer.queue, {}};
    CHECK_FALSE(late.needs(2));
    late.begin_with_newest();
    CHECK(late.needs(2));
    CHECK_FALSE(late.needs(1));
}

TEST_CASE("Subscription: with a rate one frame leaves each time that it may go on, and one is made for it",
          "[stream]")
{
    Viewer viewer(FrameKeeping::UntilSent, Policy::Every, 5.0);
    CHECK_FALSE(viewer.subscription.grant(100));
    CHECK(viewer.subscription.credits_left() == 1);
    viewer.make(3);
    CHECK(viewer.subscription.credits_left() == 0);
    CHECK(viewer.sequences() == std::vector<std::uint64_t>{0});
    viewer.subscription.allow_next();
    viewer.subscription.allow_next();
    CHECK(viewer.sequences() == std::vector<std::uint64_t>{1});
    viewer.subscription.begin_connection();
    CHECK_FALSE(viewer.subscription.grant(100));
    CHECK(viewer.sequences() == std::vector<std::uint64_t>{2});
}

TEST_CASE(
    "Subscription: with a rate and policy latest the newest frame leaves, those in between are left out",
    "[stream]")
{
    Viewer viewer(FrameKeeping::Newest, Policy::Latest, 5.0);
    CHECK_FALSE(viewer.subscription.grant(100, 0));
    viewer.make(1);
    CHECK(viewer.sequences() == std::vector<std::uint64_t>{0});
    viewer.make(5);  // for another viewer
    viewer.subscription.allow_next();
    const auto frame = viewer.subscription.next();
    REQUIRE(frame);
    CHECK(frame->header.time_ns == 5);
    CHECK(frame->header.sequence == 1);
}

TEST_CASE(
    "Subscription: a grant that is numbered for another one changes nothing, and frames have its number",
    "[stream]")
{
    Viewer viewer;
    viewer.make(2);
    CHECK_FALSE(viewer.subscription.grant(896, 890, 7));
    CHECK_FALSE(viewer.subscription.next());
    CHECK_FALSE(viewer.subscription.grant(1, 0, 1));
    CHECK(viewer.subscription.next()->header.flags == 1);
    viewer.subscription.sent();
    CHECK_FALSE(viewer.subscription.grant(2));  // of a viewer that numbers none
    CHECK(viewer.subscription.next()->header.flags == 0);
}
