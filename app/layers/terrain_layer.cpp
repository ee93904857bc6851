#include "app/layers/terrain_layer.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>
#include <utility>

#include "app/show/frame_to_scene.h"
#include "app/show/ground/terrain_to_scene.h"
#include "app/show/program_driver.h"
#include "model/programs/terrain_params.h"
#include "render/scene/camera_pose.h"

namespace farfield::app {
namespace {

constexpr ProgramWords view_words{.no_room = "cannot make room for the terrain",
                                  .start_refused = "cannot show the terrain",
                                  .change_refused = "cannot show the terrain from here",
                                  .failed = "The views of the terrain have ended",
                                  .may_end = false};
constexpr ProgramWords tile_words{.start_refused = "cannot get the terrain's tiles",
                                  .change_refused = "cannot get the terrain's tiles",
                                  .failed = "The tiles of the terrain have ended",
                                  .may_end = false};
constexpr std::size_t slots_ahead_of_one = 2;
constexpr std::size_t tiles_at_a_time = 32;

std::uint64_t pixels_of(std::array<std::uint32_t, 2> size)
{
    return std::uint64_t{size[0]} * size[1];
}

/// Curvature in 1/m: at distance d the ground is lower by curvature x d^2. Refraction reduces it.
float curvature_of(const model::TerrainViewParams& cast)
{
    constexpr double earth_radius = 6'371'008.8;  // metres
    return cast.curved ? static_cast<float>((1.0 - cast.refraction) / (2.0 * earth_radius)) : 0.0F;
}

void set_pose(model::TerrainViewParams& params, const model::Pose& pose)
{
    params.eye = pose.eye;
    params.heading = pose.heading;
    params.pitch = pose.pitch;
    params.roll = pose.roll;
    params.hfov = pose.hfov;
}

}  // namespace

TerrainLayer::TerrainLayer(const Stage& stage, model::Use use)
    : plays_(use != model::Use::Window), views_(stage), tile_frames_(tiles_at_a_time)
{}

std::vector<Request> TerrainLayer::wanted(const LayerState& state)
{
    is_styled_ = false;
    if (terrain_ != state.data.source.name) {
        terrain_ = state.data.source.name;
        tiles_.emplace(*state.data.terrain);
        missing_.clear();
        pace_ = {};
        laid_out_.reset();
        raster_.reset();
    }
    ask_ground(state);
    if (!plays_ && !state.eye) return {};
    std::vector<Request> requests{{"view", view_request(state)}};
    if (const auto ground = wants_ground_ ? heights_.request(state) : std::nullopt)
        requests.push_back({"ground", *ground});
    if (!missing_.empty() || !asked_.empty()) requests.push_back({"tiles", tile_request(state)});
    return requests;
}

ProgramRequest TerrainLayer::view_request(const LayerState& state)
{
    ProgramRequest request;
    request.start.program = "terrain.view";
    request.start.dataset = state.data.source.name;
    request.words = &view_words;
    request.difference = difference_of<model::TerrainViewParams>;
    request.is_numbered = !plays_;
    auto params = view_params(state);
    if (plays_) {
        const auto pace = model::pace_of(state.document.clock, state.use);
        request.start.policy =
            pace.policy == model::FramePolicy::Every ? net::Policy::Every : net::Policy::Latest;
        request.start.rate = pace.max_rate;
        request.start.frames = pace.frames.value_or(0);
        request.frame_bytes = model::terrain_payload_bytes(pixels_of(params.size));
    } else {
        request.start.policy = net::Policy::Latest;
        request.frame_bytes = model::terrain_payload_bytes(pixels_of(state.eye->picture));
        request.ahead = slots_ahead_of_one;
        request.send = SendChange::OnceShown;
        // A new request that differs from the last in size alone means that the camera rests.
        request.start.params = model::write(params);
        const auto* sent = state.running != nullptr ? &state.running->sent() : nullptr;
        if (sent != nullptr && *sent) {
            auto before = model::read<model::TerrainViewParams>((*sent)->start.params, "params");
            before.size = params.size;
            request.gives_way = before == params;
        }
        if (request.gives_way) params.size = state.eye->picture;
    }
    request.start.params = model::write(params);
    return request;
}

/// Parameters of the views: all poses of a playback at once, so that the node casts ahead of the drawing.
model::TerrainViewParams TerrainLayer::view_params(const LayerState& state)
{
    model::TerrainViewParams params = model::read<model::TerrainLayerParams>(state.layer.params, "params");
    if (!plays_) {
        const auto& [camera, picture] = *state.eye;
        const double aspect = double{static_cast<float>(picture[0]) / static_cast<float>(picture[1])};
        set_pose(params, render::pose_of(camera, aspect));
        const auto style = model::read<model::TerrainStyle>(state.layer.style, "style");
        params.size = pace_.size_for(picture, style.views_per_second);
        return params;
    }
    params.size = state.document.output.size;
    const double aspect = static_cast<double>(params.size[0]) / params.size[1];
    const auto frames = model::pace_of(state.document.clock, state.use).frames.value_or(0);
    if (frames > model::max_view_poses)
        throw std::runtime_error(fmt::format("a playback over terrain has at most {} frames, found {}",
                                             model::max_view_poses, frames));
    for (std::uint64_t frame = 0; frame < frames; ++frame)
        params.poses.push_back(render::pose_of(state.camera_at(frame, aspect), aspect));
    return params;
}

ProgramRequest TerrainLayer::tile_request(const LayerState& state) const
{
    ProgramRequest request;
    request.start.program = "terrain.tiles";
    request.start.dataset = state.data.source.name;
    request.start.policy = net::Policy::Every;
    request.start.params = model::write(model::TerrainTilesParams{asked_});
    request.frame_bytes =
        model::tile_payload_bytes(model::TileKind::Heights, ground_tile_posts, ground_tile_posts);
    request.send = SendChange::OnceShown;
    request.words = &tile_words;
    request.again_later = true;
    request.difference = difference_of<model::TerrainTilesParams>;
    return request;
}

bool TerrainLayer::requests_changed()
{
    const bool has_heights = std::exchange(has_heights_, false);
    return std::exchange(wants_tiles_, false) || has_heights;
}

Intake& TerrainLayer::intake(std::string_view key)
{
    if (key == "tiles") return tile_frames_;
    if (key == "ground") return heights_.intake();
    return views_;
}

bool TerrainLayer::take(const ShowClock& clock, std::uint32_t /*outdated_before*/)
{
    const bool is_new = views_.take(clock.policy).has_value();
    is_new_ = is_new_ || is_new;
    std::uint32_t interaction = 0;
    const auto tiles = tile_frames_.take_all([&](const net::MessageHeader& header, auto payload) {
        if (header.type == net::MessageType::TerrainTile) tiles_->put(payload);
        interaction = header.interaction;
    });
    (void)take_ground();
    tiles_awaited_ -= std::min(tiles, tiles_awaited_);
    if (tiles > 0 && tiles_awaited_ == 0) tiles_complete_ = interaction;
    return is_new || tiles > 0;
}

/// Asks for the ground's raster, once for each terrain, over all of it.
void TerrainLayer::ask_ground(const LayerState& state)
{
    wants_ground_ = state.frame.wants_ground && state.layer.data == state.frame.base;
    if (!wants_ground_ || laid_out_) return;
    constexpr std::uint32_t most_nodes = 513;
    const model::TerrainDescription& terrain = *state.data.terrain;
    laid_out_ = std::make_shared<render::GroundRaster>();
    laid_out_->columns = static_cast<int>(std::min(terrain.posts[0], most_nodes));
    laid_out_->rows = static_cast<int>(std::min(terrain.posts[1], most_nodes));
    laid_out_->first = {terrain.bounds.min[0], terrain.bounds.min[1]};
    const glm::dvec2 last(terrain.bounds.max[0], terrain.bounds.max[1]);
    laid_out_->step = (last - laid_out_->first) / glm::dvec2(laid_out_->columns - 1, laid_out_->rows - 1);
    std::vector<glm::dvec2> places;
    for (int row = 0; row < laid_out_->rows; ++row)
        for (int column = 0; column < laid_out_->columns; ++column)
            places.push_back(glm::min(laid_out_->first + glm::dvec2(column, row) * laid_out_->step, last));
    heights_.ask(terrain, std::move(places));
}

bool TerrainLayer::take_ground()
{
    if (!wants_ground_ || raster_) return true;
    if (heights_.take()) {
        has_heights_ = true;
        if (heights_.is_complete()) make_raster();
    }
    return raster_ != nullptr;
}

void TerrainLayer::make_raster()
{
    static std::uint64_t last_id = 0;
    const auto raster = std::make_shared<render::GroundRaster>(*laid_out_);
    raster->id = ++last_id;
    for (const auto& height : heights_.heights())
        raster->heights.push_back(
            static_cast<float>(height.value_or(std::numeric_limits<double>::quiet_NaN())));
    raster_ = raster;
}

std::optional<LayerFrame> TerrainLayer::frame() const
{
    const FrameStream* shown = views_.shown();
    if (shown == nullptr || !shown->has_frame()) return std::nullopt;
    return LayerFrame{shown->info(), shown->stamp(), std::nullopt, shown->payload()};
}

void TerrainLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::TerrainStyle>(state.layer.style, "style");
    const auto& terrain = *state.data.terrain;
    const auto heights = style.heights.value_or(terrain.heights);
    const auto cast = model::read<model::TerrainLayerParams>(state.layer.params, "params");
    ground_.offset = state.frame.placement_of(state.data).offset;
    ground_.style = {.map = style.colour_map,
                     .heights = {static_cast<float>(heights[0]), static_cast<float>(heights[1])},
                     .sea = style.sea,
                     .sun_azimuth_degrees = static_cast<float>(style.sun_azimuth),
                     .sun_elevation_degrees = static_cast<float>(style.sun_elevation),
                     .haze_metres = static_cast<float>(style.haze_metres),
                     .contour_metres = static_cast<float>(style.contour_metres),
                     .grid_metres = static_cast<float>(style.grid_metres),
                     .curvature =
                         plays_ ? 0.0F : curvature_of(cast)};  // pictures of a playback stay as they were
    legend_ = legend_of(ground_.style);
}

