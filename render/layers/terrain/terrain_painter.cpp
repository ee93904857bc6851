#include "render/layers/terrain/terrain_painter.h"

#include "render/gl/frame_slots.h"
#include "render/primitives/colour_map_textures.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>

namespace farfield::render {
namespace {

constexpr GLenum view_unit = GL_TEXTURE1;

void set_ivec2(int location, int x, int y)
{
    glUniform2i(location, x, y);
}

/// Steps of the search for moved ground: a quarter of the pixels by which the nearest ground is shifted.
int search_steps(double parallax, const TerrainFrame& frame)
{
    const double radians_per_pixel = glm::radians(frame.pose.hfov) / frame.width;
    return static_cast<int>(std::clamp(parallax / radians_per_pixel / 4.0, 2.0, 32.0));
}

}  // namespace

GroundUniforms::GroundUniforms(const ShaderProgram& program)
    : colours_(program.uniform("height_colours")),
      entry_of_height_(program.uniform("entry_of_height")),
      sea_(program.uniform("sea")),
      sun_(program.uniform("sun")),
      haze_(program.uniform("haze")),
      contour_metres_(program.uniform("contour_metres")),
      grid_metres_(program.uniform("grid_metres")),
      picture_(program.uniform("picture")),
      has_picture_(program.uniform("has_picture")),
      picture_first_(program.uniform("picture_first")),
      picture_per_metre_(program.uniform("picture_per_metre")),
      picture_stretch_(program.uniform("picture_stretch")),
      viewshed_(program.uniform("viewshed")),
      has_viewshed_(program.uniform("has_viewshed")),
      viewshed_first_(program.uniform("viewshed_first")),
      viewshed_per_metre_(program.uniform("viewshed_per_metre")),
      viewshed_stretch_(program.uniform("viewshed_stretch"))
{}

void GroundUniforms::set(const RasterOverlays& overlays) const
{
    constexpr int picture_unit = 2, viewshed_unit = 3;
    set_uniform(picture_, picture_unit);
    set_uniform(has_picture_, overlays.picture().is_there ? 1 : 0);
    set_uniform(picture_first_, overlays.picture().first);
    set_uniform(picture_per_metre_, overlays.picture().per_metre);
    set_uniform(picture_stretch_, overlays.picture().stretch);
    set_uniform(viewshed_, viewshed_unit);
    set_uniform(has_viewshed_, overlays.viewshed().is_there ? 1 : 0);
    set_uniform(viewshed_first_, overlays.viewshed().first);
    set_uniform(viewshed_per_metre_, overlays.viewshed().per_metre);
    set_uniform(viewshed_stretch_, overlays.viewshed().stretch);
}

void GroundUniforms::set(const TerrainStyle& style) const
{
    const float azimuth = glm::radians(style.sun_azimuth_degrees);
    const float height = glm::radians(style.sun_elevation_degrees);
    set_uniform(colours_, 0);
    set_uniform(entry_of_height_, entry_of_scalar({style.heights.x, style.heights.y}));
    set_uniform(sea_, style.sea ? 1 : 0);
    set_uniform(sun_, glm::vec3(std::cos(height) * std::sin(azimuth), std::cos(height) * std::cos(azimuth),
                                std::sin(height)));
    set_uniform(haze_, style.haze_metres > 0.0F ? 1.0F / style.haze_metres : 0.0F);
    set_uniform(contour_metres_, style.contour_metres);
    set_uniform(grid_metres_, style.grid_metres);
}

TerrainPainter::RayUniforms::RayUniforms(const ShaderProgram& program)
    : forward(program.uniform("forward")), right(program.uniform("right")), up(program.uniform("up"))
{}

void TerrainPainter::RayUniforms::set(const model::PoseRays& rays) const
{
    set_uniform(forward, glm::vec3(rays.forward));
    set_uniform(right, glm::vec3(rays.right));
    set_uniform(up, glm::vec3(rays.up));
}

TerrainPainter::ViewProgram::ViewProgram(std::string_view fragment_file)
    : shaders("terrain_view.vert", fragment_file),
      ground(shaders),
      rays(shaders),
      words(shaders.uniform("view")),
      view_size(shaders.uniform("view_size")),
      first_range(shaders.uniform("first_range")),
      first_elevation(shaders.uniform("first_elevation")),
      view_forward(shaders.uniform("view_forward")),
      view_right(shaders.uniform("view_right")),
      view_up(shaders.uniform("view_up")),
      view_eye(shaders.uniform("view_eye")),
      grid_eye(shaders.uniform("grid_eye")),
      shift(shaders.uniform("shift")),
      near_pixels(shaders.uniform("near_pixels")),
      nearest_ground(shaders.uniform("nearest_ground")),
      steps(shaders.uniform("steps")),
      depth_of(shaders.uniform("depth_of"))
{}

TerrainPainter::TerrainPainter() = default;

void TerrainPainter::draw_sky(const CameraView& camera, const Viewport& viewport) const
{
    sky_.use();
    sky_rays_.set(rays_of(camera, double{viewport.aspect()}));
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void TerrainPainter::draw(const TerrainFrame& frame, const FrameSlots& slots, const Eye& eye,
                          const ViewTransform& view, const TerrainStyle& style,
                          const RasterOverlays& overlays) const
{
    const model::PoseRays cast = rays_of(frame.pose, static_cast<double>(frame.width) / frame.height);
    const glm::dvec3 cast_from = model::vec_of(frame.pose.eye);
    const glm::dvec3 shift = glm::dvec3(eye.camera.eye) - glm::dvec3(eye.offset) - cast_from;
    const ViewProgram& program = glm::length(shift) > 1e-6 * glm::length(cast_from) ? moved_ : still_;
    program.shaders.use();
    program.ground.set(style);
    program.ground.set(overlays);
    program.rays.set(rays_of(eye.camera, double{view.viewport.aspect()}));
    set_uniform(program.words, static_cast<int>(view_unit - GL_TEXTURE0));
    set_ivec2(program.view_size, frame.width, frame.height);
    set_uniform(program.first_range, static_cast<int>(frame.range_bytes / sizeof(float)));
    set_uniform(program.first_elevation, static_cast<int>(frame.elevation_bytes / sizeof(float)));
    set_uniform(program.view_forward, glm::vec3(cast.forward));
    set_uniform(program.view_right, glm::vec3(cast.right));
    set_uniform(program.view_up, glm::vec3(cast.up));
    // Grid lines stay exact in binary32 however far the eye is from the middle.
    const double grid = std::max(double{style.grid_metres}, 1e-3);
    set_uniform(program.view_eye, glm::vec2(cast_from));
    set_uniform(program.grid_eye, glm::vec2(glm::mod(glm::dvec2(cast_from), glm::dvec2(1024.0 * grid))));
    set_uniform(program.shift, glm::vec3(shift));
    // The tolerance is 1.5 times a pixel of the view or of the picture, whichever is larger.
    const glm::vec2 pixels =
        glm::min(glm::vec2(frame.width, frame.height), glm::vec2(view.viewport.width, view.viewport.height));
    set_uniform(program.near_pixels, 3.0F / pixels);
    const float nearest = std::max(frame.nearest_metres, 0.5F * static_cast<float>(glm::length(shift)));
    set_uniform(program.nearest_ground, nearest);
    set_uniform(program.steps, search_steps(glm::length(shift) / double{nearest}, frame));
    const glm::mat4& projection = view.projection;
    set_uniform(program.depth_of, glm::vec2(0.5F - 0.5F * projection[2][2], 0.5F * projection[3][2]));

    glActiveTexture(view_unit);
    glBindTexture(GL_TEXTURE_BUFFER, slots.words(frame.slot));
    glBindVertexArray(array_.id());
    glDepthFunc(eye.covers ? GL_ALWAYS : GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LEQUAL);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace farfield::render
