#include "compute_node/node/programs/result_program.h"

#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"

#include <algorithm>
#include <vector>

using namespace farfield;
using namespace farfield::node;

namespace {

struct CountParams {
    std::uint32_t results = 1;
    std::uint32_t bytes = 64;
    friend bool operator==(const CountParams&, const CountParams&) = default;

    static void fields(auto& visit)
    {
        visit("results", &CountParams::results, model::required);
        visit("bytes", &CountParams::bytes, model::at_least(32));
    }
};

struct CountPlan : ResultPlan {};

/// Frames of `bytes` bytes that hold their index.
class CountProgram final : public ResultProgram<CountParams, CountPlan> {
public:
    explicit CountProgram(const net::Json& params) : ResultProgram{100} { begin(params); }

    std::vector<bool> named_bytes;  ///< [plans]
    int reserved = 0;

private:
    CountPlan plan(const Change& change) override
    {
        CHECK((change.before == nullptr) == named_bytes.empty());
        named_bytes.push_back(change.named.contains("bytes"));
        return {{.frame_bytes = change.params.bytes,
                 .results = change.params.results,
                 .scalar = {"count", "", std::array{0.0, 1.0}}}};
    }
    void reserve(const CountPlan&) override { ++reserved; }
    Result compute(const CountPlan& plan, const Task& task) override
    {
        if (task.cancel) return std::nullopt;
        const auto payload = task.buffer.first(plan.frame_bytes);
        std::ranges::fill(payload, static_cast<std::byte>(task.index));
        return net::Made{net::MessageType::Slice, payload};
    }
};

}  // namespace

TEST_CASE("ResultProgram: makes each result once, with a stamp, and is then idle until an update",
          "[programs]")
{
    CountProgram program{{{"results", 2}}};
    std::vector<std::byte> buffer(100);
    for (std::uint64_t n = 0; n < 2; ++n) {
        const auto frame = next_frame(program, buffer);
        REQUIRE(frame);
        CHECK(net::stamp_of(frame->payload).frame == n);
        CHECK(net::stamp_of(frame->payload).computed_at_ns > 0);
        CHECK(frame->payload[0] == static_cast<std::byte>(n));
        CHECK(frame->payload.back() == static_cast<std::byte>(n));
    }
    CHECK(makes_none<net::Idle>(program, buffer));
    program.update({{"results", 1}});
    CHECK(net::stamp_of(next_frame(program, buffer)->payload).frame == 2);
    CHECK(makes_none<net::Idle>(program, buffer));
    CHECK(program.named_bytes == std::vector<bool>{false, false});
}

TEST_CASE("ResultProgram: answers with the scalar of its plan", "[programs]")
{
    const CountProgram program{{{"results", 1}}};
    CHECK(program.answer().members.at("scalar") ==
          net::Json{{"name", "count"}, {"units", ""}, {"range", {0.0, 1.0}}});
}

TEST_CASE("ResultProgram: an interrupted result is made again", "[programs]")
{
    CountProgram program{{{"results", 1}}};
    std::vector<std::byte> buffer(100);
    program.interrupt();
    CHECK(makes_none<net::Interrupted>(program, buffer));
    CHECK(net::stamp_of(next_frame(program, buffer)->payload).frame == 0);
    program.interrupt();
    program.update({{"bytes", 40}});
    CHECK(next_frame(program, buffer)->payload.size() == 40);
}

TEST_CASE("ResultProgram: what does not fit the slots, or is wrong, changes nothing", "[programs]")
{
    CHECK_THROWS_AS(CountProgram(net::Json::object()), model::FieldError);
    CountProgram program{{{"results", 1}}};
    std::vector<std::byte> buffer(100);
    (void)next_frame(program, buffer);
    CHECK_THROWS_WITH(program.update({{"bytes", 101}}), Catch::Matchers::ContainsSubstring("slot_bytes"));
    CHECK_THROWS_AS(program.update({{"bytes", 3}}), model::FieldError);
    CHECK(makes_none<net::Idle>(program, buffer));
    CHECK(program.answer().frame_bytes == 64);
    CHECK(program.reserved == 1);
}
