#include "app/viewer/widgets/time_bar.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

namespace farfield::app {

QColor TimeBar::colour_of(std::size_t part)
{
    // Okabe and Ito's colours, which colour-blind readers can tell apart.
    static const std::array<QColor, parts> colours{QColor(0xe6, 0x9f, 0x00), QColor(0xcc, 0x79, 0xa7),
                                                   QColor(0x56, 0xb4, 0xe9), QColor(0xf0, 0xe4, 0x42),
                                                   QColor(0x00, 0x9e, 0x73)};
    return colours[part];
}

void TimeBar::show_parts(const std::array<double, parts>& values)
{
    if (values_ == values) return;
    values_ = values;
    update();
}

void TimeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const double sum = std::accumulate(values_.begin(), values_.end(), 0.0,
                                       [](double s, double v) { return s + std::max(v, 0.0); });
    if (sum <= 0.0) return;
    double left = 0.0;
    for (std::size_t i = 0; i < parts; ++i) {
        const double length = width() * std::max(values_[i], 0.0) / sum;
        painter.fillRect(QRectF(left, 0.0, length, height()), colour_of(i));
        left += length;
    }
}

}  // namespace farfield::app
