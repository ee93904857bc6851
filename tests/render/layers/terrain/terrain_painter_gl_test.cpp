#include "render/layers/terrain/terrain_painter.h"

#include "render/gl/frame_slots.h"
#include "render/layers/particle_drawing.h"
#include "render/layers/scene_renderer.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "render/primitives/colour_map_textures.h"
#include "render/scene/picking.h"
#include "tests/catch.h"
#include "tests/render/gl_fixture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace farfield;
using namespace farfield::render;
using namespace farfield::render::test;

namespace {

/// Level ground at 0 m, seen from 100 m above, with a tower of 20 m a side that stands from y = 150 to 170.
constexpr double tower_height = 60.0;
constexpr glm::dvec3 tower_low{-10.0, 150.0, 0.0}, tower_high{10.0, 170.0, tower_height};
constexpr model::Pose home{{0.0, 0.0, 100.0}, 0.0, -25.0, 0.0, 60.0};

/// Along a ray to the tower; NaN where it misses.
double range_to_tower(glm::dvec3 eye, glm::dvec3 ray)
{
    const glm::dvec3 a = (tower_low - eye) / ray, b = (tower_high - eye) / ray;
    const glm::dvec3 in = glm::min(a, b), out = glm::max(a, b);
    const double from = std::max({in.x, in.y, in.z}), to = std::min({out.x, out.y, out.z});
    return from <= to && from > 0.0 ? from : std::nan("");
}

/// Metres to what a ray sees, and how high that is coloured: the tower high, the ground low.
glm::dvec2 seen_along(glm::dvec3 eye, glm::dvec3 ray)
{
    if (const double tower = range_to_tower(eye, ray); tower > 0.0) return {tower, 1000.0};
    const double ground = -eye.z / ray.z;
    return ground > 0.0 && ground < 5000.0 ? glm::dvec2(ground, 0.0) : glm::dvec2(std::nan(""));
}

void put(std::byte* to, double value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    for (unsigned i = 0; i < 4; ++i) to[i] = static_cast<std::byte>((bits >> (24U - 8U * i)) & 0xFFU);
}

TerrainFrame cast(FrameSlots& slots, int width, int height, double roughness)
{
    const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const TerrainFrame frame{.slot = 0,
                             .range_bytes = 128,
                             .elevation_bytes = 128 + 4 * pixels,
                             .width = width,
                             .height = height,
                             .pose = home,
                             .nearest_metres = 100.0F};
    const model::PoseRays rays = rays_of(home, static_cast<double>(width) / height);
    std::byte* memory = slots.slot(0).data();
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const glm::dvec3 ray =
                glm::normalize(rays.forward + (2.0 * (x + 0.5) / width - 1.0) * rays.right +
                               (1.0 - 2.0 * (y + 0.5) / height) * rays.up);
            const glm::dvec2 seen = seen_along(model::vec_of(home.eye), ray);
            const auto at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                 static_cast<std::size_t>(x));
            put(memory + frame.range_bytes + at, seen.x);
            put(memory + frame.elevation_bytes + at, seen.y == 0.0 && (x + y) % 2 == 0 ? roughness : seen.y);
        }
    slots.publish(0, slots.slot_bytes());
    return frame;
}

/// By the colours below: ground takes the low end of the map, dark blue; the tower the high one, dark red.
enum class Seen { Ground, Tower, Sky, Nothing };

Seen seen_at(const Image& image, glm::ivec2 pixel)
{
    const glm::ivec3 colour = colour_at(image, pixel);
    if (colour == glm::ivec3(0)) return Seen::Nothing;
    if (colour.g > 130) return Seen::Sky;
    return colour.r > colour.b ? Seen::Tower : Seen::Ground;
}

TerrainStyle style()
{
    TerrainStyle style;
    style.map = ColourMap::CoolWarm;
    style.heights = {0.0F, 1000.0F};
    style.sea = false;
    return style;
}

/// A view of 320 x 240 pixels drawn for a camera, over black.
class TerrainPicture {
public:
    /// roughness: metres by which every other pixel's height of level ground is above 0.
    explicit TerrainPicture(double roughness = 0.0) : frame_{cast(slots_, 320, 240, roughness)} {}

    Image draw(const CameraView& camera) { return draw(camera, style()); }

    Image draw(const CameraView& camera, const TerrainStyle& style)
    {
        gl_.clear();
        const Viewport viewport{.width = GlFixture::width, .height = GlFixture::height};
        const Bounds bounds{{-3000, -3000, 0}, {3000, 3000, 1000}};
        maps_.bind(style.map);
        layer_.draw(frame_, slots_, {camera}, make_view_transform(camera, viewport, bounds, 1.0F, 2e-5F),
                    style, overlays_);
        return gl_.picture();
    }

    TerrainDrawing drawing() const
    {
        TerrainDrawing drawing;
        drawing.style = style();
        drawing.slots = &slots_;
        drawing.view = frame_;
        return drawing;
    }

