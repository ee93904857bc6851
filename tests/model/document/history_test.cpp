#include "model/document/history.h"

#include "model/document/document.h"
#include "model/document/patch.h"
#include "tests/catch.h"
#include "tests/model/document/kinds.h"
#include "tests/model/document/random_document.h"

using namespace farfield::model;
using namespace farfield::model::test;

namespace {

/// A document with one number in it.
Json numbered(int number)
{
    return {{"scene", {{"vertical_scale", number}}}};
}

Json without_private(Json json)
{
    json.erase("camera");
    json.erase("output");
    if (json.contains("clock")) json["clock"].erase("playing");
    if (json.contains("clock") && json["clock"].empty()) json.erase("clock");
    return json;
}

}  // namespace

TEST_CASE("History: undo and redo walk through the changes", "[history]")
{
    History history;
    history.record("one", numbered(0), numbered(1));
    history.record("two", numbered(1), numbered(2));
    CHECK(*history.undo_label() == "two");
    CHECK(history.redo_label() == nullptr);
    Json now = patched(numbered(2), *history.undo());
    CHECK(now == numbered(1));
    CHECK(*history.redo_label() == "two");
    now = patched(now, *history.undo());
    CHECK(now == numbered(0));
    CHECK_FALSE(history.undo());
    now = patched(now, *history.redo());
    CHECK(patched(now, *history.redo()) == numbered(2));
    CHECK_FALSE(history.redo());
}

TEST_CASE("History: random changes are all undone and all redone", "[history]")
{
    History history;
    std::vector<Json> states;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        states.push_back(write(read_document(RandomDocument(seed).make(), kinds)));
        if (seed > 0) history.record("change", states[seed - 1], states[seed]);
    }
    Json now = states.back();
    while (const auto patch = history.undo()) now = patched(now, *patch);
    CHECK(without_private(now) == without_private(states.front()));
    while (const auto patch = history.redo()) now = patched(now, *patch);
    CHECK(without_private(now) == without_private(states.back()));
}

TEST_CASE("History: a new change forgets what was undone", "[history]")
{
    History history;
    history.record("one", numbered(0), numbered(1));
    (void)history.undo();
    history.record("other", numbered(0), numbered(5));
    CHECK(history.size() == 1);
    CHECK_FALSE(history.redo());
    CHECK(patched(numbered(5), *history.undo()) == numbered(0));
}

TEST_CASE("History: the changes of one gesture are one change", "[history]")
{
    History history;
    history.record("before", numbered(9), numbered(0));
    for (int i = 0; i < 10; ++i) history.record("drag", numbered(i), numbered(i + 1), 7);
    history.record("drag", numbered(10), numbered(20), 8);
    CHECK(history.size() == 3);
    CHECK(patched(numbered(20), *history.undo()) == numbered(10));
    CHECK(patched(numbered(10), *history.undo()) == numbered(0));
    CHECK(patched(numbered(0), *history.redo()) == numbered(10));
}

TEST_CASE("History: a gesture that ends where it began leaves nothing", "[history]")
{
    History history;
    history.record("drag", numbered(0), numbered(1), 7);
    history.record("drag", numbered(1), numbered(0), 7);
    CHECK(history.size() == 0);
    CHECK_FALSE(history.undo());
}

TEST_CASE("History: a gesture does not join a change that was undone", "[history]")
{
    History history;
    history.record("drag", numbered(0), numbered(1), 7);
    (void)history.undo();
    history.record("drag", numbered(0), numbered(2), 7);
    CHECK(history.size() == 1);
    CHECK(patched(numbered(2), *history.undo()) == numbered(0));
}

TEST_CASE("History: joined changes remove what they added", "[history]")
{
    History history;
    const Json none{{"farfield", 1}};
    Json one = none, two = none;
    one["rakes"]["a"] = {{"seeds", 1}};
    two["rakes"]["a"] = {{"radius", 2}};
    history.record("new rake", none, one, 3);
    history.record("new rake", one, two, 3);
    CHECK(without_private(patched(two, *history.undo())) == without_private(none));
    CHECK(patched(none, *history.redo()) == two);
}

