#include "model/document/patch.h"

#include "model/document/document.h"
#include "tests/catch.h"
#include "tests/model/document/kinds.h"
#include "tests/model/document/random_document.h"

using namespace farfield::model;
using namespace farfield::model::test;

namespace {

Json canonical_document(std::uint32_t seed)
{
    return write(read_document(RandomDocument(seed).make(), kinds));
}

}  // namespace

TEST_CASE("patched: a difference makes one document of another, and its inverse takes it back", "[patch]")
{
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const Json a = canonical_document(2 * seed), b = canonical_document(2 * seed + 1);
        const Json there = patched(a, difference(a, b));
        CHECK(there.dump() == b.dump());
        CHECK(patched(there, difference(b, a)).dump() == a.dump());
        CHECK(difference(a, a).empty());
    }
}

TEST_CASE("patched: the examples of RFC 7396, appendix A, that documents can have", "[patch]")
{
    const auto merged = [](const char* to, const char* patch) {
        return patched(Json::parse(to), Json::parse(patch)).dump();
    };
    CHECK(merged(R"({"a":"b"})", R"({"a":"c"})") == R"({"a":"c"})");
    CHECK(merged(R"({"a":"b"})", R"({"b":"c"})") == R"({"a":"b","b":"c"})");
    CHECK(merged(R"({"a":"b","b":"c"})", R"({"a":null})") == R"({"b":"c"})");
    CHECK(merged(R"({"a":["b"]})", R"({"a":"c"})") == R"({"a":"c"})");
    CHECK(merged(R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})") == R"({"a":{"b":"d"}})");
    CHECK(merged(R"({"a":[1,2]})", R"({"a":[3]})") == R"({"a":[3]})");
    CHECK(merged(R"({})", R"({"a":{"bb":{"ccc":null}}})") == R"({"a":{"bb":{}}})");
}

TEST_CASE("patched: patches of different things commute", "[patch]")
{
    const std::vector<Json> patches{Json::parse(R"({"layers": {"a": {"visible": false}}})"),
                                    Json::parse(R"({"layers": {"a": {"style": {"shaded": false}}}})"),
                                    Json::parse(R"({"layers": {"b": null}})"),
                                    Json::parse(R"({"rakes": {"inlet": {"seeds": 5}}})"),
                                    Json::parse(R"({"clock": {"step": null}, "scene": null})")};
    for (std::uint32_t seed = 0; seed < 50; ++seed)
        for (const Json& one : patches)
            for (const Json& other : patches) {
                const Json start = canonical_document(seed);
                CHECK(patched(patched(start, one), other) == patched(patched(start, other), one));
            }
}

TEST_CASE("difference: arrays change as a whole, what is gone is null", "[patch]")
{
    const Json from = Json::parse(R"({"a": {"p": [1, 2], "q": 1}, "b": 2})");
    const Json to = Json::parse(R"({"a": {"p": [1, 3], "q": 1}, "c": {"d": 4}})");
    CHECK(difference(from, to) == Json::parse(R"({"a": {"p": [1, 3]}, "b": null, "c": {"d": 4}})"));
}
