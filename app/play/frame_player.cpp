#include "app/play/frame_player.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "app/play/report/payload_hash.h"
#include "app/show/frames/frame_stream.h"
#include "app/show/glyph_atlas_qt.h"
#include "app/show/ground/terrain_to_scene.h"
#include "app/show/scene_rakes.h"
#include "model/programs/particle_frame.h"
#include "model/programs/polylines.h"
#include "model/programs/table.h"
#include "render/gl/renderer_name.h"
#include "render/layers/legend_painter.h"
#include "render/layers/terrain/terrain_drawing.h"
#include "render/scene/camera_pose.h"

namespace farfield::app {
namespace {

double milliseconds(std::uint64_t from_ns, std::uint64_t to_ns)
{
    return static_cast<double>(static_cast<std::int64_t>(to_ns - from_ns)) * 1e-6;
}

/// Throws std::runtime_error when a frame's size does not match its counts.
void check_counts(const net::MessageHeader& header, std::span<const std::byte> payload)
{
    if (header.type == net::MessageType::TerrainView) {
        if (terrain_frame_in(0, payload, header)) return;
        throw std::runtime_error(
            fmt::format("the node sent a broken frame {}: {} bytes are no view of ground", header.sequence,
                        payload.size()));
    }
    if (header.type == net::MessageType::EntityBundle) return;  // the layer has checked its bundles
    const bool is_lines = header.type == net::MessageType::Polylines;
    if (!is_lines && header.type != net::MessageType::Particles) {
        const auto* const type = model::frame_type(static_cast<std::uint8_t>(header.type));
        if (type != nullptr && type->check(payload)) return;
        throw std::runtime_error(fmt::format("the node sent a broken frame {}: {} bytes of type {}",
                                             header.sequence, payload.size(), static_cast<int>(header.type)));
    }
    std::array<std::uint32_t, 2> counts{};
    if (payload.size() >= model::particle_preamble_bytes) counts = net::stamp_of(payload).counts;
    const auto [things, parts] = counts;  // particles and living ones, or lines and their points
    const auto expected =
        is_lines ? model::polyline_payload_bytes(parts, things)
                 : model::particle_preamble_bytes + std::uint64_t{things} * model::particle_bytes;
    if (payload.size() == expected && (is_lines || parts <= things)) return;
    throw std::runtime_error(fmt::format(
        "the node sent a broken frame {}: {} bytes for {} {}, {} {}", header.sequence, payload.size(), things,
        is_lines ? "lines" : "particles", parts, is_lines ? "points" : "alive"));
}

/// Number of items drawn: particles, lines, pixels or values.
std::uint32_t drawn_things(net::MessageType type, const net::FrameStamp& stamp)
{
    return static_cast<std::uint32_t>(
        model::frame_type(static_cast<std::uint8_t>(type))->shown_items(stamp.counts));
}

}  // namespace

FramePlayer::FramePlayer(PlayedDocument& played) : played_(played)
{
    renderer_.set_glyph_atlas(make_glyph_atlas());
    Stage stage;
    stage.cpu_reads = true;
    stage.smooth_lines = !render::is_software_renderer(render::renderer_name());
    played_.start(std::move(stage));
    if (played_.pace().policy == model::FramePolicy::Latest) policy_ = net::Policy::Latest;
    describe(played_.layers().frame(), played_.document().scene, scene_);
    show_rakes(played_.document(), played_.data(), played_.layers().frame(), scene_);
    for (const std::string& id : played_.layers().order())
        if (played_.layers().is_active(id) && ticks(*played_.layers().find(id))) ticking_.push_back(id);
    if (ticking_.empty())
        throw std::runtime_error("nothing would change from picture to picture: no visible layer follows the "
                                 "clock; give one 'clock = true'");
    next_sequence_.resize(ticking_.size());
    records_.reserve(ticking_.size());
}

std::span<const FrameRecord> FramePlayer::play_next(const render::Viewport& viewport)
{
    records_.clear();
    LayerSet& layers = played_.layers();
    if (!frame_waiting()) return records_;
    (void)layers.take({.policy = policy_, .now_ns = net::now_ns(), .tick = pictures_++});
    for (std::size_t i = 0; i < ticking_.size(); ++i)
        check_frame(*newest_frame(*layers.find(ticking_[i])), i);
    picture_ = is_live() ? pictures_ - 1 : newest_frame(*layers.find(ticking_.front()))->info.header.sequence;
    const auto taken_ns = net::now_ns();
    if (first_taken_ns_ == 0) first_taken_ns_ = taken_ns;
    draw(viewport);
    render::GpuFence::insert().wait();
    const auto drawn_ns = net::now_ns();
    layers.drawn();
    layers.shown(drawn_ns);
    for (std::size_t i = 0; i < ticking_.size(); ++i)
        records_.push_back(record(*newest_frame(*layers.find(ticking_[i])), i, taken_ns, drawn_ns));
    layers.release_finished();
    return records_;
}

std::chrono::nanoseconds FramePlayer::until_due() const
{
    if (!is_live() || pictures_ == 0) return {};
    const double seconds = model::document_seconds(played_.document().clock, pictures_);
    const std::uint64_t due_ns = first_taken_ns_ + model::ns_of_seconds(seconds), now_ns = net::now_ns();
    return std::chrono::nanoseconds(due_ns > now_ns ? due_ns - now_ns : 0);
}

void FramePlayer::draw_again(const render::Viewport& viewport)
{
    draw(viewport);
    played_.layers().drawn();
}

void FramePlayer::draw(const render::Viewport& viewport)
{
    scene_.viewport = viewport;
    played_.layers().describe(scene_);
    scene_.camera = camera_for(viewport);
    renderer_.draw(scene_);
}

/// Camera of a picture. A view of a terrain keeps the pose of its cast, whatever the window's shape.
render::CameraView FramePlayer::camera_for(const render::Viewport& viewport)
{
    for (const render::Drawing* drawing : scene_.drawings)
        if (const auto* ground = dynamic_cast<const render::TerrainDrawing*>(drawing); ground && ground->view)
            return render::camera_of(ground->view->pose,
                                     static_cast<double>(ground->view->width) / ground->view->height);
    const float free_width = scene_.show.legend ? render::width_beside_legend(viewport) : 1.0F;
    return played_.camera().at(picture_, viewport.aspect(), free_width);
}

void FramePlayer::check_frame(const LayerFrame& frame, std::size_t layer) const
{
    const auto& header = frame.info.header;
    check_counts(header, frame.payload);
    const auto due = next_sequence_[layer];
    if (is_live() && header.sequence + 1 >= due) return;  // a frame may be shown again
    const bool may_skip = policy_ == net::Policy::Latest;
    const bool is_due = may_skip ? header.sequence >= due : header.sequence == due;
    if (is_due) return;
    // A damaged recording, for one, ends with a failure before the frame that is due: its message says more.
    if (const auto end = played_.end(); end && end->reason == StreamEnd::Reason::Failed)
        throw std::runtime_error(end->message);
    throw std::runtime_error(
        fmt::format("the node sent frame {} where frame {} was due", header.sequence, due));
}

FrameRecord FramePlayer::record(const LayerFrame& frame, std::size_t layer, std::uint64_t taken_ns,
                                std::uint64_t drawn_ns)
{
    const auto& [info, stamp, time, payload, triangles, level, entities] = frame;
    const auto offset_ns = played_.link().figures().clock_offset_ns;
    const double network = milliseconds(info.header.time_ns, info.received_ns + offset_ns);
    received_ns_ = std::max(received_ns_, info.received_ns);
    const auto due = next_sequence_[layer];
    const bool is_new = info.header.sequence >= due;
    FrameRecord result{.sequence = info.header.sequence,
                       .compute_ms = static_cast<double>(stamp.compute_ns) * 1e-6,
                       .wait_ms = std::max(0.0, milliseconds(stamp.computed_at_ns, info.header.time_ns)),
                       .network_ms = std::max(0.0, network),
                       .ring_ms = milliseconds(info.received_ns, taken_ns),
                       .draw_ms = milliseconds(taken_ns, drawn_ns),
                       .bytes = is_new ? info.header.payload_bytes : 0,
                       .drops = is_new ? info.header.sequence - due : 0,
                       .alive = drawn_things(info.header.type, stamp),
                       .hash = hash_particles(payload),
                       .at_ms = milliseconds(first_taken_ns_, drawn_ns),
                       .network_clamped = network < 0.0,
                       .triangles = triangles,
                       .level = level,
                       .entities = entities,
                       .layer = static_cast<std::uint32_t>(layer)};
    next_sequence_[layer] = info.header.sequence + 1;
    return result;
}

std::string_view FramePlayer::slot_path()
{
    for (const std::string& id : ticking_)
        if (const render::FrameSlots* slots = played_.layers().find(id)->ticking()->slots_opened())
            return slots->path();
    return {};
}

}  // namespace farfield::app
