#include "app/viewer/controls/sight_control.h"

#include <utility>

#include "app/show/ground/ground_annotations.h"
#include "app/show/ground/tile_raster.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/view/flow_view.h"
#include "model/programs/terrain_tile.h"
#include "net/message/clock.h"

namespace farfield::app {
namespace {

constexpr std::uint32_t live_side = 1024;  // values along a side of a viewshed
constexpr std::size_t ring_slots = 3;

glm::dvec3 above(glm::dvec3 place, double height)
{
    return place + glm::dvec3(0.0, 0.0, height);
}

}  // namespace

SightControl::SightControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent)
    : QObject(parent), model_(model), link_(link), view_(view), stream_(link.link()), earth_(earth())
{
    connect(&model_, &SessionModel::sight_changed, this, &SightControl::take_tool);
    connect(&model_, &SessionModel::terrain_changed, this, [this](bool same) {
        if (!same) {
            held_.reset();
            cursor_.reset();
            asked_.reset();
            forget_viewshed();
        }
        take_tool();
    });
    connect(&model_, &SessionModel::document_changed, this, &SightControl::take_earth);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) drop();
    });
    connect(&link_, &NodeLink::program_ended, this, [this](const Link::ProgramEnd& end) {
        if (stream_.number() != end.stream) return;
        drop();
        say(tr("The viewshed has ended: %1").arg(QString::fromStdString(end.message)));
    });
    connect(&view_, &FlowView::ground_hovered, this, &SightControl::hover);
    connect(&view_, &FlowView::ground_clicked, this, &SightControl::click);
}

void SightControl::take_tool()
{
    // The shown answer follows the settings also while the cursor is elsewhere.
    if (!cursor_) cursor_ = asked_;
    drop();
    const auto tool = model_.terrain() ? model_.sight().tool : SightTool::None;
    if (std::exchange(tool_, tool) != tool) held_.reset();
    if (tool != SightTool::Viewshed) forget_viewshed();
    view_.set_sight_annotations(nullptr);
    if (tool == SightTool::None) return say({});
    say(held_                     ? QString()
        : tool == SightTool::Line ? tr("Click where the eye is.")
                                  : tr("Move over the ground; a click holds the place."));
    ask();
}

std::pair<bool, double> SightControl::earth() const
{
    const auto params = model_.terrain_params();
    return {params.curved, params.refraction};
}

/// Asks anew when curvature or refraction changed.
void SightControl::take_earth()
{
    const auto before = std::exchange(earth_, earth());
    if (before != earth_) take_tool();
}

void SightControl::hover(std::optional<glm::dvec3> place)
{
    cursor_ = place;
    ask();
}

void SightControl::click(glm::dvec3 place)
{
    const auto tool = model_.sight().tool;
    if (tool == SightTool::None) return;
    const bool releases = tool == SightTool::Viewshed && held_;
    held_ = releases ? std::nullopt : std::optional(place);
    cursor_ = place;
    asked_.reset();
    ask();
}

void SightControl::hold_viewshed(glm::dvec3 place, double eye_height)
{
    auto sight = model_.sight();
    sight.tool = SightTool::Viewshed;
    sight.eye_height = eye_height;
    model_.set_sight(sight);
    held_ = cursor_ = place;
    asked_.reset();
    ask();
}

void SightControl::ask()
{
    const auto tool = model_.sight().tool;
    if (waiting_ || !model_.terrain() || tool == SightTool::None ||
        link_.state() != NodeLink::State::Connected)
        return;
    const auto place = tool == SightTool::Viewshed && held_ ? held_ : cursor_;
    if (!place || place == asked_ || (tool == SightTool::Line && !held_)) return;
    asked_ = place;
    waiting_ = true;
    asked_ns_ = net::now_ns();
    if (tool == SightTool::Line)
        ask_line(*place);
    else
        ask_viewshed(*place);
}

void SightControl::ask_line(glm::dvec3 to)
{
    const auto& sight = model_.sight();
    const auto earth = model_.terrain_params();
    const model::TerrainSightCall call{.terrain = model_.terrain()->terrain,
                                       .from = {held_->x, held_->y, sight.eye_height},
                                       .to = {{to.x, to.y, sight.target_height}},
                                       .curved = earth.curved,
                                       .refraction = earth.refraction};
    link_.call("terrain.sight", model::write(call),
               [this, to, generation = generation_](const auto& error, const net::Json& result) {
                   if (generation != generation_) return;
                   waiting_ = false;
                   try {
                       if (error) throw *error;
                       const auto lines = model::read_answer<model::TerrainSightLines>(result).lines;
                       if (!lines.empty()) show_line(to, lines.front());
                   } catch (const std::runtime_error& fault) {
                       say(QString::fromUtf8(fault.what()));
                   }
                   ask();
               });
}

