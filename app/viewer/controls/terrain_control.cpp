#include "app/viewer/controls/terrain_control.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "app/layers/terrain_layer.h"
#include "app/link/list_pages.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/view/flow_view.h"

namespace farfield::app {
TerrainControl::TerrainControl(SessionModel& model, NodeLink& link, FlowView& view, ShowControl& show,
                               QObject* parent)
    : QObject(parent), model_(model), link_(link), view_(view), show_(show)
{
    connect(&link_, &NodeLink::connected, this, &TerrainControl::take_connection);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) set_opening({});
    });
    connect(&show_, &ShowControl::problem, this, [this](const QString& what, const QString& kind) {
        if (kind == QStringLiteral("terrain")) Q_EMIT problem(what);
    });
    connect(&view_, &FlowView::terrain_shown, this, &TerrainControl::view_shown);
    connect(&show_, &ShowControl::described, this, &TerrainControl::take_description);
    connect(&show_, &ShowControl::refused, this, [this] {
        Q_EMIT model_.terrains_changed();  // the list selects the open terrain again
    });
}

void TerrainControl::take_connection()
{
    call_pages(link_.link(), "terrain.list", [this](const auto& error, const ListedPages& list) {
        try {
            // Nodes from before terrains have no list.
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
    const bool is_named = model_.document().data.contains(model_.edited().ground);
    if (!is_named && !preferred_.empty()) open_terrain(std::exchange(preferred_, {}));
}

void TerrainControl::cancel_opening()
{
    if (opening_name_.empty()) return;
    drop_opening();
    Q_EMIT model_.terrains_changed();  // the list selects the open terrain again
}

void TerrainControl::drop_opening()
{
    ++opening_;
    if (!opening_name_.empty()) link_.cancel(opening_call_);
    set_opening({});
}

void TerrainControl::set_opening(const std::string& name)
{
    if (std::exchange(opening_name_, name) != name) Q_EMIT opening_changed();
}

void TerrainControl::open_terrain(const std::string& name)
{
    // Another one that is still being read would delay this one.
    if (!opening_name_.empty()) link_.cancel(opening_call_);
    ++opening_;
    if (name.empty() || link_.state() != NodeLink::State::Idle) set_opening(name);
    if (name.empty()) return model_.set_terrain(std::nullopt);
    if (link_.state() == NodeLink::State::Idle) return;
    const auto answered = [this, name, opening = opening_](const auto& error, const net::Json& result) {
        if (opening != opening_) return;
        set_opening({});
        if (!error) return take_terrain(result);
        Q_EMIT problem(
            tr("cannot open '%1': %2").arg(QString::fromStdString(name), QString::fromUtf8(error->what())));
        Q_EMIT model_.terrains_changed();  // the list selects the open terrain again
    };
    opening_call_ = link_.call("terrain.open", {{"terrain", name}}, answered);
}

void TerrainControl::take_terrain(const net::Json& description)
{
    try {
        auto terrain = model::read_answer<model::TerrainDescription>(description);
        const std::string& id = model_.edited().ground;
        const auto named = model_.document().data.find(id);
        auto source = named == model_.document().data.end() ? model::DataSource{} : named->second;
        source.kind = model::DataKind::Terrain;
        source.name = terrain.terrain;
        show_.data().adopt(id, source, terrain);
        model_.set_terrain(std::move(terrain));
    } catch (const std::runtime_error& fault) {
        Q_EMIT problem(
            tr("cannot read what the node says of the terrain: %1").arg(QString::fromUtf8(fault.what())));
        return;
    }
    Q_EMIT opened();
}

void TerrainControl::take_description()
{
    const OpenData* open = show_.data(model_.edited().ground);
    if (open == nullptr || !open->terrain || model_.terrain() == open->terrain) return;
    model_.set_terrain(*open->terrain);
    Q_EMIT opened();
}

void TerrainControl::view_shown()
{
    Q_EMIT view_came();
    const ProgramDriver* views = show_.views();
    if (views != nullptr && views->sent() && !views->awaits_result() && views->sent()->gives_way)
        Q_EMIT rested();
}

TerrainControl::Got TerrainControl::got() const
{
    Got got;
    const auto* layer = dynamic_cast<const TerrainLayer*>(show_.layers().find(model_.edited().terrain));
    if (layer == nullptr) return got;
    got.size = layer->shown_size();
    got.views_per_second = layer->pace().views_per_second();
    if (const ProgramDriver* views = show_.views()) got.latency_ms = views->latency_ms();
    return got;
}

}  // namespace farfield::app
