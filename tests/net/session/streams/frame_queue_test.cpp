#include "net/session/streams/frame_queue.h"

#include "net/message/control_messages.h"
#include "tests/catch.h"

using namespace farfield::net;

namespace {

constexpr std::chrono::milliseconds longest{40}, quick{1};

std::shared_ptr<MemoryBudget> budget(std::uint64_t bytes)
{
    return std::make_shared<MemoryBudget>(bytes);
}

struct Queue {
    explicit Queue(std::uint64_t room = 1 << 20) : memory(budget(room)) {}
    void make(std::size_t frames)
    {
        queue.adapt_batch(frames, quick, queue.kept());
        for (std::size_t i = 0; i < frames; ++i) publish();
    }
    const std::byte* publish()
    {
        queue.begin_batch(1);
        const auto slot = queue.memory(0);
        queue.publish({.header = {.time_ns = queue.made()}, .payload = slot});
        queue.end_batch();
        return slot.data();
    }
    /// The oldest.
    void release(std::uint64_t frames)
    {
        const std::uint64_t first = queue.kept_number(0) + frames;
        queue.release_unless([first](std::uint64_t n) { return n >= first; });
    }
    [[nodiscard]] bool has_room() const
    {
        return queue.free_buffers() > 0 && queue.is_time_for_more(queue.kept());
    }

    std::shared_ptr<MemoryBudget> memory;
    FrameQueue queue{*memory, 1000, longest};
};

}  // namespace

