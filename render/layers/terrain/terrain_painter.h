#pragma once

#include "render/gl/shader_program.h"
#include "render/layers/terrain/raster_overlays.h"
#include "render/scene/camera_pose.h"
#include "render/scene/styles.h"
#include "render/scene/terrain_frame.h"

namespace farfield::render {

class FrameSlots;

/// The uniforms of shaders/terrain_ground.glsl.
class GroundUniforms {
public:
    explicit GroundUniforms(const ShaderProgram& program);
    /// Sets the uniforms of the program in use. Expects the colour map of heights in texture unit 0.
    void set(const TerrainStyle& style) const;
    /// Sets the uniforms of the overlays, which must be bound.
    void set(const RasterOverlays& overlays) const;

private:
    int colours_, entry_of_height_, sea_, sun_, haze_, contour_metres_, grid_metres_;
    int picture_, has_picture_, picture_first_, picture_per_metre_, picture_stretch_;
    int viewshed_, has_viewshed_, viewshed_first_, viewshed_per_metre_, viewshed_stretch_;
};

/// Draws a terrain's ground from a cast view, pixel by pixel, and the sky.
///
/// From the pose for which a view was cast, the view is drawn as it is. From elsewhere each pixel of the
/// picture looks for its ground in the view; pixels without ground in it are left as they were. Depth is
/// written, so that hills hide what is behind them.
class TerrainPainter {
public:
    TerrainPainter();
    /// Draws the sky over the whole picture. Needs depth test off.
    void draw_sky(const CameraView& camera, const Viewport& viewport) const;

    /// The eye for which a view is drawn.
    struct Eye {
        const CameraView& camera;  ///< in the scene
        glm::vec3 offset{0.0F};    ///< place of the terrain in the scene
        bool covers = true;        ///< true: drawn over everything before; else depth-tested
    };
    /// Draws a view. Needs the colour map of heights in texture unit 0, depth test and depth writes on.
    /// Leaves the depth comparison as less or equal.
    void draw(const TerrainFrame& frame, const FrameSlots& slots, const Eye& eye, const ViewTransform& view,
              const TerrainStyle& style, const RasterOverlays& overlays) const;

private:
    /// The uniforms of a program's camera.
    struct RayUniforms {
        explicit RayUniforms(const ShaderProgram& program);
        void set(const model::PoseRays& rays) const;
        int forward, right, up;
    };
    /// A program that draws a view from its own eye, or one that draws it from another.
    struct ViewProgram {
        explicit ViewProgram(std::string_view fragment_file);
        ShaderProgram shaders;
        GroundUniforms ground;
        RayUniforms rays;
        int words, view_size, first_range, first_elevation, view_forward, view_right, view_up, view_eye,
            grid_eye;
        int shift, near_pixels, nearest_ground, steps, depth_of;
    };

    ShaderProgram sky_{"terrain_view.vert", "terrain_sky.frag"};
    RayUniforms sky_rays_{sky_};
    ViewProgram still_{"terrain_view.frag"};
    ViewProgram moved_{"terrain_view_moved.frag"};
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
