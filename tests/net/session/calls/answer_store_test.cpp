#include "net/session/calls/answer_store.h"

#include "tests/catch.h"

using namespace farfield::net;
using State = AnswerStore::State;

namespace {

constexpr AnswerStore::Limits small{.answers = 3, .bytes = 10, .string_ids = 4};

void run(AnswerStore& store, const Json& id, const std::string& answer = "abc")
{
    store.begin(id);
    store.finish(id, answer);
}

}  // namespace

TEST_CASE("AnswerStore: an id is new, running, answered", "[calls]")
{
    AnswerStore store;
    const Json id = GENERATE(Json(1), Json("1"), Json(-7), Json(INT64_MAX));
    CHECK(store.state(id) == State::New);
    store.begin(id);
    CHECK(store.state(id) == State::Running);
    CHECK(store.running() == 1);
    store.finish(id, "done");
    CHECK(store.state(id) == State::Answered);
    CHECK(store.answer(id) == "done");
    CHECK(store.running() == 0);
}

TEST_CASE("AnswerStore: 1 and \"1\" are different ids", "[calls]")
{
    AnswerStore store;
    run(store, 1, "number");
    CHECK(store.state("1") == State::New);
    run(store, "1", "text");
    CHECK(store.answer(1) == "number");
    CHECK(store.answer("1") == "text");
}

TEST_CASE("AnswerStore: beyond its answers the lowest integer is forgotten, and stale from then on",
          "[calls]")
{
    AnswerStore store(small);
    for (const int id : {4, 2, 3, 5}) run(store, id, "a");
    CHECK(store.state(2) == State::Stale);
    CHECK(store.forgotten() == 2);
    for (const int id : {3, 4, 5}) CHECK(store.state(id) == State::Answered);
    CHECK(store.state(1) == State::Stale);  // never seen, but not above the mark
    CHECK(store.state(6) == State::New);
}

TEST_CASE("AnswerStore: beyond its bytes answers are forgotten, but the last one is kept however long it is",
          "[calls]")
{
    AnswerStore store(small);
    run(store, 1);
    run(store, 2, "abcdefgh");
    CHECK(store.state(1) == State::Stale);
    run(store, 3, std::string(1000, 'x'));
    CHECK(store.state(2) == State::Stale);
    CHECK(store.answer(3).size() == 1000);
}

TEST_CASE("AnswerStore: what the viewer has may be forgotten; what is running below is not stale", "[calls]")
{
    AnswerStore store;
    run(store, 1);
    store.begin(2);
    run(store, 3);
    store.forget_up_to(2);
    CHECK(store.state(1) == State::Stale);
    CHECK(store.state(2) == State::Running);
    CHECK(store.state(3) == State::Answered);
    store.finish(2, "late");
    CHECK(store.answer(2) == "late");
    store.forget_up_to(1);  // an older word changes nothing
    CHECK(store.forgotten() == 2);
}

TEST_CASE("AnswerStore: strings are remembered when their answers are not, up to a limit", "[calls]")
{
    AnswerStore store(small);
    for (const char* id : {"a", "b", "c", "d"}) run(store, id, "x");
    CHECK(store.state("a") == State::Stale);
    CHECK(store.state("d") == State::Answered);
    try {
        store.begin("e");
        FAIL("expected a refusal");
    } catch (const RpcError& error) {
        CHECK(error.code == RpcCode::LimitExceeded);
        CHECK(error.data["limit"] == "max_string_ids");
    }
    store.finish("e", "refused");  // it was not run: it may come again
    CHECK(store.state("e") == State::New);
    run(store, 7);  // integers are not concerned
    CHECK(store.state(7) == State::Answered);
}
