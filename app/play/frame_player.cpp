#include "app/play/frame_player.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

#include "app/play/payload_hash.h"
#include "app/show/frame_to_scene.h"
#include "app/show/glyph_atlas_qt.h"
#include "app/show/frames/ring_slots.h"
#include "app/show/frames/terrain_to_scene.h"
#include "model/programs/polylines.h"
#include "render/gl/renderer_name.h"
#include "render/layers/legend_layer.h"

namespace farfield::app {
namespace {

double milliseconds(std::uint64_t from_ns, std::uint64_t to_ns)
{
    return static_cast<double>(static_cast<std::int64_t>(to_ns - from_ns)) * 1e-6;
}

/// Frames kept behind the newest: trails go through them.
std::size_t history_of(const Script& script)
{
    return script.lines || script.terrain ? 0 : script.view.trail_frames;
}

/// What is seen of ground and of what lies on it: pictures of the script's size show nothing else.
render::Scene make_terrain_scene(const PlayLink& link, const Script& script, render::TerrainDrawing& drawing)
{
    const auto& terrain = *link.terrain();
    render::Scene scene;
    scene.bounds = bounds_of(terrain);
    drawing.picture = link.ground().picture;
    drawing.viewshed = link.ground().viewshed;
    drawing.marks = link.ground().marks;
    drawing.style = script.terrain->style;
    drawing.style.heights =
        script.terrain->heights.value_or(glm::vec2(terrain.heights[0], terrain.heights[1]));
    scene.drawings = {&drawing};
    scene.legends = {legend_of(drawing.style)};
    scene.show = script.view.show;
    scene.show.outline = scene.show.axes = false;
    return scene;
}

render::Scene make_scene(const PlayLink& link, const Script& script, Drawings& drawings)
{
    if (script.terrain) return make_terrain_scene(link, script, drawings.terrain);
    render::Scene scene;
    show_dataset(link.dataset(), scene);
    const auto& view = script.view;
    auto& legend = scene.legends.emplace_back(legend_of(link.program().scalar));
    legend.colour_map = view.colour_map;
    if (view.range) legend.range = *view.range;
    auto& [particles, lines, terrain] = drawings;
    scene.drawings = {&particles, &lines};
    particles.style = view.particles;
    particles.trail_style = view.trails;
    particles.trail_style.drawn = view.trail_frames > 0;
    lines.style = view.lines;
    drawings.set_colours(legend);
    drawings.set_smooth(!render::is_software_renderer(render::renderer_name()));
    scene.show = view.show;
    scene.vertical_scale = view.vertical_scale.value_or(usual_vertical_scale(link.dataset()));
    for (const auto& rake : link.rakes())
        scene.rakes.push_back(render::rake_shape(rake.shape, scene.bounds, scene.origin));
    particles.trail.reserve(view.trail_frames + 1);
    return scene;
}

/// Throws std::runtime_error when a frame's bytes are not those that its counts need.
void check_counts(const net::MessageHeader& header, std::span<const std::byte> payload)
{
    if (header.type == net::MessageType::TerrainView) {
        if (terrain_frame_in(0, payload, header)) return;
        throw std::runtime_error(
            fmt::format("the node sent a broken frame {}: {} bytes are no view of ground", header.sequence,
                        payload.size()));
    }
    const bool is_lines = header.type == net::MessageType::Polylines;
    std::array<std::uint32_t, 2> counts{};
    if (payload.size() >= net::particle_preamble_bytes) counts = net::stamp_of(payload).counts;
    const auto [things, parts] = counts;  // particles and those alive, or lines and their points
    const auto expected = is_lines
                              ? model::polyline_payload_bytes(parts, things)
                              : net::particle_preamble_bytes + std::uint64_t{things} * net::particle_bytes;
    if (payload.size() == expected && (is_lines || parts <= things)) return;
    throw std::runtime_error(fmt::format(
        "the node sent a broken frame {}: {} bytes for {} {}, {} {}", header.sequence, payload.size(), things,
        is_lines ? "lines" : "particles", parts, is_lines ? "points" : "alive"));
}

/// Particles, lines or pixels.
std::uint32_t drawn_things(net::MessageType type, const net::FrameStamp& stamp)
{
    if (type == net::MessageType::Polylines) return stamp.counts[0];
    return type == net::MessageType::TerrainView ? stamp.counts[0] * stamp.counts[1] : stamp.counts[1];
}

}  // namespace

FramePlayer::FramePlayer(PlayLink& link, const Script& script)
    : link_(link),
      script_(script),
      stream_({.slot_bytes = link.start().slot_bytes,
               .history = history_of(script),
               .ahead = slots_ahead(link.start().slot_bytes, history_of(script)),
               .cpu_reads = true}),
      scene_(make_scene(link, script, drawings_))
{
    renderer_.set_glyph_atlas(make_glyph_atlas());
    link_.attach(stream_.ring());
}

FramePlayer::~FramePlayer()
{
    link_.detach();
}

std::optional<FrameRecord> FramePlayer::play_next(const render::Viewport& viewport)
{
    const auto taken = stream_.take(script_.policy);
    if (!taken) return std::nullopt;
    check_frame();
    const auto taken_ns = net::now_ns();
    if (first_taken_ns_ == 0) first_taken_ns_ = taken_ns;
    draw(viewport);
    render::GpuFence::insert().wait();
    const auto drawn_ns = net::now_ns();
    stream_.drawn();
    const auto result = record(taken_ns, drawn_ns);
    if (stream_.release_finished()) link_.client().slots_released();
    return result;
}

void FramePlayer::draw_again(const render::Viewport& viewport)
{
    draw(viewport);
    stream_.drawn();
}

void FramePlayer::draw(const render::Viewport& viewport)
{
    stream_.describe(drawings_.particles);
    stream_.describe(drawings_.lines);
    drawings_.terrain.slots = &stream_.slots();
    drawings_.terrain.view = stream_.terrain_view();
    scene_.viewport = viewport;
    scene_.camera = camera_for(viewport);
    renderer_.draw(scene_);
}

/// A view of a terrain is drawn from where it was cast, whatever the shape of the window.
render::CameraView FramePlayer::camera_for(const render::Viewport& viewport) const
{
    if (const auto& view = drawings_.terrain.view)
        return render::camera_of(view->pose, static_cast<double>(view->width) / view->height);
    const std::uint64_t frame = stream_.has_frame() ? stream_.info().header.sequence : 0;
    const float free_width = scene_.show.legend ? render::width_beside_legend(viewport) : 1.0F;
    return link_.camera().at(frame, viewport.aspect(), free_width);
}

void FramePlayer::check_frame() const
{
    const auto& header = stream_.info().header;
    check_counts(header, stream_.payload());
    const bool may_skip = script_.policy == net::Policy::Latest;
    if (may_skip ? header.sequence < next_sequence_ : header.sequence != next_sequence_)
        throw std::runtime_error(
            fmt::format("the node sent frame {} where frame {} was due", header.sequence, next_sequence_));
}

FrameRecord FramePlayer::record(std::uint64_t taken_ns, std::uint64_t drawn_ns)
{
    const auto& info = stream_.info();
    const net::FrameStamp& stamp = stream_.stamp();
    const auto offset_ns = link_.client().link().clock_offset_ns;
    const double network = milliseconds(info.header.time_ns, info.received_ns + offset_ns);
    FrameRecord result{.sequence = info.header.sequence,
                       .compute_ms = static_cast<double>(stamp.compute_ns) * 1e-6,
                       .wait_ms = std::max(0.0, milliseconds(stamp.computed_at_ns, info.header.time_ns)),
                       .network_ms = std::max(0.0, network),
                       .ring_ms = milliseconds(info.received_ns, taken_ns),
                       .draw_ms = milliseconds(taken_ns, drawn_ns),
                       .bytes = info.header.payload_bytes,
                       .drops = info.header.sequence - next_sequence_,
                       .alive = drawn_things(info.header.type, stamp),
                       .hash = hash_particles(stream_.payload()),
                       .at_ms = milliseconds(first_taken_ns_, drawn_ns),
                       .network_clamped = network < 0.0};
    next_sequence_ = info.header.sequence + 1;
    return result;
}

}  // namespace farfield::app
