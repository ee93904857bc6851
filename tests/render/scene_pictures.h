#pragma once

#include "render/layers/scene_renderer.h"
#include "tests/render/gl_fixture.h"

#include <utility>
#include <vector>

namespace farfield::render::test {

/// Pictures of a bare scene, black but for drawings of a test's own.
struct ScenePictures {
    ScenePictures()
    {
        scene.camera = front_camera();
        scene.viewport = {.width = GlFixture::width, .height = GlFixture::height};
        scene.bounds = front_bounds();
        scene.show = {.outline = false, .axes = false, .legend = false, .compass = false};
        scene.background = {.top = glm::vec3(0.0F), .bottom = glm::vec3(0.0F)};
    }

    Image draw(std::vector<const Drawing*> drawings)
    {
        scene.drawings = std::move(drawings);
        gl.target.bind();
        renderer.draw(scene);
        return gl.picture();
    }

    GlFixture gl;
    SceneRenderer renderer;
    Scene scene;
};

}  // namespace farfield::render::test
