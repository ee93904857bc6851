#include "app/viewer/controls/show_control.h"

#include <QOpenGLContext>
#include <algorithm>
#include <fmt/format.h>

#include "app/layers/particle_layer.h"
#include "app/layers/table.h"
#include "app/show/data_fit.h"
#include "app/show/document_camera.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/view/flow_view.h"
#include "model/data/block_names.h"
#include "model/layers/entity_kind.h"

namespace farfield::app {

ShowControl::ShowControl(SessionModel& model, NodeLink& link, NodeLink& relay, FlowView& view,
                         QObject* parent)
    : QObject(parent),
      model_(model),
      link_(link),
      relay_(relay),
      view_(view),
      data_(link.link(),
            {.opened = [this](const std::string&) { follow(); },
             .refused = [this](const std::string& id, const std::string& why) { report_refused(id, why); },
             .awaits = [this] { Q_EMIT opening_changed(); }}),
      layers_(
          link.link(), stage_of(view), model::Use::Window, make_layer,
          {.arrived = [this] { view_.frame_arrived(); },
           .problem = [this](const std::string& layer, const std::string& what) { report(layer, what); },
           .remark = [this](const std::string& what) { report({}, what); },
           .solved =
               [this](const std::string& layer) {
                   // A view comes with every move: it does not solve a problem elsewhere.
                   if (layer == model_.edited().particles) Q_EMIT solved();
               },
           .answered = [this](const std::string& layer) { take_answer(layer); },
           .ended = [this](const std::string&,
                           const std::string& message) { Q_EMIT ended(QString::fromStdString(message)); }})
{
    layers_.set_relay(relay_.link());
    view_.set_layers(&layers_);
    connect(&model_, &SessionModel::document_changed, this, &ShowControl::follow);
    connect(&model_, &SessionModel::dataset_changed, this, &ShowControl::follow);
    connect(&model_, &SessionModel::terrain_changed, this, &ShowControl::follow);
    // Queued: the layers first take the data over.
    connect(
        &model_, &SessionModel::dataset_changed, this,
        [this](bool kept_settings) {
            if (!kept_settings) look_at_flow_elsewhere();
        },
        Qt::QueuedConnection);
    connect(&model_, &SessionModel::watching_changed, this,
            [this] { layers_.set_watching(model_.is_watching()); });
    connect(&view_, &FlowView::gl_made, this, &ShowControl::follow);
    connect(&view_, &FlowView::camera_moved, this, &ShowControl::look);
    connect(&link_, &NodeLink::program_ended, this,
            [this](const Link::ProgramEnd& end) { layers_.program_ended(link_.link(), end); });
    connect(&link_, &NodeLink::program_updated, this,
            [this](const ProgramChange& change) { layers_.program_updated(change); });
    connect(&link_, &NodeLink::program_outgrew, this,
            [this](std::uint32_t stream) { layers_.program_outgrew(stream); });
    constexpr int missing_milliseconds = 250;
    missing_.setInterval(missing_milliseconds);
    connect(&missing_, &QTimer::timeout, this, [this] { layers_.send_missing(); });
    missing_.start();
    connect(&relay_, &NodeLink::program_ended, this,
            [this](const Link::ProgramEnd& end) { layers_.program_ended(relay_.link(), end); });
    connect(&relay_, &NodeLink::state_changed, this, [this] {
        layers_.link_changed(relay_.link());
        view_.frame_arrived();
    });
    connect(&relay_, &NodeLink::relay_came, this, [this] { layers_.ask_relay(); });
    constexpr int retry_milliseconds = 1000;
    retry_.setInterval(retry_milliseconds);
    connect(&retry_, &QTimer::timeout, this, [this] { layers_.retry(); });
    retry_.start();
    connect(&link_, &NodeLink::state_changed, this, [this] {
        layers_.link_changed(link_.link());
        const bool is_connected = link_.state() == NodeLink::State::Connected;
        if (is_connected)
            layers_.stage().max_frame_bytes = link_.link().session_limit("max_frame_bytes", max_ring_bytes);
        else
            model_.set_program(std::nullopt);
        data_.link_changed();
    });
}

ShowControl::~ShowControl() = default;

bool ShowControl::has_relay() const
{
    return relay_.state() != NodeLink::State::Idle;
}

bool ShowControl::shows_entities() const
{
    return std::ranges::any_of(model_.document().layers, [this](const auto& entry) {
        const model::Layer& layer = entry.second;
        return layer.kind == model::entity_kind.name && layer.visible &&
               (has_relay() || !layer.recording.empty());
    });
}

Stage ShowControl::stage_of(FlowView& view) const
{
    Stage stage;
    stage.enter = [&view] {
        if (QOpenGLContext::currentContext() == view.context()) return false;
        view.makeCurrent();
        return true;
    };
    stage.leave = [&view] { view.doneCurrent(); };
    return stage;
}

void ShowControl::follow()
{
    const auto& document = model_.document();
    data_.follow(document.data);
    Q_EMIT described();
    if (model_.take_others_action()) layers_.others_acted();
    layers_.follow(document, data_, model_.take_action());
    compare_data();
    view_.places_changed();
    // Newly opened data may belong to the scene that the document's camera frames: the camera is taken again.
    if (taken_camera_ == view_.camera() && taken_reach_ != layers_.frame().reach) wants_camera_ = true;
    // Queued: the view first takes the camera that data suggest.
    if (wants_camera_ && !layers_.frame().base.empty())
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (wants_camera_) take_camera();
            },
            Qt::QueuedConnection);
    view_.frame_arrived();
}

