#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "tests/catch.h"
#include "tests/render/scene_pictures.h"
#include "tests/render/turned_map.h"

#include <cmath>

using namespace farfield::render;
using namespace farfield::render::test;

namespace {

struct ParticleSet {
    explicit ParticleSet(const std::vector<glm::vec4>& points)
    {
        drawing.slots = &slots;
        drawing.frame = put_particles(slots, 0, points);
        drawing.style = {.size = 9.0F, .perspective = false, .shaded = false};
    }
    FrameSlots slots{{.slots = 1, .slot_bytes = 256}};
    ParticleDrawing drawing;
};

glm::ivec3 viridis(int entry)
{
    return glm::ivec3(colour_table(ColourMap::Viridis)[static_cast<std::size_t>(entry)]);
}

}  // namespace

TEST_CASE("placed: own positions are drawn where the lattice has them, in the same colours", "[gl]")
{
    ScenePictures pictures;
    ParticleSet mapped({{105.25F, 51.77F, 0.5F, 0.2F}, {105.25F - 360.0F, 53.0F, 0.5F, 1.0F}});
    mapped.drawing.placement.map = turned_map();
    const Image image = pictures.draw({&mapped.drawing});
    CHECK(colour_at(image, pixel_of({1.43F, 2.05F, 0})) == viridis(51));
    CHECK(colour_at(image, pixel_of({0.2F, 2.05F, 0})) == viridis(255));

    const ParticleSet plain({{1.43F, 2.05F, 0, 0.2F}, {0.2F, 2.05F, 0, 1.0F}});
    CHECK(pictures.draw({&plain.drawing}).rgba == image.rgba);
}

TEST_CASE("placed: beyond the lattice, and where a node has no place, nothing is drawn", "[gl]")
{
    ScenePictures pictures;
    ParticleSet mapped(
        {{99.9F, 51.0F, 0.5F, 0.2F}, {103.0F, 57.0F, 0.5F, 0.2F}, {102.0F, 52.0F, 0.5F, 0.2F}});
    auto map = std::make_shared<PlaceMap>(*turned_map());
    map->id = 2;
    map->nodes[20 * 65 + 20].is_there = 0.0F;
    mapped.drawing.placement.map = map;
    const Image image = pictures.draw({&mapped.drawing});
    CHECK(pictures.draw({}).rgba == image.rgba);
}

TEST_CASE("placed: what has no height of its own lies on the ground", "[gl]")
{
    ScenePictures pictures;
    pictures.scene.camera = {.eye = {0, -20, 0}, .target = {0, 0, 0}, .up = {0, 0, 1}};
    auto ground = std::make_shared<GroundRaster>();
    ground->id = 3;
    ground->columns = ground->rows = 3;
    ground->first = {-4.0, -4.0};
    ground->step = {4.0, 4.0};
    ground->heights = {0, 0, 2, 0, 0, 2, 0, 0, 2};
    ParticleSet mapped({{1.0F, 0.0F, 77.0F, 0.2F}});
    mapped.drawing.placement.ground = ground;
    mapped.drawing.placement.above_ground = 0.25F;
    const Image image = pictures.draw({&mapped.drawing});
    const ParticleSet plain({{1.0F, 0.0F, 0.75F, 0.2F}});
    CHECK(pictures.draw({&plain.drawing}).rgba == image.rgba);
}

TEST_CASE("placed: what is just below the ground is seen faintly through it, and but once", "[gl]")
{
    ScenePictures pictures;
    const GroundGrid grid{{-4, 0, 4}, {-4, 0, 4}};
    const std::vector<float> level(9, 0.0F);
    TerrainDrawing terrain;
    terrain.tiles.push_back({1, std::make_shared<GroundShape>(make_ground_shape(grid, level, 1.0F))});
    const Image bare = pictures.draw({&terrain});

    auto ground = std::make_shared<GroundRaster>();
    ground->id = 5;
    ground->columns = ground->rows = 3;
    ground->first = {-4.0, -4.0};
    ground->step = {4.0, 4.0};
    ground->heights = level;
    // Less below than depths tell apart.
    ParticleSet set({{-2.0F, 1.0F, -1e-6F, 0.2F}, {1.0F, 1.0F, 0.5F, 1.0F}});
    set.drawing.placement.ground = ground;
    set.drawing.placement.through_ground = true;
    const Image image = pictures.draw({&terrain, &set.drawing});
    CHECK(colour_at(image, pixel_of({1, 1, 0})) == viridis(255));
    const glm::vec3 below(colour_at(image, pixel_of({-2, 1, 0}))),
        behind(colour_at(bare, pixel_of({-2, 1, 0})));
    CHECK(glm::distance(below, glm::mix(behind, glm::vec3(viridis(51)), 0.4F)) < 4.0F);
    // Without ground on the picture nothing is seen through it.
    const Image without = pictures.draw({&set.drawing});
    CHECK(colour_at(without, pixel_of({-2, 1, 0})) == glm::ivec3(0));
    CHECK(colour_at(without, pixel_of({1, 1, 0})) == viridis(255));
}