TEST_CASE("FrameQueue: has buffers for two batches, or what the memory allows, but at least two", "[stream]")
{
    CHECK(FrameQueue(*budget(1 << 20), 1000, longest).buffers() == 16);
    CHECK(FrameQueue(*budget(15'999), 1000, longest).buffers() == 8);
    CHECK(FrameQueue(*budget(2000), 1000, longest).buffers() == 2);
    CHECK_THROWS_AS(FrameQueue(*budget(1999), 1000, longest), RpcError);
}

TEST_CASE("FrameQueue: takes no more memory than its limit, and gives it back", "[stream]")
{
    const auto memory = budget(4 * FrameQueue::max_buffer_bytes);
    {
        const FrameQueue queue(*memory, FrameQueue::max_buffer_bytes / 4, longest);
        CHECK(queue.buffers() == 4);
        CHECK(memory->left() == 3 * FrameQueue::max_buffer_bytes);
    }
    CHECK(memory->left() == 4 * FrameQueue::max_buffer_bytes);
}

TEST_CASE("FrameQueue: frames keep their numbers and their memory until they are released", "[stream]")
{
    Queue q;
    q.make(1);
    q.make(2);
    CHECK(q.queue.kept() == 3);
    for (std::uint64_t n = 0; n < 3; ++n) CHECK(q.queue.at(n).header.time_ns == n);
    CHECK(q.queue.at(0).payload.data() != q.queue.at(1).payload.data());
    CHECK(q.queue.at(0).payload.size() == 1000);
    q.release(2);
    CHECK_FALSE(q.queue.keeps(1));
    CHECK(q.queue.kept() == 1);
    CHECK(q.queue.at(2).header.time_ns == 2);
}

TEST_CASE("FrameQueue: its memory is used in turn", "[stream]")
{
    Queue q;
    const std::byte* const first = q.publish();
    q.release(1);
    for (std::size_t i = 1; i < q.queue.buffers(); ++i) {
        CHECK(q.publish() != first);
        q.release(1);
    }
    CHECK(q.publish() == first);
}

TEST_CASE("FrameQueue: one frame that is kept does not hold back the buffers of those after it", "[stream]")
{
    Queue q;
    const std::byte* const slow = q.publish();
    for (std::size_t i = 0; i < 3 * q.queue.buffers(); ++i) {
        CHECK(q.publish() != slow);
        q.queue.release_unless([](std::uint64_t n) { return n == 0; });
        CHECK(q.queue.free_buffers() == q.queue.buffers() - 1);
    }
    CHECK(q.queue.at(0).payload.data() == slow);
    CHECK(q.queue.at(0).header.time_ns == 0);
}

TEST_CASE("FrameQueue: a batch that is given up leaves its buffers free", "[stream]")
{
    Queue q;
    q.make(4);
    q.release(4);
    const std::size_t batch = q.queue.next_batch();
    q.queue.begin_batch(batch);
    CHECK(q.queue.free_buffers() == q.queue.buffers() - batch);
    q.queue.end_batch();
    CHECK(q.queue.free_buffers() == q.queue.buffers());
    CHECK(q.queue.made() == 4);
}

TEST_CASE("FrameQueue: batches double while frames leave as fast as they are made", "[stream]")
{
    Queue q;
    for (const std::size_t expected : {1U, 2U, 4U, 8U, 8U}) {
        CHECK(q.queue.next_batch() == expected);
        q.make(expected);
        q.release(expected);
    }
}

TEST_CASE("FrameQueue: batches halve while frames wait", "[stream]")
{
    Queue q;
    for (const std::size_t frames : {1U, 2U, 4U}) {
        q.make(frames);
        q.release(frames);
    }
    q.make(2);
    q.make(1);  // two wait
    CHECK(q.queue.next_batch() == 2);
    q.make(1);
    CHECK(q.queue.next_batch() == 1);
}

TEST_CASE("FrameQueue: a batch takes no longer than the longest, but has one frame", "[stream]")
{
    Queue q;
    q.queue.adapt_batch(4, longest * 2, 0);
    CHECK(q.queue.next_batch() == 2);
    q.queue.adapt_batch(1, longest * 100, 0);
    CHECK(q.queue.next_batch() == 1);
}

TEST_CASE("FrameQueue: has room while no more than a batch waits", "[stream]")
{
    Queue q;
    CHECK(q.has_room());
    q.publish();
    CHECK(q.has_room());
    q.publish();
    CHECK_FALSE(q.has_room());
    q.release(1);
    CHECK(q.has_room());
}

TEST_CASE("FrameQueue: single frames begin again after a change", "[stream]")
{
    Queue q;
    q.make(4);
    q.release(4);
    q.queue.begin_single_frames();
    CHECK(q.queue.next_batch() == 1);
}

TEST_CASE("FrameQueue: numbers of dropped frames are given again", "[stream]")
{
    Queue q;
    q.make(3);
    q.queue.drop_from(1);
    CHECK(q.queue.kept() == 1);
    const std::byte* const memory = q.publish();
    CHECK(q.queue.made() == 2);
    CHECK(q.queue.at(1).payload.data() == memory);
}

TEST_CASE(
    "FrameQueue: frames that are kept until they are acknowledged have more buffers where they are small",
    "[stream]")
{
    const auto buffers = [](std::uint64_t slot_bytes) {
        return FrameQueue(*budget(1ull << 33), slot_bytes, longest, true).buffers();
    };
    CHECK(buffers(1000) == 64);
    CHECK(buffers(1 << 20) == 64);
    CHECK(buffers(2 << 20) == 32);
    CHECK(buffers(8 << 20) == 16);  // as without
    CHECK(buffers(256 << 20) == 2);
}

TEST_CASE("FrameQueue: has no buffer while all are kept", "[stream]")
{
    Queue q;
    for (std::size_t i = 0; i < q.queue.buffers(); ++i) {
        CHECK(q.queue.free_buffers() > 0);
        q.publish();
    }
    CHECK(q.queue.free_buffers() == 0);
    q.release(1);
    CHECK(q.queue.free_buffers() == 1);
}

TEST_CASE("FrameQueue: the newest frame can be kept again after its release, until its buffer is used",
          "[stream]")
{
    Queue q;
    CHECK_FALSE(q.queue.keep_newest());
    q.publish();
    const std::byte* const newest = q.publish();
    q.release(2);
    CHECK(q.queue.keep_newest());
    CHECK(q.queue.keep_newest());
    CHECK(q.queue.kept() == 1);
    CHECK(q.queue.at(1).payload.data() == newest);
    q.release(1);
    q.queue.begin_batch(q.queue.buffers() / 2);
    q.queue.end_batch();
    CHECK(q.queue.keep_newest());
    q.release(1);
    q.queue.drop_from(0);
    CHECK_FALSE(q.queue.keep_newest());
}
