#include "compute_node/node/calls/paged_response.h"

#include "model/calls/terrain_overlay.h"
#include "tests/catch.h"

using namespace farfield::node;
using namespace farfield::model;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A session's answers of three parts, of lines that begin at how often they were made.
class Answers {
public:
    TerrainOverlay part(std::uint32_t n, const std::string& file = "roads")
    {
        const TerrainOverlayCall call{.terrain = "alps", .file = file, .part = n};
        return parted_.part(call, [&] {
            ++made;
            TerrainOverlay whole;
            whole.lines.assign(3, std::vector<Point>(max_overlay_part_weight, {double(made), 0.0, 0.0}));
            return in_parts(whole);
        });
    }
    /// How many had been made when the part was.
    int making_of(std::uint32_t n, const std::string& file = "roads")
    {
        return static_cast<int>(part(n, file).lines.front().front()[0]);
    }

    int made = 0;

private:
    PagedResponse<TerrainOverlayCall, TerrainOverlay> parted_;
};

}  // namespace

TEST_CASE("PagedResponse: an answer is made once for all of its parts", "[terrain]")
{
    Answers answers;
    for (const std::uint32_t n : {0U, 1U, 1U, 2U}) {
        const TerrainOverlay part = answers.part(n);
        CHECK((part.part == n && part.parts == 3));
        CHECK(part.lines.front().front()[0] == 1.0);
    }
    CHECK(answers.made == 1);
}

TEST_CASE("PagedResponse: an answer is made again from part 0 on, and once its last part was asked for",
          "[terrain]")
{
    Answers answers;
    CHECK(answers.making_of(0) == 1);
    CHECK(answers.making_of(1) == 1);
    CHECK(answers.making_of(0) == 2);
    CHECK(answers.making_of(2) == 2);
    CHECK(answers.making_of(1) == 3);
    CHECK(answers.making_of(1, "rivers") == 4);
    CHECK(answers.making_of(1) == 5);
}

TEST_CASE("PagedResponse: a part that there is none of is refused", "[terrain]")
{
    Answers answers;
    CHECK_THROWS_WITH(answers.part(3), ContainsSubstring("'part': expected an integer from 0 to 2, found 3"));
}
