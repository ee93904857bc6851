#include "app/viewer/widgets/decay_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace farfield::app {
namespace {

constexpr int smallest_height = 110;

}  // namespace

DecayChart::DecayChart(double target, QString caption, QWidget* parent)
    : QWidget(parent), target_(target), caption_(std::move(caption))
{
    setMinimumHeight(smallest_height);
}

void DecayChart::show_values(std::vector<double> values, std::size_t steps)
{
    values_ = std::move(values);
    steps_ = std::max<std::size_t>(steps, 1);
    update();
}

double DecayChart::highest() const
{
    double most = 10.0 * target_;
    for (const double value : values_) most = std::max(most, value);
    return most;
}

/// Position of a value; the target lies a tenth above the lower edge.
QPointF DecayChart::place_of(std::size_t step, double value, const QRectF& area) const
{
    constexpr double below = 0.1;
    const double part = std::log(std::max(value, 1e-3 * target_) / target_) / std::log(highest() / target_);
    const double height = std::clamp(below + (1.0 - below) * part, 0.0, 1.0);
    return {area.left() + area.width() * static_cast<double>(step) / static_cast<double>(steps_),
            area.bottom() - height * area.height()};
}

void DecayChart::paintEvent(QPaintEvent*)
{
    constexpr double margin = 6.0;
    const double text = fontMetrics().height();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const QRectF area(margin, text + margin, width() - 2.0 * margin,
                      std::max(height() - 2.0 * text - 2.0 * margin, 1.0));
    painter.setPen(QPen(palette().color(QPalette::Mid).lighter(160), 1.0, Qt::DashLine));
    painter.drawLine(place_of(0, target_, area), place_of(steps_, target_, area));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(area.left(), 2.0, area.width(), text), Qt::AlignLeft, caption_);
    painter.drawText(QRectF(area.left(), area.bottom() + 2.0, area.width(), text), Qt::AlignRight,
                     tr("%1 iterations").arg(steps_));
    if (values_.empty()) return;
    painter.drawText(QRectF(area.left(), 2.0, area.width(), text), Qt::AlignRight,
                     QString::number(values_.back(), 'g', 3));
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2.0));
    for (std::size_t i = 0; i + 1 < values_.size(); ++i)
        painter.drawLine(place_of(i, values_[i], area), place_of(i + 1, values_[i + 1], area));
    painter.setBrush(palette().color(QPalette::Highlight));
    for (std::size_t i = 0; i < values_.size(); ++i)
        painter.drawEllipse(place_of(i, values_[i], area), 2.5, 2.5);
}

}  // namespace farfield::app
