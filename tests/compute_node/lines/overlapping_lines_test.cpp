// Lines through blocks that lie over each other.
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/overlapping_blocks.h"

#include <cmath>
#include <cstddef>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

std::shared_ptr<const Field> overlapping_field(OverlappingForm form)
{
    return Dataset{"test", OverlappingBlocks{form}.data()}.field({.vector = {}, .scalar = "s"});
}

}  // namespace

TEST_CASE("LineTracer: a line goes on in its block, and changes to another where that ends", "[lines]")
{
    for (const auto form : overlapping_forms) {
        // The second block's flow is straight along x; the first one's, from x = -0.5 on, rises by half.
        const TracedLine line = trace_one(overlapping_field(form), steps_of(0.01, 200), {1.0F, 0.0F, 0.0F});
        REQUIRE(line.points.size() == 201);
        std::size_t wrong = 0;
        for (const glm::vec4& p : line.points) {
            const float expected = p.x > -0.5F ? 0.0F : 0.5F * (-0.5F - p.x);
            wrong += std::abs(p.y - expected) > 0.006F ? 1 : 0;
            if (std::abs(p.x + 0.5F) < 0.02F) continue;
            wrong += std::abs(p.w - (p.x > -0.5F ? 20.0F : 10.0F)) > 1.1F ? 1 : 0;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("LineTracer: a line has the same bits alone and beside any others, through blocks over each other",
          "[lines]")
{
    for (const auto form : overlapping_forms) {
        const auto field = overlapping_field(form);
        LineSeeds seeds;
        std::mt19937 random{3};
        for (int n = 0; n < 61; ++n) seeds.add({random_point(random), 0.0F});
        const LineSettings settings = steps_of(0.03, 100);
        const auto together = trace(field, settings, seeds);
        std::size_t differ = 0;
        for (std::size_t n = 0; n < together.size(); ++n)
            differ +=
                same_line(trace_one(field, settings, glm::vec3{together[n].points.front()}), together[n]) ? 0
                                                                                                          : 1;
        CHECK(differ == 0);
    }
}