void SightControl::show_line(glm::dvec3 to, const model::TerrainSightLine& line)
{
    const auto& sight = model_.sight();
    auto annotations = std::make_shared<render::GroundAnnotations>();
    add_eye(*annotations, above(*held_, sight.eye_height));
    add_sight_line(*annotations, above(*held_, sight.eye_height), above(to, sight.target_height), line);
    view_.set_sight_annotations(std::move(annotations));

    const double metres = glm::distance(glm::dvec2(*held_), glm::dvec2(to));
    QString text = line.visible ? *line.visible ? tr("Visible") : tr("Hidden")
                                : tr("It is not known: %1").arg(QString::fromStdString(line.reason));
    text += tr(", %1 m away").arg(metres, 0, 'f', 0);
    if (line.clearance) text += tr(", clearance %1 m").arg(*line.clearance, 0, 'f', 1);
    if (line.blocked_at) {
        const glm::dvec2 blocked((*line.blocked_at)[0], (*line.blocked_at)[1]);
        text += tr(", blocked after %1 m").arg(glm::distance(glm::dvec2(*held_), blocked), 0, 'f', 0);
    }
    if (line.holes) text += tr("; it crosses ground without heights");
    say(text);
}

void SightControl::ask_viewshed(glm::dvec3 observer)
{
    const auto& sight = model_.sight();
    const auto earth = model_.terrain_params();
    model::ViewshedParams wanted;
    wanted.observer = {observer.x, observer.y, sight.eye_height};
    wanted.target = sight.target_height;
    wanted.radius = sight.radius;
    wanted.curved = earth.curved;
    wanted.refraction = earth.refraction;
    viewshed_request_ = {wanted};
    viewshed_request_.terrain = model_.terrain()->terrain;
    wanted.max_side = live_side;
    auto annotations = std::make_shared<render::GroundAnnotations>();
    add_eye(*annotations, above(observer, sight.eye_height));
    view_.set_sight_annotations(std::move(annotations));
    if (!stream_.number()) return start_viewshed(wanted);
    net::ProgramUpdate call;
    call.params = model::write_all(wanted);
    stream_.update(call, [this](const auto& error, const net::Json&) {
        if (!error) return;
        waiting_ = false;
        say(QString::fromUtf8(error->what()));
    });
}

void SightControl::start_viewshed(const model::ViewshedParams& wanted)
{
    net::ProgramStart call;
    call.program = "terrain.viewshed";
    call.dataset = model_.terrain()->terrain;
    call.policy = net::Policy::Latest;
    call.slot_bytes = model::tile_payload_bytes(model::TileKind::Visibility, live_side, live_side);
    call.params = model::write(wanted);
    ring_ = std::make_unique<PlainRing>(ring_slots, call.slot_bytes);
    stream_.start(
        call, ring_->ring(), [this] { take_viewshed(); },
        [this](const auto& error, const net::Json&) {
            if (!error) return;
            waiting_ = false;
            ring_.reset();
            say(QString::fromUtf8(error->what()));
        });
}

void SightControl::take_viewshed()
{
    if (!ring_) return;
    auto& ring = ring_->ring();
    const auto taken = ring.take_newest();
    if (!taken) return;
    const auto& header = ring.info(taken->slot).header;
    auto overlay = raster_in(ring.memory(taken->slot).first(header.payload_bytes));
    ring.release_oldest(ring.held());
    link_.slots_released();
    waiting_ = false;
    if (overlay && overlay->kind == render::RasterOverlay::Kind::Visibility) {
        viewshed_ = viewshed_request_;
        say(tr("%1 % of the ground within %2 m is seen; %3 ms")
                .arg(100.0 * count_seen(*overlay).share(), 0, 'f', 1)
                .arg(model_.sight().radius, 0, 'f', 0)
                .arg(static_cast<double>(net::now_ns() - asked_ns_) * 1e-6, 0, 'f', 0));
        view_.lay_viewshed(std::move(overlay));
    }
    ask();
}

void SightControl::forget_viewshed()
{
    view_.lay_viewshed(std::nullopt);
    viewshed_.reset();
    Q_EMIT answered();
}

void SightControl::say(const QString& answer)
{
    answer_ = answer;
    Q_EMIT answered();
}

void SightControl::drop()
{
    ++generation_;
    waiting_ = false;
    asked_.reset();
    stream_.drop();
    ring_.reset();
}

}  // namespace farfield::app
