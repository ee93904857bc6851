#include "app/viewer/docks/clock/clock_bar.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/viewer/controls/show_control.h"
#include "app/viewer/controls/stream_control.h"
#include "app/viewer/docks/clock/time_text.h"
#include "app/viewer/session/chosen_time.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

constexpr int places = 10'000;  // positions of the bar
constexpr int between_looks_milliseconds = 100;

double seconds_of(std::uint64_t utc_ns)
{
    constexpr double seconds_per_ns = 1e-9;
    return static_cast<double>(utc_ns) * seconds_per_ns;
}

}  // namespace

ClockBar::ClockBar(SessionModel& model, StreamControl& control, ShowControl& show, QWidget* parent)
    : QWidget(parent), model_(model), control_(control), show_(show)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    time_ = new QLabel(this);
    time_->setObjectName(QStringLiteral("clock_time"));
    time_->setWordWrap(true);
    show_plain(*time_);
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
    Tip(tr("The time that is shown; drag to go to another")).show_on(*bar_);
    column->addWidget(time_);
    column->addWidget(bar_);
    column->addWidget(remark_);
    connect(bar_, &QSlider::valueChanged, this, [this] {
        // Computed layers begin anew at each new time, so only once, when the bar is released.
        const auto& moment = show_.layers().moment();
        if (!bar_->isSliderDown() || (moment && !moment->is_led)) seek();
    });
    connect(bar_, &QSlider::sliderReleased, this, &ClockBar::seek);
    timer_.setInterval(between_looks_milliseconds);
    connect(&timer_, &QTimer::timeout, this, &ClockBar::show_moment);
    timer_.start();
    show_moment();
}

std::optional<ClockBar::Range> ClockBar::range() const
{
    if (const auto recorded = show_.layers().clock().recorded_seconds())
        return Range{.first = (*recorded)[0], .last = (*recorded)[1]};
    const auto& dataset = model_.dataset();
    if (!dataset || !dataset->time_span || dataset->grows || !model_.editable()) return std::nullopt;
    return Range{.first = (*dataset->time_span)[0], .last = (*dataset->time_span)[1], .is_dataset = true};
}

/// Time of the shown frame of particles, or else the chosen time.
double ClockBar::dataset_time() const
{
    const Layer* particles = show_.layers().find(model_.edited().particles);
    const auto frame = particles == nullptr ? std::nullopt : newest_frame(*particles);
    return frame && frame->time ? *frame->time : time_of(model_.document(), model_.edited().flow);
}

void ClockBar::seek()
{
    const auto all = range();
    if (all) control_.seek(all->first + (all->last - all->first) * bar_->value() / places);
}

void ClockBar::show_live()
{
    const auto& moment = show_.layers().moment();
    if (moment) time_->setText(tr("%1, live").arg(utc_text(seconds_of(moment->utc_ns))));
}

QString ClockBar::words(const Range& of, double seconds) const
{
    const auto& moment = show_.layers().moment();
    const auto figure = [](double value) { return QString::number(value, 'g', 6); };
    if (!of.is_dataset)
        return tr("%1, %2 of %3 s")
            .arg(utc_text(seconds_of(moment->utc_ns)))
            .arg(seconds - of.first, 0, 'f', 1)
            .arg(of.last - of.first, 0, 'f', 1);
    const auto& dataset = *model_.dataset();
    const QString units = plain_text(dataset.time_units);
    const QString share = tr("%1 of %2 %3").arg(figure(seconds), figure(of.last), units);
    const auto date = date_text(dataset, seconds);
    return date ? tr("%1, %2").arg(*date, share) : share;
}

void ClockBar::show_moment()
{
    const auto all = range();
    const auto& moment = show_.layers().moment();
    const bool is_live = control_.is_live();
    const bool is_dataset = all && all->is_dataset && !is_live;
    setVisible(is_dataset || ((all || is_live) && moment));
    bar_->setVisible(!is_live);
    if (isHidden()) return;
    const QString remark = off_clock();
    remark_->setText(remark);
    remark_->setVisible(!remark.isEmpty());
    if (is_live) return show_live();
    const double seconds = all->is_dataset ? dataset_time() : moment->seconds;
    time_->setText(words(*all, seconds));
    if (bar_->isSliderDown() || !(all->last > all->first)) return;
    const QSignalBlocker quiet(bar_);
    const double part = std::clamp((seconds - all->first) / (all->last - all->first), 0.0, 1.0);
    bar_->setValue(static_cast<int>(std::lround(part * places)));
}

/// Layers off the clock: "smoke: 3 s behind the clock; exercise: ..."
QString ClockBar::off_clock() const
{
    QString remark;
    for (const auto& [layer, ahead] : show_.layers().clock().off_clock())
        remark += (remark.isEmpty() ? "" : "; ") + plain_text(*layer + ": " + words_off_clock(ahead));
    return remark;
}

}  // namespace farfield::app
