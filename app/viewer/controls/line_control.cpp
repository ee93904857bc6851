#include "app/viewer/controls/line_control.h"

#include <algorithm>
#include <utility>

#include "app/show/frames/line_stream.h"
#include "app/show/frames/stream_plan.h"
#include "app/viewer/controls/node_link.h"
#include "app/viewer/controls/program_calls.h"
#include "app/viewer/view/flow_view.h"
#include "model/fields/json_fields.h"

namespace farfield::app {

namespace {

constexpr std::uint32_t coarse_to_fine = 4;  // parts: an eighth of the lines, as many more, twice, four times
constexpr std::uint64_t least_slot_bytes = 1 << 20;

std::uint64_t ring_bytes(std::uint32_t parts, std::uint64_t slot_bytes)
{
    return LineStream::slots_for(parts) * slot_bytes;
}

}  // namespace

LineControl::LineControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent)
    : QObject(parent),
      model_(model),
      link_(link),
      view_(view),
      room_{coarse_to_fine, least_slot_bytes},
      stream_(link.link())
{
    connect(&model_, &SessionModel::rakes_changed, this, &LineControl::follow);
    connect(&model_, &SessionModel::lines_changed, this, &LineControl::follow);
    connect(&model_, &SessionModel::particles_changed, this, &LineControl::follow);
    connect(&model_, &SessionModel::dataset_changed, this, [this] {
        drop();
        follow();
    });
    connect(&link_, &NodeLink::state_changed, this, [this] {
        if (link_.state() != NodeLink::State::Connected) drop();
    });
    connect(&link_, &NodeLink::program_ended, this, [this](const Link::ProgramEnd& end) {
        if (stream_.number() != end.stream) return;
        drop();
        Q_EMIT problem(tr("The lines have ended: %1").arg(QString::fromStdString(end.message)));
    });
    connect(&view_, &FlowView::lines_shown, this, [this](std::uint32_t interaction, std::uint64_t shown_ns) {
        stream_.shown(interaction, shown_ns);
    });
}

model::LineParams LineControl::wanted() const
{
    return line_params(model_.rakes(), model_.lines(), model_.particles().scalar, room_.parts);
}

void LineControl::follow()
{
    const bool possible =
        link_.state() == NodeLink::State::Connected && model_.dataset() && model_.editable();
    if (!possible || !model_.lines().shown || model_.rakes().empty()) return drop();
    const auto now = wanted();
    if (starting_ || now == sent_ || now == refused_) return;
    if (stream_.number())
        update(now);
    else
        start(now);
}

void LineControl::start(const model::LineParams& now)
{
    net::FrameRing* ring = nullptr;
    try {
        ring = &view_.open_lines(room_.parts, room_.slot_bytes);
    } catch (const std::exception& fault) {
        refused_ = now;
        Q_EMIT problem(tr("cannot make room for the lines: %1").arg(QString::fromUtf8(fault.what())));
        return;
    }
    net::ProgramStart call;
    call.program = "lines";
    call.dataset = model_.dataset()->dataset;
    call.velocity = model_.dataset()->velocity;
    call.policy = net::Policy::Every;
    call.slot_bytes = room_.slot_bytes;
    call.interaction = stream_.next_interaction(net::now_ns());
    call.params = model::write(now);
    sent_ = now;
    starting_ = true;
    stream_.start(
        call, *ring, [this] { view_.frame_arrived(); },
        [this](const auto& error, const net::Json&) { started(error); });
}

void LineControl::started(const std::optional<net::RpcError>& error)
{
    starting_ = false;
    const auto asked = std::exchange(sent_, std::nullopt);
    if (error) return refused(*error, *asked);
    sent_ = asked;
    follow();
}

void LineControl::update(const model::LineParams& now)
{
    net::ProgramUpdate call;
    call.interaction = stream_.next_interaction(net::now_ns());
    call.params = model::write_all(now);
    sent_ = now;
    stream_.update(call, [this, now](const auto& error, const net::Json&) {
        if (error) refused(*error, now);
    });
}

/// An answer too large for the slots is given larger ones, as far as memory may be taken for them.
void LineControl::refused(const net::RpcError& error, const model::LineParams& asked)
{
    const bool too_small =
        error.code == net::RpcCode::LimitExceeded && model::text_or(error.data, "limit", "") == "slot_bytes";
    const auto needed = too_small ? model::number_or(error.data, "asked", 0) : 0;
    if (needed > room_.slot_bytes && ring_bytes(room_.parts, needed) <= max_ring_bytes) {
        const auto headroom =
            std::min(needed / 4, max_ring_bytes / LineStream::slots_for(room_.parts) - needed);
        room_.slot_bytes = needed + headroom;
        drop();
        return follow();
    }
    // All at once takes less memory: three slots, not nine.
    if (too_small && std::exchange(room_.parts, 1) != 1) {
        drop();
        return follow();
    }
    refused_ = asked;
    Q_EMIT problem(tr("cannot trace the lines: %1").arg(QString::fromUtf8(error.what())));
}

void LineControl::drop()
{
    starting_ = false;
    sent_.reset();
    stream_.drop();
    view_.forget_lines();
}

}  // namespace farfield::app