/// Reports a refusal; adds the name of the data unless the reason has it already.
void ShowControl::report_refused(const std::string& id, const std::string& why)
{
    const std::string& name = model_.document().data.at(id).name;
    const bool is_named = why.find("'" + model::split_blocks(name).dataset + "'") != std::string::npos;
    report({}, is_named ? why : fmt::format("cannot open '{}': {}", name, why));
    Q_EMIT refused(QString::fromStdString(id));
}

void ShowControl::redraw()
{
    view_.frame_arrived();
}

void ShowControl::compare_data()
{
    const auto misfits = misfits_of(model_.document(), data_, layers_.frame());
    std::string line = misfits.empty() ? std::string() : misfits.front();
    if (line == misfit_) return;
    misfit_ = std::move(line);
    Q_EMIT misfit_changed(QString::fromStdString(misfit_));
}

/// Looks at a flow that was opened last, where it does not lie on the terrain that is shown.
void ShowControl::look_at_flow_elsewhere()
{
    const OpenData* flow = layers_.open_data(model_.edited().flow);
    const OpenData* ground = layers_.open_data(layers_.frame().base);
    if (flow == nullptr || !flow->dataset || ground == nullptr || !ground->terrain ||
        !is_off_ground(*flow, *ground, layers_.frame()))
        return;
    if (const auto box = box_in_scene(*flow, layers_.frame())) view_.look_at(*box);
}

void ShowControl::take_camera()
{
    const SceneFrame& frame = layers_.frame();
    wants_camera_ = frame.base.empty() || frame.base != model::base_of(model_.document());
    if (wants_camera_) return;
    const auto [width, height] = view_.picture_size();
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    view_.set_camera(DocumentCamera(model_.document(), frame).at(0, aspect));
    taken_camera_ = view_.camera();
    taken_reach_ = frame.reach;
}

model::Camera ShowControl::camera() const
{
    const SceneFrame& frame = layers_.frame();
    const auto seen = view_.camera();
    if (taken_camera_ == seen) return model_.document().camera;
    model::Camera camera;
    if (frame.base.empty()) return camera;
    camera.eye = frame.own(glm::dvec3(seen.eye));
    camera.target = frame.own(glm::dvec3(seen.target));
    camera.fov_degrees = double{glm::degrees(seen.fov_y_radians)};
    return camera;
}

void ShowControl::look()
{
    layers_.look({.camera = view_.camera(), .picture = view_.picture_size()}, net::now_ns());
}

void ShowControl::take_answer(const std::string& layer)
{
    if (layer == model_.edited().particles)
        model_.set_program(dynamic_cast<ParticleLayer*>(layers_.find(layer))->program());
    Q_EMIT answered();
}

void ShowControl::report(const std::string& layer, const std::string& what)
{
    const auto found = model_.document().layers.find(layer);
    const std::string kind = found == model_.document().layers.end() ? "" : found->second.kind;
    Q_EMIT problem(QString::fromStdString(what), QString::fromStdString(kind));
    // The dock then shows none, since none is shown. Queued: the layer's driver is still at work.
    const auto take_away = [this, layer] {
        if (layer == model_.edited().picture) model_.set_picture({});
        if (layer == model_.edited().overlay) model_.set_overlay({});
    };
    if (kind == "picture" || kind == "overlay")
        QMetaObject::invokeMethod(this, take_away, Qt::QueuedConnection);
}

}  // namespace farfield::app
