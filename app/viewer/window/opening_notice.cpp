#include "app/viewer/window/opening_notice.h"

#include <QLocale>

#include "app/viewer/controls/stream_control.h"
#include "app/viewer/controls/terrain_control.h"
#include "app/viewer/docks/entities/entity_words.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/window/banner.h"
#include "net/message/clock.h"

namespace farfield::app {

namespace {

constexpr int glance_milliseconds = 500;
constexpr double unspoken_seconds = 1.0;  // shorter openings are not reported in the banner

}  // namespace

OpeningNotice::OpeningNotice(NodeLink& link, ShowControl& show, StreamControl& flows,
                             TerrainControl& terrains, Banner& banner, FlowView& view, QObject* parent)
    : QObject(parent),
      link_(link),
      show_(show),
      flows_(flows),
      terrains_(terrains),
      banner_(banner),
      view_(view)
{
    timer_.setInterval(glance_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &OpeningNotice::show);
    connect(&flows_, &StreamControl::opening_changed, this, &OpeningNotice::follow);
    connect(&terrains_, &TerrainControl::opening_changed, this, &OpeningNotice::follow);
    connect(&show_, &ShowControl::opening_changed, this, &OpeningNotice::follow);
    connect(&link_, &NodeLink::state_changed, this, &OpeningNotice::follow);
    connect(&link_, &NodeLink::opening_progressed, this, &OpeningNotice::take);
    connect(&banner_, &Banner::cancelled, this, &OpeningNotice::cancel);
    follow();
}

std::string OpeningNotice::name() const
{
    if (!flows_.opening().empty()) return flows_.opening();
    return terrains_.opening().empty() ? show_.data().opening() : terrains_.opening();
}

std::string OpeningNotice::hint() const
{
    if (std::string of_entities = entity_hint(show_); name_.empty() && !of_entities.empty())
        return of_entities;
    switch (link_.state()) {
    case NodeLink::State::Idle:
    case NodeLink::State::Lost:
        return "Connect to a node to see a flow";
    case NodeLink::State::Connecting:
        return "Connecting ...";
    case NodeLink::State::Connected:
        break;
    }
    return name_.empty() ? "Choose a dataset or a terrain" : "Opening " + name_ + " ...";
}

void OpeningNotice::follow()
{
    if (name_ != name()) {
        name_ = name();
        since_ns_ = net::now_ns();
        progress_.reset();
    }
    view_.set_hint(hint());
    if (!name_.empty()) return timer_.start();
    timer_.stop();
    if (banner_.kind() == Banner::Kind::Busy) banner_.clear();
}

void OpeningNotice::show()
{
    const auto seconds = static_cast<double>(net::now_ns() - since_ns_) * 1e-9;
    const bool is_free = banner_.line().isEmpty() || banner_.kind() == Banner::Kind::Busy ||
                         banner_.kind() == Banner::Kind::Remark;
    if (seconds < unspoken_seconds || !is_free) return;
    banner_.show_line(Banner::Kind::Busy, words(seconds));
}

void OpeningNotice::take(const model::OpeningProgress& progress)
{
    if (progress.dataset != name_) return;
    const std::uint64_t bytes = progress_ ? progress_->bytes : 0;
    progress_ = progress;
    if (progress_->bytes == 0) progress_->bytes = bytes;  // the size does not change
    show();
}

/// Stage of the opening, with its progress where that is known.
QString OpeningNotice::stage() const
{
    if (!progress_) return {};
    const auto size = [](std::uint64_t bytes) {
        return QLocale().formattedDataSize(static_cast<qint64>(bytes));
    };
    if (progress_->stage == model::OpeningStage::Exploring) return tr("looking for the flow's structure");
    if (progress_->steps > 1)
        return tr("%1 of %2 time steps read").arg(progress_->read).arg(progress_->steps);
    if (progress_->stage == model::OpeningStage::Building) return tr("read, its grid is being built");
    if (progress_->part) return tr("%1 % read").arg(100.0 * *progress_->part, 0, 'f', 0);
    return progress_->bytes_read > 0 ? tr("%1 read").arg(size(progress_->bytes_read)) : QString();
}

/// The whole line: "Opening 'wind.nc', 1.1 GB: 12 of 60 time steps read, 3 s".
QString OpeningNotice::words(double seconds) const
{
    QString text = tr("Opening '%1'").arg(QString::fromStdString(name_));
    if (progress_ && progress_->bytes > 0)
        text += tr(", %1").arg(QLocale().formattedDataSize(static_cast<qint64>(progress_->bytes)));
    if (const QString doing = stage(); !doing.isEmpty()) text += tr(": %1").arg(doing);
    return text + tr(", %1 s").arg(seconds, 0, 'f', 0);
}

void OpeningNotice::cancel()
{
    flows_.cancel_opening();
    terrains_.cancel_opening();
    show_.data().cancel_opening();
}

}  // namespace farfield::app
