#include "tests/catch.h"
#include "tests/compute_node/changing_mesh.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/particles/frames.h"

#include <glm/geometric.hpp>

#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

std::vector<model::Rake> rakes_in_cylinder()
{
    return {{model::LineRake{{-1.1, -0.6, -0.4}, {1.0, 0.7, 0.5}, 12}, 3},
            {model::PointRake{{7.0, 0.0, 0.0}}}};
}

ParticleSettings changing_settings(double start, bool developed = false)
{
    ParticleSettings settings;
    settings.step = 0.05;
    settings.steps_per_frame = 2;
    settings.max_age_frames = 9;
    settings.developed = developed;
    settings.time = {.start = start, .loop = true};
    settings.threads = 1;
    return settings;
}

std::vector<Frame> changing_frames(ParticleSystem particles, int count)
{
    std::vector<Frame> frames;
    for (int i = 0; i < count; ++i) frames.push_back(next_frame(particles));
    return frames;
}

void check_same_frames(const std::vector<Frame>& a, const std::vector<Frame>& b)
{
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(same_bits(a[i], b[i]));
}

}  // namespace

TEST_CASE("ParticleSystem: particles in changing meshes go where pathlines do", "[particles][changing]")
{
    const bool turns = GENERATE(false, true);
    const auto slices = changing_slices(
        6, [turns](int slice) { return turns ? turning_mesh(CellKind::Tetra, slice) : refined_mesh(slice); });
    const FieldSource field = in_memory(slices);
    ParticleSettings settings = changing_settings(0.3);
    settings.max_age_frames = 20;
    const std::vector<model::Rake> one_each{{model::LineRake{{-1.1, -0.6, -0.4}, {1.0, 0.7, 0.5}, 12}}};
    const auto frames = changing_frames({field, one_each, settings}, 15);
    for (std::size_t i = 0; i < frames.front().size(); ++i) {
        const auto line =
            trace(field, steps_of(0.05, 28), seeds_at({glm::vec3{frames.front()[i]}}, 0.3F)).front();
        REQUIRE(line.reason == Termination::StepLimit);
        CHECK(glm::distance(line.end(), glm::dvec3{frames.back()[i]}) < 1e-5);
    }
}

TEST_CASE("ParticleSystem: in changing meshes particles have the same bits by threads and through a window",
          "[particles][changing]")
{
    const bool developed = GENERATE(false, true);
    const auto slices = changing_slices(6, refined_mesh);
    const auto expected =
        changing_frames({in_memory(slices), rakes_in_cylinder(), changing_settings(0.4, developed)}, 40);
    ParticleSettings threads = changing_settings(0.4, developed);
    threads.threads = 3;
    check_same_frames(changing_frames({in_memory(slices), rakes_in_cylinder(), threads}, 40), expected);
    check_same_frames(changing_frames({in_window(slices, 4), rakes_in_cylinder(), threads}, 40), expected);
    check_same_frames(changing_frames({in_window(slices, 5), rakes_in_cylinder(), threads}, 40), expected);
}

TEST_CASE("ParticleSystem: a seed that a mesh comes to later releases particles then",
          "[particles][changing]")
{
    const auto slices = changing_slices(5, [](int slice) {
        return moved(box_mesh(3, CellKind::Hexa), {0.5F * static_cast<float>(slice), 0, 0});
    });
    ParticleSettings settings = changing_settings(0.0);
    settings.time.loop = false;
    const auto frames =
        changing_frames({in_memory(slices), {{model::PointRake{{2.8, 0.0, 0.0}}}}, settings}, 16);
    CHECK(is_dead(frames.front().front()));    // the mesh ends at 2
    CHECK_FALSE(is_dead(frames[11].front()));  // at 1.1 s both about it reach beyond 2.8
    CHECK(frames[11].front().y > -1e-3F);      // it moves with the flow
}
