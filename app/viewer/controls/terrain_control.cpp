#include "app/viewer/controls/terrain_control.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "app/link/list_pages.h"
#include "app/show/frames/terrain_to_scene.h"
#include "app/viewer/controls/node_link.h"
#include "app/viewer/view/flow_view.h"
#include "net/message/clock.h"

namespace farfield::app {
namespace {

constexpr std::size_t slots_ahead_of_one = 2;

bool same_but_size(model::TerrainViewParams a, const model::TerrainViewParams& b)
{
    a.size = b.size;
    return a == b;
}

}  // namespace

TerrainControl::TerrainControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent)
    : QObject(parent), model_(model), link_(link), view_(view), stream_(link.link())
{
    connect(&link_, &NodeLink::connected, this, &TerrainControl::take_connection);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() == NodeLink::State::Connected) return;
        drop();
        set_opening({});
    });
    connect(&link_, &NodeLink::program_ended, this, [this](const Link::ProgramEnd& end) {
        if (stream_.number() != end.stream) return;
        drop();
        Q_EMIT problem(
            tr("The views of the terrain have ended: %1").arg(QString::fromStdString(end.message)));
    });
    connect(&view_, &FlowView::camera_moved, this, &TerrainControl::follow);
    connect(&view_, &FlowView::terrain_shown, this, &TerrainControl::shown);
    connect(&model_, &SessionModel::terrain_settings_changed, this, &TerrainControl::follow);
}

void TerrainControl::take_connection()
{
    drop();
    call_pages(link_.link(), "terrain.list", [this](const auto& error, const ListedPages& list) {
        try {
            // A node of before terrains has none.
            if (error && error->code == net::RpcCode::UnknownMethod) return model_.set_terrains({});
            if (error) throw *error;
            std::vector<model::TerrainEntry> terrains;
            for (const net::Json& page : list.pages)
                std::ranges::move(model::read_answer<model::TerrainList>(page).terrains,
                                  std::back_inserter(terrains));
            model_.set_terrains(std::move(terrains));
            if (!list.complete)
                Q_EMIT remark(tr("The node does not list all of its terrains; --terrain NAME opens others."));
        } catch (const std::runtime_error& fault) {
            Q_EMIT problem(tr("cannot list the node's terrains: %1").arg(QString::fromUtf8(fault.what())));
        }
    });
    if (model_.terrain())
        open_terrain(model_.terrain()->terrain);
    else if (!preferred_.empty())
        open_terrain(std::exchange(preferred_, {}));
}

void TerrainControl::cancel_opening()
{
    if (opening_name_.empty()) return;
    ++opening_;
    set_opening({});
    Q_EMIT model_.terrains_changed();  // the list shows again what is open
}

void TerrainControl::set_opening(const std::string& name)
{
    if (std::exchange(opening_name_, name) != name) Q_EMIT opening_changed();
}

void TerrainControl::open_terrain(const std::string& name)
{
    ++opening_;
    set_opening(name);
    if (name.empty()) {
        drop();
        view_.forget_terrain();
        return model_.set_terrain(std::nullopt);
    }
    const bool same = model_.terrain() && model_.terrain()->terrain == name;
    link_.call("terrain.open", {{"terrain", name}},
               [this, name, same, opening = opening_](const auto& error, const net::Json& result) {
                   if (opening != opening_) return;
                   set_opening({});
                   if (!error) return take_terrain(result, same);
                   Q_EMIT problem(tr("cannot open '%1': %2")
                                      .arg(QString::fromStdString(name), QString::fromUtf8(error->what())));
                   Q_EMIT model_.terrains_changed();  // the list shows again what is open
               });
}

void TerrainControl::take_terrain(const net::Json& description, bool same)
{
    try {
        auto terrain = model::read_answer<model::TerrainDescription>(description);
        drop();
        if (!same) view_.forget_terrain();
        model_.set_terrain(std::move(terrain));
    } catch (const std::runtime_error& fault) {
        Q_EMIT problem(
            tr("cannot read what the node says of the terrain: %1").arg(QString::fromUtf8(fault.what())));
        return;
    }
    pace_ = {};
    Q_EMIT opened();
    follow();
}

