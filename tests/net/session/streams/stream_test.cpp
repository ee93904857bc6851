// A stream on an event loop of the test's own, without a session.
#include "net/session/streams/stream.h"

#include "model/fields/fields.h"

#include <boost/asio/executor_work_guard.hpp>

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

/// A stream of scripted frames, run by the test's thread.
struct RunningStream {
    explicit RunningStream(const Json& settings = Json::object())
    {
        const auto start = farfield::model::read<ProgramStart>(start_params(settings));
        stream = std::make_shared<Stream>(io, *memory, 7, std::make_unique<ScriptedProgram>(start, log),
                                          start, false, Stream::Events{[this] { ++news; }, {}});
        stream->subscribe(1, SubscriptionTerms::of(start.policy, start.slot_bytes, false));
        stream->run({});
    }
    ~RunningStream()
    {
        stream->join();
        io.restart();
        io.poll();  // the last news refer to this
    }
    /// Handles news until `done`.
    template <class Done>
    void run_until(Done done)
    {
        while (!done()) io.run_one();
    }
    [[nodiscard]] ReadyFrame next_frame()
    {
        std::optional<ReadyFrame> frame;
        run_until([&] { return (frame = stream->next(1)).has_value(); });
        return *frame;
    }

    boost::asio::io_context io{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work =
        boost::asio::make_work_guard(io);
    std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>(1 << 28);
    ProgramLog log;
    int news = 0;
    std::shared_ptr<Stream> stream;
};

}  // namespace

TEST_CASE("Stream: makes frames for a connected viewer as far as it grants them", "[stream]")
{
    RunningStream running(Json{{"bytes", 100}});
    running.stream->begin_connection(1);
    CHECK_FALSE(running.stream->grant(1, 3, 0));
    for (std::uint64_t n = 0; n < 3; ++n) {
        const ReadyFrame frame = running.next_frame();
        CHECK(frame.header.stream == 7);
        CHECK(frame.header.sequence == n);
        CHECK(frame.payload.size() == 100);
        CHECK(load_big<std::uint64_t>(frame.payload.data()) == n);
        running.stream->sent(1);
    }
    CHECK(running.log.produced == 3);
}

TEST_CASE("Stream: says how it ended once its last frame has been sent", "[stream]")
{
    RunningStream running(Json{{"last", 1}});
    running.stream->begin_connection(1);
    CHECK_FALSE(running.stream->grant(1, 9, 0));
    (void)running.next_frame();
    running.run_until([&] { return running.stream->has_exited(); });
    CHECK_FALSE(running.stream->ended(1));
    running.stream->sent(1);
    REQUIRE(running.stream->ended(1));
    CHECK_FALSE(running.stream->ended(1)->failed);
    CHECK(running.stream->ended(1)->message == "the last frame has been made");
}

TEST_CASE("Stream: a command is answered on the event loop, also after the end", "[stream]")
{
    RunningStream running;
    std::vector<std::string> answers;
    const auto note = [&](const std::optional<RpcError>& error, const Json&) {
        answers.push_back(error ? error->what() : "done");
    };
    running.stream->pause(note);
    running.run_until([&] { return answers.size() == 1; });
    running.stream->stop();
    running.run_until([&] { return running.stream->has_exited(); });
    running.stream->resume(note);
    running.run_until([&] { return answers.size() == 2; });
    CHECK(answers == std::vector<std::string>{"done", "stream 7 has ended"});
}

TEST_CASE("Stream: an idle program makes frames again when it has news of its own", "[stream]")
{
    RunningStream running(Json{{"answer", 1}});
    running.stream->begin_connection(1);
    CHECK_FALSE(running.stream->grant(1, 10, 0));
    (void)running.next_frame();
    running.stream->sent(1);
    for (std::uint64_t n = 1; n < 4; ++n) {
        running.log.news = n;
        running.log.wake();
        CHECK(running.next_frame().header.sequence == n);
        running.stream->sent(1);
    }
    CHECK(running.log.produced == 4);
}

TEST_CASE("Stream: a viewer with policy every keeps it where the one that waited for it has left", "[stream]")
{
    RunningStream running(Json{{"bytes", 100}});
    constexpr std::uint64_t many = 1000;
    running.stream->subscribe(1, SubscriptionTerms::of(Policy::Every, 1 << 20, false));
    running.stream->subscribe(2, SubscriptionTerms::of(Policy::Latest, 1 << 20, false));
    running.stream->begin_connection(2);
    CHECK_FALSE(running.stream->grant(2, many, 0));
    // Until all buffers keep what the first has not taken.
    const auto buffers = running.stream->buffer_bytes() >> 20;
    for (std::uint64_t taken = 0; taken < buffers;) {
        if (!running.stream->next(2)) {
            running.io.run_one();
            continue;
        }
        running.stream->sent(2);
        ++taken;
    }
    running.io.run_for(std::chrono::milliseconds(100));  // it waits for the next
    running.stream->unsubscribe(2);
    running.io.run_for(Stream::longest_block.in_all + std::chrono::milliseconds(300));
    running.stream->begin_connection(1);
    for (std::uint64_t n = 0; n < 3; ++n) {
        CHECK_FALSE(running.stream->grant(1, n + 1, 0));
        CHECK(load_big<std::uint64_t>(running.next_frame().payload.data()) == n);
        running.stream->sent(1);
    }
}
