#include "render/layers/entities/signal_drawing.h"

#include "tests/catch.h"
#include "tests/render/counting_allocator.h"
#include "tests/render/scene_pictures.h"

using namespace farfield::render;
using namespace farfield::render::test;

TEST_CASE("SignalDrawing: a line reaches from one place to the other, and a flash is where it is", "[gl]")
{
    ScenePictures pictures;
    SignalDrawing drawing;
    drawing.lines.push_back(
        {.from = {-4, 0.03F, 0}, .to = {2, 0.03F, 0}, .colour = {1, 0, 0, 1}, .width = 4.0F});
    drawing.flashes.push_back({.at = {5, 2, 0}, .colour = {0, 1, 0, 1}, .size = 20.0F});
    const Image image = pictures.draw({&drawing});
    CHECK(colour_at(image, pixel_of({-1, 0.03F, 0})).r > 200);
    CHECK(colour_at(image, pixel_of({3, 0.03F, 0})) == glm::ivec3(0));
    CHECK(colour_at(image, pixel_of({5, 2, 0})).g > 200);
    CHECK(colour_at(image, pixel_of({5, 4, 0})) == glm::ivec3(0));
}

TEST_CASE("SignalDrawing: as many signals as before allocate nothing", "[gl]")
{
    ScenePictures pictures;
    SignalDrawing drawing;
    drawing.lines.push_back({.to = {2, 0, 0}});
    drawing.flashes.push_back({});
    pictures.draw({&drawing});
    pictures.gl.target.bind();
    const std::size_t before = allocations_of_this_thread();
    for (int i = 0; i < 10; ++i) {
        drawing.lines.front().to.y += 0.1F;
        pictures.renderer.draw(pictures.scene);
    }
    CHECK(allocations_of_this_thread() - before == 0);
}
