#include "render/layers/particle_drawing.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "tests/catch.h"
#include "tests/render/scene_pictures.h"

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

/// From 100 on x and 50 on y, a tenth of a unit a node: turned by a right angle, and lifted by 0.5.
std::shared_ptr<const PlaceMap> turned_map()
{
    auto map = std::make_shared<PlaceMap>();
    map->id = 1;
    map->columns = map->rows = 65;
    map->first = {100.0, 50.0};
    map->step = {0.1, 0.1};
    map->turn = 360.0;
    map->height_scale = -1.0;
    for (int j = 0; j < map->rows; ++j)
        for (int i = 0; i < map->columns; ++i)
            map->nodes.push_back(
                {.place = {3.2F - 0.1F * static_cast<float>(j), 0.1F * static_cast<float>(i) - 3.2F},
                 .height = 0.5F,
                 .is_there = 1.0F});
    return map;
}

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