void TerrainLayer::choose_tiles(const render::CameraView& camera)
{
    constexpr double fineness = 1.0;
    auto choice = tiles_->choose(glm::dvec3(camera.eye) - glm::dvec3(ground_.offset), fineness);
    ground_.tiles = std::move(choice.drawn);
    missing_ = std::move(choice.missing);
    if (missing_.empty() || tiles_awaited_ > 0) return;
    asked_.assign(missing_.begin(),
                  missing_.begin() + static_cast<std::ptrdiff_t>(std::min(missing_.size(), tiles_at_a_time)));
    tiles_awaited_ = asked_.size();
    wants_tiles_ = true;
}

void TerrainLayer::describe(const LayerState& state, const Drape& drape, render::Scene& scene)
{
    if (!std::exchange(is_styled_, true)) take_style(state);
    const FrameStream* shown = views_.shown();
    ground_.slots = shown != nullptr ? &shown->slots() : nullptr;
    ground_.view = shown != nullptr ? shown->terrain_view() : std::nullopt;
    ground_.picture = drape.picture != nullptr ? std::optional(*drape.picture) : std::nullopt;
    ground_.viewshed = drape.viewshed != nullptr ? std::optional(*drape.viewshed) : std::nullopt;
    ground_.annotations = drape.annotations;
    if (!plays_) choose_tiles(scene.camera);
    scene.drawings.push_back(&ground_);
}

