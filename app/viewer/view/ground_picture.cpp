#include "app/viewer/view/ground_picture.h"

#include <utility>

#include "app/show/frames/terrain_to_scene.h"

namespace farfield::app {

void GroundPicture::set_terrain(const std::optional<model::TerrainDescription>& terrain)
{
    tiles_.reset();
    if (terrain) tiles_.emplace(*terrain);
}

net::FrameRing& GroundPicture::open(const FrameStream::Settings& settings)
{
    next_.reset();
    next_ = std::make_unique<FrameStream>(settings);
    return next_->ring();
}

void GroundPicture::forget()
{
    next_.reset();
    shown_.reset();
}

void GroundPicture::put_tile(std::span<const std::byte> payload)
{
    if (tiles_) tiles_->put(payload);
}

std::optional<double> GroundPicture::height_at(glm::dvec2 place) const
{
    return tiles_ ? tiles_->height_at(place) : std::nullopt;
}

std::optional<glm::dvec3> GroundPicture::seen_at(glm::dvec2 point, const render::CameraView& camera) const
{
    const auto view = shown_ ? shown_->terrain_view() : std::nullopt;
    if (!view || glm::vec3(view->pose.eye) != camera.eye) return std::nullopt;
    return seen_in(*view, shown_->payload(), camera, point);
}

std::optional<net::FrameInfo> GroundPicture::take()
{
    if (next_ && next_->ring().waiting() > 0) shown_ = std::move(next_);
    if (!shown_ || !shown_->take(net::Policy::Latest)) return std::nullopt;
    return shown_->info();
}

void GroundPicture::describe(render::TerrainDrawing& terrain, const render::CameraView& camera)
{
    terrain.slots = shown_ ? &shown_->slots() : nullptr;
    terrain.view = shown_ ? shown_->terrain_view() : std::nullopt;
    terrain.tiles.clear();
    missing_.clear();
    if (tiles_) {
        constexpr double fineness = 1.0;
        auto choice = tiles_->choose(glm::dvec3(camera.eye), fineness);
        terrain.tiles = std::move(choice.drawn);
        missing_ = std::move(choice.missing);
    }
    terrain.marks.clear();
    for (const auto& marks : {overlay_, sight_})
        if (marks) terrain.marks.push_back(marks);
}

void GroundPicture::drawn()
{
    if (shown_) shown_->drawn();
}

}  // namespace farfield::app
