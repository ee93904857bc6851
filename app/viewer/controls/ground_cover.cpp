#include "app/viewer/controls/ground_cover.h"

#include <algorithm>

#include "app/show/frames/tile_sheet.h"
#include "app/show/ground_marks.h"
#include "app/viewer/controls/node_link.h"
#include "app/viewer/controls/session_model.h"
#include "app/viewer/view/flow_view.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"

namespace farfield::app {
namespace {

constexpr std::uint32_t picture_side = 2048;

}  // namespace

GroundCover::GroundCover(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent)
    : QObject(parent), model_(model), link_(link), view_(view), stream_(link.link())
{
    connect(&model_, &SessionModel::terrain_changed, this, &GroundCover::take_terrain);
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) drop();
    });
    connect(&link_, &NodeLink::program_ended, this, [this](const Link::ProgramEnd& end) {
        if (stream_.number() != end.stream) return;
        give_up_picture(tr("the node's program has ended: %1").arg(QString::fromStdString(end.message)));
    });
}

void GroundCover::drop()
{
    ++overlays_;
    stream_.drop();
    ring_.reset();
}

/// What lay over another terrain has no place on this one.
void GroundCover::take_terrain(bool same)
{
    drop();
    if (!same) {
        picture_.clear();
        overlay_.clear();
        Q_EMIT changed();
    }
    if (!picture_.empty()) ask_picture();
    if (!overlay_.empty()) ask_overlay();
}

void GroundCover::lay_picture(const std::string& file)
{
    stream_.drop();
    ring_.reset();
    view_.lay_picture(std::nullopt);
    picture_ = model_.terrain() ? file : std::string();
    Q_EMIT changed();
    if (!picture_.empty()) ask_picture();
}

void GroundCover::ask_picture()
{
    net::ProgramStart call;
    call.program = "terrain.image";
    call.dataset = model_.terrain()->terrain;
    call.policy = net::Policy::Latest;
    call.slot_bytes = model::tile_payload_bytes(model::TileKind::Colours, picture_side, picture_side);
    model::TerrainImageParams params;
    params.file = picture_;
    params.max_side = picture_side;
    call.params = model::write(params);
    ring_ = std::make_unique<PlainRing>(1, call.slot_bytes);
    stream_.start(
        call, ring_->ring(), [this] { take_picture(); },
        [this](const auto& error, const net::Json&) {
            if (error) give_up_picture(QString::fromUtf8(error->what()));
        });
}

void GroundCover::give_up_picture(const QString& why)
{
    const auto file = picture_;
    lay_picture({});
    tell_of(file, why);
}

void GroundCover::take_picture()
{
    if (!ring_) return;
    auto& ring = ring_->ring();
    const auto taken = ring.take_newest();
    if (!taken) return;
    auto sheet = sheet_in(ring.memory(taken->slot).first(ring.info(taken->slot).header.payload_bytes));
    if (!sheet || sheet->kind != render::GroundSheet::Kind::Colours)
        return give_up_picture(tr("what the node sent is no picture"));
    view_.lay_picture(std::move(sheet));
    // It is the only one.
    stream_.drop();
    ring_.reset();
}

void GroundCover::lay_overlay(const std::string& file)
{
    ++overlays_;
    view_.set_overlay(nullptr);
    overlay_ = model_.terrain() ? file : std::string();
    Q_EMIT changed();
    if (!overlay_.empty()) ask_overlay();
}

void GroundCover::ask_overlay()
{
    ask_part(0, std::make_shared<render::GroundMarks>());
}

void GroundCover::ask_part(std::uint32_t part, std::shared_ptr<render::GroundMarks> marks)
{
    model::TerrainOverlayCall call;
    call.terrain = model_.terrain()->terrain;
    call.file = overlay_;
    call.part = part;
    link_.call("terrain.overlay", model::write(call),
               [this, part, marks = std::move(marks), asked = overlays_](const auto& error,
                                                                         const net::Json& result) {
                   if (asked != overlays_) return;
                   try {
                       if (error) throw *error;
                       take_part(result, part, marks);
                   } catch (const std::runtime_error& fault) {
                       const auto file = overlay_;
                       lay_overlay({});
                       tell_of(file, QString::fromUtf8(fault.what()));
                   }
               });
}

void GroundCover::take_part(const net::Json& answer, std::uint32_t part,
                            std::shared_ptr<render::GroundMarks> marks)
{
    const auto overlay = model::read_answer<model::TerrainOverlay>(answer);
    add_overlay(*marks, overlay);
    if (part + 1 < std::min(overlay.parts, most_overlay_parts)) return ask_part(part + 1, std::move(marks));
    view_.set_overlay(std::move(marks));
}

void GroundCover::tell_of(const std::string& file, const QString& why)
{
    Q_EMIT problem(tr("cannot lay '%1' over the ground: %2").arg(QString::fromStdString(file), why));
}

}  // namespace farfield::app