std::optional<double> TerrainLayer::height_at(glm::dvec2 place) const
{
    return tiles_ ? tiles_->height_at(place) : std::nullopt;
}

std::optional<glm::dvec3> TerrainLayer::seen_at(glm::dvec2 point, const render::CameraView& camera) const
{
    const FrameStream* shown = views_.shown();
    const auto view = shown != nullptr ? shown->terrain_view() : std::nullopt;
    if (!view || glm::vec3(model::vec_of(view->pose.eye)) != camera.eye) return std::nullopt;
    return seen_in(*view, shown->payload(), camera, point);
}

void TerrainLayer::completed(std::vector<Shown>& shown)
{
    if (std::exchange(is_new_, false)) {
        const auto& info = views_.shown()->info();
        shown.push_back({"view", info.header.interaction, info.received_ns});
    }
    if (const auto tiles = std::exchange(tiles_complete_, 0)) shown.push_back({"tiles", tiles, 0});
}

void TerrainLayer::timed(double seconds, const ProgramRequest& request)
{
    if (request.start.program != "terrain.view") return;
    const auto size = model::read<model::TerrainViewParams>(request.start.params, "params").size;
    // Drawing time in the window does not count: a smaller view would not be drawn sooner.
    pace_.took(seconds, pixels_of(size));
    shown_size_ = size;
}

void TerrainLayer::drawn()
{
    if (FrameStream* shown = views_.shown()) shown->drawn();
}

bool TerrainLayer::release_finished()
{
    FrameStream* shown = views_.shown();
    const bool of_ground = heights_.has_released(), of_tiles = tile_frames_.has_released() || of_ground;
    return (shown != nullptr && shown->release_finished()) || of_tiles;
}

}  // namespace farfield::app
