#include "model/fields/unique_json.h"

#include "tests/catch.h"

#include <stdexcept>
#include <string>

using namespace farfield::model;

TEST_CASE("parse_unique: is the value that Json::parse gives", "[fields]")
{
    for (
        const char* text :
        {R"({"a":[1,-2,3.5e3,true,false,null,"x",{},[],{"b":{"c":[{"d":1},{"d":2}]}}],"":18446744073709551615})",
         "[]", "{}", "null", "\"\\u00e9\"", "[[[1],[2,[3]]],{\"k\":[{},{}]}]", " 7 "})
        CHECK(parse_unique(text, 10) == Json::parse(text));
}

TEST_CASE("parse_unique: a member that is there twice is refused, at any level", "[fields]")
{
    CHECK_THROWS_WITH(parse_unique(R"({"a":1,"a":2})", 9), "an object has the member 'a' twice");
    CHECK_THROWS_WITH(parse_unique(R"([{"x":{"b":{},"c":[],"b":1}}])", 9),
                      "an object has the member 'b' twice");
    CHECK_NOTHROW(parse_unique(R"({"a":{"a":{"a":1}},"b":{"a":1}})", 9));
}

TEST_CASE("parse_unique: more levels than are allowed are refused", "[fields]")
{
    CHECK_NOTHROW(parse_unique("[[[{}]]]", 4));
    CHECK_THROWS_WITH(parse_unique("[[[{\"a\":[]}]]]", 4), "nested deeper than 4 levels");
}

TEST_CASE("parse_unique: what is no JSON is refused as Json::parse refuses it", "[fields]")
{
    for (const char* text : {"", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "[1] 2", "nul", "\"\xff\""}) {
        CHECK_THROWS_AS(parse_unique(text, 9), Json::parse_error);
        CHECK_THROWS_AS(Json::parse(text), Json::parse_error);
    }
    CHECK_THROWS_AS(parse_unique("[1e999]", 9), Json::out_of_range);
}

TEST_CASE("parse_unique: a megabyte of empty objects takes no longer than a short text by its length",
          "[fields]")
{
    // A parser that scans what it has at the end of each object takes 10^11 steps for it, beyond any test's
    // time.
    std::string objects = "[{}", members = "{\"\":{}";
    for (int i = 0; i < 300'000; ++i) {
        objects += ",{}";
        members += ",\"" + std::to_string(i) + "\":{}";
    }
    CHECK(parse_unique(objects + "]", 9).size() == 300'001);
    CHECK(parse_unique(members + "}", 9).size() == 300'001);
}