    static constexpr double aspect = static_cast<double>(GlFixture::width) / GlFixture::height;

    GlFixture gl_;
    FrameSlots slots_{{.slots = 1, .slot_bytes = 128 + 8 * 320 * 240}};
    ColourMapTextures maps_;
    RasterOverlays overlays_;
    TerrainPainter layer_;
    TerrainFrame frame_;
};

/// The point that a camera sees through a pixel, by geometry.
Seen truth(const CameraView& camera, int x, int y)
{
    const model::PoseRays rays = rays_of(camera, TerrainPicture::aspect);
    const glm::dvec3 ray =
        glm::normalize(rays.forward + (2.0 * (x + 0.5) / GlFixture::width - 1.0) * rays.right +
                       (1.0 - 2.0 * (y + 0.5) / GlFixture::height) * rays.up);
    const glm::dvec2 seen = seen_along(glm::dvec3(camera.eye), ray);
    if (std::isnan(seen.x)) return Seen::Sky;
    return seen.y > 0.0 ? Seen::Tower : Seen::Ground;
}

struct Agreement {
    int right = 0, wrong = 0, untold = 0;
};

Agreement agreement_of(const Image& image, const CameraView& camera)
{
    Agreement found;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const Seen drawn = seen_at(image, {x, y});
            if (drawn == Seen::Nothing)
                ++found.untold;
            else
                ++(drawn == truth(camera, x, y) ? found.right : found.wrong);
        }
    return found;
}

}  // namespace

