#include "app/viewer/controls/terrain_tiles.h"

#include <algorithm>
#include <utility>

#include "app/show/frames/tile_store.h"
#include "app/viewer/controls/node_link.h"
#include "app/viewer/controls/session_model.h"
#include "app/viewer/view/flow_view.h"

namespace farfield::app {
namespace {

constexpr std::size_t at_a_time = 16;
constexpr int pause_milliseconds = 1000;  // after a refusal

net::Json first_of(const std::vector<model::TileAddress>& missing)
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(missing.size(), at_a_time));
    return model::write(model::TerrainTilesParams{{missing.begin(), missing.begin() + count}});
}

}  // namespace

TerrainTiles::TerrainTiles(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent)
    : QObject(parent), model_(model), link_(link), view_(view), stream_(link.link())
{
    pause_.setSingleShot(true);
    pause_.setInterval(pause_milliseconds);
    connect(&pause_, &QTimer::timeout, this, &TerrainTiles::ask);
    connect(&model_, &SessionModel::terrain_changed, this, &TerrainTiles::begin_anew);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) drop();
    });
    connect(&link_, &NodeLink::program_ended, this, [this](const Link::ProgramEnd& end) {
        if (stream_.number() != end.stream) return;
        drop();
        Q_EMIT problem(
            tr("The tiles of the terrain have ended: %1").arg(QString::fromStdString(end.message)));
    });
    connect(&view_, &FlowView::tiles_missing, this, &TerrainTiles::ask);
}

void TerrainTiles::begin_anew()
{
    drop();
    refused_ = told_ = false;
}

void TerrainTiles::drop()
{
    starting_ = false;
    awaited_ = 0;
    pause_.stop();
    stream_.drop();
    ring_.reset();
}

void TerrainTiles::ask()
{
    const auto& missing = view_.missing_tiles();
    if (starting_ || refused_ || pause_.isActive() || awaited_ > 0 || missing.empty() || !model_.terrain() ||
        link_.state() != NodeLink::State::Connected)
        return;
    awaited_ = std::min(missing.size(), at_a_time);
    if (stream_.number()) {
        net::ProgramUpdate call;
        call.params = first_of(missing);
        return stream_.update(call, [this](const auto& error, const net::Json&) { take_answer(error); });
    }
    net::ProgramStart call;
    call.program = "terrain.tiles";
    call.dataset = model_.terrain()->terrain;
    call.policy = net::Policy::Every;
    call.slot_bytes =
        model::tile_payload_bytes(model::TileKind::Heights, ground_tile_posts, ground_tile_posts);
    call.params = first_of(missing);
    ring_ = std::make_unique<PlainRing>(at_a_time, call.slot_bytes);
    starting_ = true;
    stream_.start(
        call, ring_->ring(), [this] { take(); },
        [this](const auto& error, const net::Json&) {
            starting_ = false;
            take_answer(error);
        });
}

/// A node that does not know the program, or the tiles, never will.
void TerrainTiles::take_answer(const std::optional<net::RpcError>& error)
{
    if (!error) {
        told_ = false;
        return;
    }
    awaited_ = 0;
    refused_ = error->code == net::RpcCode::InvalidParams;
    if (!refused_) pause_.start();
    if (!std::exchange(told_, true))
        Q_EMIT problem(tr("cannot get the terrain's tiles: %1").arg(QString::fromUtf8(error->what())));
}

void TerrainTiles::take()
{
    if (!ring_) return;
    auto& ring = ring_->ring();
    bool taken = false;
    while (const auto next = ring.take_next()) {
        const auto& header = ring.info(next->slot).header;
        const auto payload = ring.memory(next->slot).first(header.payload_bytes);
        if (header.type == net::MessageType::TerrainTile) view_.put_tile(payload);
        if (awaited_ > 0) --awaited_;
        ring.release_oldest(ring.held());
        taken = true;
    }
    if (!taken) return;
    link_.slots_released();
    view_.update();
}

}  // namespace farfield::app
