#include "app/viewer/widgets/histogram_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

constexpr double steps_of_keys = 100.0;  // from end to end

}  // namespace

HistogramSlider::HistogramSlider(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SizeHorCursor);
    Tip(tr("How often each value occurs, on a logarithmic scale. Drag a line to move a value, or use the "
           "arrow keys."))
        .show_on(*this);
}

void HistogramSlider::show_histogram(const std::array<double, 2>& range,
                                     const std::vector<std::uint64_t>& counts)
{
    range_ = range;
    heights_.clear();
    double highest = 0.0;
    for (const std::uint64_t count : counts) {
        heights_.push_back(std::log1p(static_cast<double>(count)));
        highest = std::max(highest, heights_.back());
    }
    if (highest > 0.0)
        for (double& height : heights_) height /= highest;
    update();
}

void HistogramSlider::clear()
{
    range_.reset();
    heights_.clear();
    update();
}

void HistogramSlider::show_values(const std::vector<double>& values)
{
    if (is_dragged_ || values == values_) return;
    values_ = values;
    held_ = std::min(held_, values_.empty() ? 0 : values_.size() - 1);
    update();
}

/// Rectangle of the bars, above a line of text.
QRectF HistogramSlider::plot() const
{
    constexpr double margin = 4.0;
    const double text = fontMetrics().height();
    return {margin, margin, width() - 2.0 * margin, std::max(height() - text - 2.0 * margin, 1.0)};
}

double HistogramSlider::pixel_of(double value) const
{
    const QRectF area = plot();
    if (!range_ || !((*range_)[0] < (*range_)[1])) return area.center().x();
    const double part = (value - (*range_)[0]) / ((*range_)[1] - (*range_)[0]);
    return area.left() + std::clamp(part, 0.0, 1.0) * area.width();
}

double HistogramSlider::value_at(double pixel) const
{
    const QRectF area = plot();
    const double part = std::clamp((pixel - area.left()) / area.width(), 0.0, 1.0);
    return (*range_)[0] + part * ((*range_)[1] - (*range_)[0]);
}

void HistogramSlider::take(double value)
{
    if (held_ >= values_.size() || !range_) return;
    value = std::clamp(value, (*range_)[0], (*range_)[1]);
    if (value == values_[held_]) return;
    values_[held_] = value;
    update();
    Q_EMIT moved(held_, value);
}

void HistogramSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF area = plot();
    painter.fillRect(area, palette().color(QPalette::Base));
    const double bar = area.width() / static_cast<double>(std::max<std::size_t>(heights_.size(), 1));
    for (std::size_t i = 0; i < heights_.size(); ++i) {
        const double tall = heights_[i] * (area.height() - 2.0);
        painter.fillRect(QRectF(area.left() + bar * static_cast<double>(i), area.bottom() - tall,
                                std::max(bar, 1.0), tall),
                         palette().color(QPalette::Mid).lighter(160));
    }
    const QRectF text(area.left(), area.bottom() + 2.0, area.width(), fontMetrics().height());
    painter.setPen(palette().color(QPalette::Text));
    if (!range_) {
        painter.drawText(text, Qt::AlignCenter, tr("no values are known"));
        return;
    }
    painter.drawText(text, Qt::AlignLeft, QString::number((*range_)[0], 'g', 4));
    painter.drawText(text, Qt::AlignRight, QString::number((*range_)[1], 'g', 4));
    for (std::size_t i = 0; i < values_.size(); ++i) {
        QColor colour = palette().color(QPalette::Highlight);
        if (i != held_) colour.setAlphaF(0.6F);
        painter.setPen(QPen(colour, 2.0));
        const double x = pixel_of(values_[i]);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    if (held_ >= values_.size()) return;
    painter.setPen(palette().color(QPalette::BrightText));
    painter.drawText(text, Qt::AlignHCenter, QString::number(values_[held_], 'g', 5));
}

void HistogramSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || values_.empty() || !range_) return;
    const double x = event->position().x();
    const auto nearest =
        std::ranges::min_element(values_, {}, [&](double value) { return std::abs(pixel_of(value) - x); });
    held_ = static_cast<std::size_t>(nearest - values_.begin());
    is_dragged_ = true;
    take(value_at(x));
    update();
}

void HistogramSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (is_dragged_ && range_) take(value_at(event->position().x()));
}

void HistogramSlider::mouseReleaseEvent(QMouseEvent*)
{
    is_dragged_ = false;
}

void HistogramSlider::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (direction == 0 || !range_ || held_ >= values_.size()) return QWidget::keyPressEvent(event);
    take(values_[held_] + direction * ((*range_)[1] - (*range_)[0]) / steps_of_keys);
}

}  // namespace farfield::app
