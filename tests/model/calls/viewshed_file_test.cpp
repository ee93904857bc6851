#include "model/calls/viewshed_file.h"

#include "net/message/limits.h"
#include "tests/catch.h"

using namespace farfield::net;
using namespace farfield::model;
namespace model = farfield::model;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("terrain.viewshed_file: a call reads as it was written", "[terrain]")
{
    ViewshedFileCall call;
    call.terrain = "alps";
    call.part = 2;
    call.observer = {1.0, 2.0, 3.0};
    call.radius = 500.0;
    call.sectors = {10.0, 90.0};
    CHECK(read<ViewshedFileCall>(write(call)) == call);
}

TEST_CASE("terrain.viewshed_file: what is missing or unknown is named", "[terrain]")
{
    const auto read = [](const char* text) { return model::read<ViewshedFileCall>(Json::parse(text)); };
    CHECK_THROWS_WITH(read(R"({"observer": [0, 0, 2]})"), ContainsSubstring("'terrain'"));
    CHECK_THROWS_WITH(read(R"({"terrain": "alps"})"), ContainsSubstring("'observer'"));
    CHECK_THROWS_WITH(read(R"({"terrain": "alps", "observer": [0, 0, 2], "max_side": 64})"),
                      ContainsSubstring("'max_side'"));
    CHECK_THROWS_WITH(read(R"({"terrain": "alps", "observer": [0, 0, 2], "part": -1})"),
                      ContainsSubstring("'part'"));
    CHECK_THROWS_WITH(read(R"({"terrain": "alps", "observer": [0, 0, 2], "colour": 1})"),
                      ContainsSubstring("'colour'"));
}

TEST_CASE("terrain.viewshed_file: parts, each fit for an answer, make up the file", "[terrain]")
{
    std::vector<std::byte> file(2 * max_viewshed_part_bytes + 5);
    for (std::size_t n = 0; n < file.size(); ++n) file[n] = static_cast<std::byte>(n * 7);
    const auto parts = in_parts(file);
    REQUIRE(parts.size() == 3);
    std::vector<std::byte> whole;
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const Json answer = to_json(parts[n]);
        CHECK(answer.dump().size() < max_control_bytes - 2048);
        const auto part = viewshed_file_part(answer);
        CHECK((part.part == n && part.parts == 3));
        whole.insert(whole.end(), part.bytes.begin(), part.bytes.end());
    }
    CHECK(whole == file);
}

TEST_CASE("terrain.viewshed_file: a part that is no base64 is refused", "[terrain]")
{
    CHECK_THROWS_WITH(viewshed_file_part({{"part", 0}, {"parts", 1}, {"bytes", "no!"}}),
                      ContainsSubstring("'bytes': expected bytes as base64"));
}