TEST_CASE("TerrainPainter: from where it was cast, a view is drawn as it is, with its sky", "[gl]")
{
    TerrainPicture picture;
    const CameraView camera = camera_of(home, TerrainPicture::aspect);
    const Agreement found = agreement_of(picture.draw(camera), camera);
    CHECK(found.untold == 0);
    CHECK(found.wrong < 60);  // along the edges of horizon and tower
    CHECK(found.right > 19'000);
}

TEST_CASE("TerrainPainter: a camera that only turned sees the same ground in its new places", "[gl]")
{
    TerrainPicture picture;
    model::Pose turned = home;
    turned.heading = 8.0;
    turned.pitch = -30.0;
    turned.hfov = 40.0;
    const CameraView camera = camera_of(turned, TerrainPicture::aspect);
    const Agreement found = agreement_of(picture.draw(camera), camera);
    CHECK(found.untold == 0);
    CHECK(found.wrong < 100);
}

TEST_CASE("TerrainPainter: a camera that moved sees near and far ground where they are for it", "[gl]")
{
    TerrainPicture picture;
    model::Pose moved = home;
    moved.eye = {12.0, 25.0, 90.0};
    moved.hfov = 45.0;
    const CameraView camera = camera_of(moved, TerrainPicture::aspect);
    const Agreement found = agreement_of(picture.draw(camera), camera);
    CHECK(found.wrong < 300);     // along the edges of the tower
    CHECK(found.right > 17'000);  // sky, and what the tower hid, are left
}

TEST_CASE("TerrainPainter: what the view did not see is left as it was", "[gl]")
{
    TerrainPicture picture;
    model::Pose back = home;
    back.heading = 180.0;
    CHECK(count_lit(picture.draw(camera_of(back, TerrainPicture::aspect))) == 0);
}

TEST_CASE("TerrainPainter: the ground hides what is behind it, and nothing before it", "[gl]")
{
    TerrainPicture picture;
    const CameraView camera = camera_of(home, TerrainPicture::aspect);
    FrameSlots points{{.slots = 1, .slot_bytes = 1024}};
    const std::vector<glm::vec4> places{{0, 145, 30, 0.5F}, {0, 175, 30, 0.5F}};
    Scene scene;
    scene.viewport = {.width = GlFixture::width, .height = GlFixture::height};
    scene.bounds = {{-3000, -3000, 0}, {3000, 3000, 1000}};
    scene.camera = camera;
    TerrainDrawing terrain = picture.drawing();
    ParticleDrawing particles;
    particles.slots = &points;
    particles.style = {.size = 6.0F, .perspective = false, .shaded = false};
    scene.drawings = {&particles, &terrain};
    scene.show = {.outline = false, .axes = false, .legend = false};
    SceneRenderer renderer;
    const auto pixels_changed_by = [&](const glm::vec4& place) {
        particles.frame.reset();
        picture.gl_.clear();
        renderer.draw(scene);
        const Image without = picture.gl_.picture();
        particles.frame = put_particles(points, 0, std::vector{place});
        renderer.draw(scene);
        const Image with = picture.gl_.picture();
        int changed = 0;
        for (std::size_t i = 0; i < with.rgba.size(); ++i) changed += with.rgba[i] != without.rgba[i] ? 1 : 0;
        return changed;
    };
    CHECK(pixels_changed_by(places[0]) > 20);
    CHECK(pixels_changed_by(places[1]) == 0);
}

TEST_CASE("TerrainPainter: the side of a hill that the sun is on is lighter", "[gl]")
{
    TerrainPicture picture;
    const CameraView camera = camera_of(home, TerrainPicture::aspect);
    const auto light_of_tower = [&](float azimuth) {
        TerrainStyle lit = style();
        lit.sun_azimuth_degrees = azimuth;
        lit.sun_elevation_degrees = 20.0F;
        picture.gl_.clear();
        picture.maps_.bind(lit.map);
        const Viewport viewport{.width = GlFixture::width, .height = GlFixture::height};
        picture.layer_.draw(picture.frame_, picture.slots_, {camera},
                            make_view_transform(camera, viewport, {}, 1.0F, 2e-5F), lit, picture.overlays_);
        // The tower's near face looks south.
        const auto at = project(make_view_transform(camera, viewport, {}), {0, 150, 30});
        const glm::ivec3 colour = colour_at(picture.gl_.picture(), glm::ivec2(*at));
        return colour.r + colour.g + colour.b;
    };
    CHECK(light_of_tower(180.0F) > light_of_tower(0.0F) + 100);
}

TEST_CASE("TerrainPainter: contour lines and a grid darken the ground where they run", "[gl]")
{
    TerrainPicture picture;
    const CameraView camera = camera_of(home, TerrainPicture::aspect);
    const Viewport viewport{.width = GlFixture::width, .height = GlFixture::height};
    TerrainStyle plain = style(), ruled = style();
    ruled.grid_metres = 50.0F;
    const auto draw = [&](const TerrainStyle& how) {
        picture.gl_.clear();
        picture.maps_.bind(how.map);
        picture.layer_.draw(picture.frame_, picture.slots_, {camera},
                            make_view_transform(camera, viewport, {}, 1.0F, 2e-5F), how, picture.overlays_);
        return picture.gl_.picture();
    };
    const Image without = draw(plain), with = draw(ruled);
    // The line x = 0 runs up the middle of the picture, below the tower.
    int crossed = 0;
    for (int x = 75; x < 85; ++x)
        crossed += colour_at(without, {x, 100}) != colour_at(with, {x, 100}) ? 1 : 0;
    CHECK(crossed >= 1);
    CHECK(crossed <= 3);
}

TEST_CASE("TerrainPainter: level ground is as light at the edges of a view as in its middle", "[gl]")
{
    TerrainPicture picture;
    const Image image = picture.draw(camera_of(home, TerrainPicture::aspect));
    const glm::ivec3 inside = colour_at(image, {20, 100});
    for (const glm::ivec2 edge : {glm::ivec2(20, 119), {0, 100}, {159, 100}})
        CHECK(glm::all(glm::lessThanEqual(glm::abs(colour_at(image, edge) - inside), glm::ivec3(2))));
}

TEST_CASE("SceneRenderer: where a camera that turns a little sees past its view, the ground is drawn", "[gl]")
{
    TerrainPicture picture;
    model::Pose turned = home;
    turned.heading = 0.75;  // two pixels
    GroundGrid grid;
    for (int i = 0; i < 3; ++i) {
        grid.x.push_back(-3000.0F + 3000.0F * static_cast<float>(i));
        grid.y.push_back(3000.0F - 3000.0F * static_cast<float>(i));
    }
    Scene scene;
    scene.viewport = {.width = GlFixture::width, .height = GlFixture::height};
    scene.bounds = {{-3000, -3000, 0}, {3000, 3000, 1000}};
    scene.camera = camera_of(turned, TerrainPicture::aspect);
    TerrainDrawing terrain = picture.drawing();
    scene.drawings = {&terrain};
    terrain.tiles = {
        {1, std::make_shared<GroundShape>(make_ground_shape(grid, std::vector<float>(9, 0.0F), 1.0F))}};
    scene.show = {.outline = false, .axes = false, .legend = false, .compass = false};
    SceneRenderer renderer;
    picture.gl_.target.bind();
    renderer.draw(scene);
    const Image image = picture.gl_.picture();
    const glm::ivec3 inside = colour_at(image, {80, 100});
    for (const int x : {156, 157, 158, 159})
        CHECK(glm::all(glm::lessThanEqual(glm::abs(colour_at(image, {x, 100}) - inside), glm::ivec3(3))));
}

TEST_CASE("TerrainPainter: water with heights of only about 0 has no stripes", "[gl]")
{
    TerrainPicture rough{0.004}, level;
    TerrainStyle water = style();
    water.sea = true;
    water.heights = {-10.0F, 1000.0F};
    water.contour_metres = 50.0F;
    const CameraView camera = camera_of(home, TerrainPicture::aspect);
    const Image image = rough.draw(camera, water);
    CHECK(image.rgba == level.draw(camera, water).rgba);
    const glm::ivec3 near = colour_at(image, {80, 110}), far = colour_at(image, {20, 60});
    CHECK(near.b > near.g);  // blue, and no contour of 0 m all over it
    CHECK(glm::all(glm::lessThanEqual(glm::abs(near - far), glm::ivec3(2))));
}
