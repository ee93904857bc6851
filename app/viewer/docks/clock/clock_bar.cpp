#include "app/viewer/docks/clock/clock_bar.h"

#include <QDateTime>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/controls/stream_control.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

constexpr int places = 10'000;  // of the bar
constexpr int between_looks_milliseconds = 100;

/// "2023-11-14 22:13:20.5 UTC"
QString utc_text(std::uint64_t utc_ns)
{
    constexpr std::uint64_t ns_per_ms = 1'000'000;
    const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(utc_ns / ns_per_ms), Qt::UTC);
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz")).chopped(2) + QStringLiteral(" UTC");
}

}  // namespace

ClockBar::ClockBar(StreamControl& control, ShowControl& show, QWidget* parent)
    : QWidget(parent), control_(control), show_(show)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    time_ = new QLabel(this);
    time_->setObjectName(QStringLiteral("clock_time"));
    remark_ = new QLabel(this);
    remark_->setObjectName(QStringLiteral("clock_remark"));
    remark_->setForegroundRole(QPalette::PlaceholderText);
    remark_->setWordWrap(true);
    show_plain(*remark_);
    bar_ = new QSlider(Qt::Horizontal, this);
    bar_->setObjectName(QStringLiteral("clock_bar"));
    bar_->setRange(0, places);
    bar_->setPageStep(places / 20);
    bar_->setSingleStep(places / 200);
    bar_->setToolTip(tr("The time that is shown of the recording; drag to go to another"));
    column->addWidget(time_);
    column->addWidget(bar_);
    column->addWidget(remark_);
    connect(bar_, &QSlider::valueChanged, this, [this] {
        // What a node computes begins anew: once, where the bar is released.
        const auto& moment = show_.layers().moment();
        if (!bar_->isSliderDown() || (moment && !moment->is_led)) seek();
    });
    connect(bar_, &QSlider::sliderReleased, this, &ClockBar::seek);
    timer_.setInterval(between_looks_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &ClockBar::show_moment);
    timer_.start();
    show_moment();
}

void ClockBar::seek()
{
    const auto span = show_.layers().recorded_seconds();
    if (!span) return;
    const auto [first, last] = *span;
    control_.seek(first + (last - first) * bar_->value() / places);
}

void ClockBar::show_moment()
{
    const auto span = show_.layers().recorded_seconds();
    const auto& moment = show_.layers().moment();
    const bool is_live = control_.is_live();
    setVisible((span || is_live) && moment);
    bar_->setVisible(!is_live);
    if (isHidden()) return;
    const QString remark = off_clock();
    remark_->setText(remark);
    remark_->setVisible(!remark.isEmpty());
    if (is_live) return time_->setText(tr("%1, live").arg(utc_text(moment->utc_ns)));
    const auto [first, last] = *span;
    time_->setText(tr("%1, %2 of %3 s")
                       .arg(utc_text(moment->utc_ns))
                       .arg(moment->seconds - first, 0, 'f', 1)
                       .arg(last - first, 0, 'f', 1));
    if (bar_->isSliderDown() || !(last > first)) return;
    const QSignalBlocker quiet(bar_);
    const double part = std::clamp((moment->seconds - first) / (last - first), 0.0, 1.0);
    bar_->setValue(static_cast<int>(std::lround(part * places)));
}

/// "smoke: 3 s behind the clock; exercise: ..."
QString ClockBar::off_clock() const
{
    QString remark;
    for (const auto& [layer, ahead] : show_.layers().off_clock())
        remark += (remark.isEmpty() ? "" : "; ") + plain_text(*layer + ": " + words_off_clock(ahead));
    return remark;
}

}  // namespace farfield::app