model::TerrainViewParams TerrainControl::wanted(bool resting) const
{
    const auto picture = view_.picture_size();
    const auto& settings = model_.terrain_settings();
    const model::EyePose pose = to_net(view_.terrain_pose());
    model::TerrainViewParams params;
    params.eye = pose.eye;
    params.heading = pose.heading;
    params.pitch = pose.pitch;
    params.roll = pose.roll;
    params.hfov = pose.hfov;
    params.size = resting ? picture : pace_.size_for(picture, settings.views_per_second);
    params.detail = settings.detail;
    params.curved = settings.curved;
    params.refraction = settings.refraction;
    return params;
}

void TerrainControl::follow()
{
    if (link_.state() != NodeLink::State::Connected || !model_.terrain() || starting_) return;
    if (awaited_ != 0 && !is_final_) return;
    // Nothing but its size is left to be better: the camera rests.
    auto now = wanted(false);
    is_final_ = sent_ && same_but_size(now, *sent_);
    if (is_final_) now = wanted(true);
    if (now == sent_ || now == refused_) return;
    const auto picture = view_.picture_size();
    if (stream_.number() && picture[0] <= room_[0] && picture[1] <= room_[1]) return update(now);
    drop();
    start(now);
}

void TerrainControl::start(const model::TerrainViewParams& now)
{
    room_ = view_.picture_size();
    const std::uint64_t slot_bytes = model::terrain_payload_bytes(std::uint64_t{room_[0]} * room_[1]);
    net::FrameRing* ring = nullptr;
    try {
        ring = &view_.open_terrain({.slot_bytes = slot_bytes, .ahead = slots_ahead_of_one});
    } catch (const std::exception& fault) {
        refused_ = now;
        Q_EMIT problem(tr("cannot make room for the terrain: %1").arg(QString::fromUtf8(fault.what())));
        return;
    }
    net::ProgramStart call;
    call.program = "terrain.view";
    call.dataset = model_.terrain()->terrain;
    call.policy = net::Policy::Latest;
    call.slot_bytes = slot_bytes;
    asked_ns_ = net::now_ns();
    awaited_ = call.interaction = stream_.next_interaction(asked_ns_);
    call.params = model::write(now);
    sent_ = now;
    starting_ = true;
    stream_.start(
        call, *ring, [this] { view_.frame_arrived(); },
        [this](const auto& error, const net::Json&) {
            starting_ = false;
            if (!error) return;
            awaited_ = 0;
            refused_ = std::exchange(sent_, std::nullopt);
            Q_EMIT problem(tr("cannot show the terrain: %1").arg(QString::fromUtf8(error->what())));
        });
}

void TerrainControl::update(const model::TerrainViewParams& now)
{
    net::ProgramUpdate call;
    asked_ns_ = net::now_ns();
    awaited_ = call.interaction = stream_.next_interaction(asked_ns_);
    call.params = model::write_all(now);
    sent_ = now;
    stream_.update(call, [this, now](const auto& error, const net::Json&) {
        if (!error) return;
        awaited_ = 0;
        refused_ = now;
        Q_EMIT problem(tr("cannot show the terrain from here: %1").arg(QString::fromUtf8(error->what())));
    });
}

void TerrainControl::shown(std::uint32_t interaction, std::uint64_t received_ns, std::uint64_t shown_ns)
{
    stream_.shown(interaction, shown_ns);
    if (awaited_ == 0 || interaction < awaited_) return;
    awaited_ = 0;
    if (sent_) {
        const auto size = sent_->size;
        // How long drawing takes is the window's affair: a smaller view would not be drawn sooner.
        pace_.took(static_cast<double>(received_ns - asked_ns_) * 1e-9, std::uint64_t{size[0]} * size[1]);
        got_.size = size;
    }
    Q_EMIT view_came();
    follow();
    if (awaited_ == 0) Q_EMIT rested();
}

TerrainControl::Got TerrainControl::got() const
{
    Got got = got_;
    got.views_per_second = pace_.views_per_second();
    got.latency_ms = stream_.latency_ms();
    return got;
}

void TerrainControl::drop()
{
    starting_ = false;
    awaited_ = 0;
    sent_.reset();
    refused_.reset();
    stream_.drop();
}

}  // namespace farfield::app