TEST_CASE("History: camera, output and whether the clock runs are not recorded", "[history]")
{
    History history;
    history.record("look", Json::object(), {{"camera", {{"zoom", 2}}}, {"output", {{"png_every", 2}}}});
    history.record("pause", Json::object(), {{"clock", {{"playing", false}}}});
    CHECK(history.size() == 0);
    history.record("step", Json::object(),
                   {{"clock", {{"playing", false}, {"step", 2}}}, {"camera", {{"zoom", 2}}}});
    CHECK(*history.undo() == Json{{"clock", {{"step", nullptr}}}});
}

TEST_CASE("History: the oldest of too many changes are forgotten", "[history]")
{
    History history;
    for (int i = 0; i < 300; ++i) history.record("change", numbered(i), numbered(i + 1));
    CHECK(history.size() == History::max_changes);
    std::size_t undone = 0;
    Json now = numbered(300);
    for (; const auto patch = history.undo(); ++undone) now = patched(now, *patch);
    CHECK(undone == History::max_changes);
    CHECK(now == numbered(300 - 256));
}

TEST_CASE("History: the oldest of too many bytes are forgotten", "[history]")
{
    History history;
    const auto document = [](char c) { return Json{{"title", std::string(1 << 20, c)}}; };
    for (char c = 'a'; c < 'k'; ++c)
        history.record("change", document(c), document(static_cast<char>(c + 1)));
    CHECK(history.size() == 3);  // each has a MiB on both ways
    history.record("huge", Json::object(), {{"title", std::string(9 << 20, 'x')}});
    CHECK(history.size() == 0);
    CHECK_FALSE(history.undo());
}

TEST_CASE("new_id: no id is used twice in a history", "[history]")
{
    const Json before{{"layers", {{"lines-1", {{"kind", "lines"}}}}}};
    History history;
    CHECK(new_id(before, history, "layers", "lines") == "lines-2");
    CHECK(new_id(before, history, "rakes", "lines") == "lines-1");
    history.record("remove", before, Json::object());
    CHECK(new_id(Json::object(), history, "layers", "lines") == "lines-2");
}

TEST_CASE("History: says where it goes over a change that others have taken the place of", "[history]")
{
    History history;
    const auto with = [](int x, int y) {
        return Json{{"rakes", {{"a", {{"x", x}, {"y", y}}}}}, {"clock", Json::object()}};
    };
    history.record("First", with(1, 1), with(2, 1));
    history.record("Second", with(2, 1), with(2, 2));
    history.others_changed({{"rakes", {{"a", {{"y", 9}}}}}});
    CHECK(history.size() == 1);
    CHECK(history.undo() == Json{{"rakes", {{"a", {{"x", 1}}}}}});
    CHECK(history.was_partial());
    history.record("Third", with(1, 9), with(3, 9));
    CHECK(history.undo());
    CHECK_FALSE(history.was_partial());
}

TEST_CASE("History: what others have changed since is neither undone nor redone", "[history]")
{
    History history;
    const Json first{{"rakes", {{"a", {{"x", 1}}}, {"b", {{"x", 1}}}}}, {"clock", Json::object()}};
    const Json second{{"rakes", {{"a", {{"x", 2}}}, {"b", {{"x", 2}}}}}, {"clock", Json::object()}};
    history.record("Both", first, second);
    history.others_changed({{"rakes", {{"a", {{"x", 9}}}}}});
    CHECK(history.undo() == Json{{"rakes", {{"b", {{"x", 1}}}}}});
    CHECK(history.was_partial());
    CHECK(history.redo() == Json{{"rakes", {{"b", {{"x", 2}}}}}});
    CHECK(history.was_partial());
    history.others_changed({{"rakes", {{"b", nullptr}}}});
    CHECK(history.size() == 0);
    CHECK_FALSE(history.undo());
}
