#include "app/show/frames/answer_stream.h"

#include "model/geometry/byte_access.h"
#include "net/message/messages.h"
#include "render/gl/egl_context.h"
#include "tests/catch.h"

#include <utility>

using namespace farfield;
using app::AnswerStream;

namespace {

constexpr std::size_t part_bytes = 64;
constexpr std::uint64_t patience = 1000;

/// Answers of two parts at most.
struct ArrivingAnswers {
    explicit ArrivingAnswers(std::optional<std::uint64_t> patience_ns = std::nullopt)
        : stream({.parts = 2, .slot_bytes = part_bytes, .patience_ns = patience_ns})
    {}

    /// Puts a part into the ring, as the client's thread does. False when there is no room.
    bool arrive(std::uint64_t answer, std::uint32_t part, std::uint32_t parts, std::uint64_t at_ns = 0)
    {
        const auto slot = stream.ring().try_acquire();
        if (!slot) return false;
        model::store_big(slot->data() + 8, answer);
        model::store_big(slot->data() + 40, part);
        model::store_big(slot->data() + 44, parts);
        net::MessageHeader header{.type = net::MessageType::Polylines};
        header.payload_bytes = part_bytes;
        stream.ring().publish({.header = header, .first_byte_ns = at_ns});
        return true;
    }

    /// What is shown: answer and part, oldest first.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> shown()
    {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> parts;
        stream.each_shown([&parts](std::size_t, std::span<const std::byte> payload) {
            parts.emplace_back(model::load_big<std::uint64_t>(payload.data() + 8),
                               model::load_big<std::uint32_t>(payload.data() + 40));
        });
        return parts;
    }

    render::EglContext context;
    AnswerStream stream;
};

using Parts = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

}  // namespace

TEST_CASE("AnswerStream: the last whole answer is shown until the next one is whole", "[answer_stream]")
{
    ArrivingAnswers answers;
    REQUIRE(answers.arrive(0, 0, 2));
    CHECK_FALSE(answers.stream.take(0));
    CHECK(answers.stream.newest() == nullptr);
    REQUIRE(answers.arrive(0, 1, 2));
    CHECK(answers.stream.take(0));
    CHECK(answers.shown() == Parts{{0, 0}, {0, 1}});
    REQUIRE(answers.arrive(1, 0, 2));
    CHECK_FALSE(answers.stream.take(1'000'000'000));
    CHECK(answers.shown() == Parts{{0, 0}, {0, 1}});
    REQUIRE(answers.arrive(1, 1, 2));
    CHECK(answers.stream.take(0));
    CHECK(answers.shown() == Parts{{1, 0}, {1, 1}});
    CHECK(answers.stream.is_complete());
}

TEST_CASE("AnswerStream: a coarse answer replaces the last one while the next one arrives", "[answer_stream]")
{
    ArrivingAnswers answers;
    for (const std::uint32_t part : {0U, 1U}) REQUIRE(answers.arrive(0, part, 2));
    REQUIRE(answers.stream.take(0));
    REQUIRE(answers.arrive(1, 0, 1));
    REQUIRE(answers.arrive(2, 0, 2));
    CHECK(answers.stream.take(0));
    CHECK(answers.shown() == Parts{{1, 0}});
    REQUIRE(answers.arrive(2, 1, 2));
    CHECK(answers.stream.take(0));
    CHECK(answers.shown() == Parts{{2, 0}, {2, 1}});
}

TEST_CASE("AnswerStream: with patience an answer that takes its time is shown as far as it is there",
          "[answer_stream]")
{
    ArrivingAnswers answers(patience);
    for (const std::uint32_t part : {0U, 1U}) REQUIRE(answers.arrive(0, part, 2));
    REQUIRE(answers.stream.take(0));
    REQUIRE(answers.arrive(1, 0, 2, 5000));
    CHECK_FALSE(answers.stream.take(5000 + patience));
    CHECK(answers.stream.take(5001 + patience));
    CHECK(answers.shown() == Parts{{1, 0}});
    CHECK_FALSE(answers.stream.is_complete());
}

TEST_CASE("AnswerStream: slots of answers that are not shown are given back after the draws",
          "[answer_stream]")
{
    ArrivingAnswers answers;
    for (std::uint64_t answer = 0; answer < 20; ++answer) {
        for (const std::uint32_t part : {0U, 1U}) REQUIRE(answers.arrive(answer, part, 2));
        REQUIRE(answers.stream.take(0));
        CHECK(answers.shown() == Parts{{answer, 0}, {answer, 1}});
        answers.stream.drawn();
        render::GpuFence::insert().wait();
        CHECK(answers.stream.release_finished() == (answer > 0));
    }
    CHECK(answers.stream.ring().held() == 2);
}

TEST_CASE("AnswerStream: answers that were given up never fill the ring for good", "[answer_stream]")
{
    ArrivingAnswers answers;
    for (const std::uint32_t part : {0U, 1U}) REQUIRE(answers.arrive(0, part, 2));
    REQUIRE(answers.stream.take(0));
    std::uint64_t given_up = 1;
    while (answers.arrive(given_up, 0, 2)) ++given_up;
    CHECK(answers.stream.take(0));
    CHECK(answers.shown() == Parts{{given_up - 1, 0}});
    answers.stream.drawn();
    render::GpuFence::insert().wait();
    CHECK(answers.stream.release_finished());
    CHECK(answers.arrive(given_up - 1, 1, 2));
    CHECK(answers.stream.take(0));
    CHECK(answers.stream.is_complete());
}

TEST_CASE("AnswerStream: one after the other, none is passed over", "[answer_stream]")
{
    ArrivingAnswers answers;
    for (const std::uint32_t part : {0U, 1U}) REQUIRE(answers.arrive(0, part, 2));
    REQUIRE(answers.arrive(1, 0, 1));
    REQUIRE(answers.arrive(2, 0, 2));
    CHECK(answers.stream.take_next());
    CHECK(answers.shown() == Parts{{0, 0}, {0, 1}});
    CHECK(answers.stream.take_next());
    CHECK(answers.shown() == Parts{{1, 0}});
    CHECK_FALSE(answers.stream.take_next());
    CHECK(answers.shown() == Parts{{1, 0}});
}
