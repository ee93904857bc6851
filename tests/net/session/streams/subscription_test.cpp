#include "net/session/streams/subscription.h"

#include "tests/catch.h"

using namespace farfield::net;

namespace {

struct Viewer {
    Viewer() { subscription.begin_connection(); }
    void make(int frames)
    {
        for (int i = 0; i < frames; ++i) queue.publish({});
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
    Subscription subscription{3, queue};
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
    CHECK(viewer.queue.ready() == 1);
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
    CHECK(viewer.queue.ready() == 2);  // its memory is in use
    viewer.subscription.sent();
    CHECK(viewer.queue.ready() == 1);
    viewer.subscription.sent();  // of none
    CHECK(viewer.queue.ready() == 1);
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
