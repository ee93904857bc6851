#include "app/viewer/number_box.h"

#include <QSignalBlocker>
#include <algorithm>
#include <limits>

namespace farfield::app {

namespace {

constexpr int significant_digits = 6;
constexpr int most_decimals = 15;  // domains may be micrometres wide

}  // namespace

NumberBox::NumberBox(QWidget* parent) : QDoubleSpinBox(parent)
{
    constexpr double most = 1e12;
    setDecimals(most_decimals);
    setRange(-most, most);
    setKeyboardTracking(false);
    setAccelerated(true);
    setLocale(QLocale::c());
    set_scale(1.0);
}

void NumberBox::set_scale(double scale)
{
    setSingleStep(scale > 0.0 ? scale / 100.0 : 0.01);
}

void NumberBox::show_value(double value)
{
    if (hasFocus() && QLocale::c().toDouble(cleanText()) != this->value()) return;  // half typed
    const QSignalBlocker quiet(this);
    setValue(value);
}

QString NumberBox::textFromValue(double value) const
{
    return QString::number(value, 'g', significant_digits);
}

QSize NumberBox::sizeHint() const
{
    // The base class makes room for the longest number of the range; ours are short.
    auto size = QDoubleSpinBox::sizeHint();
    size.setWidth(fontMetrics().horizontalAdvance(QStringLiteral("-0.00000")) + 30);
    return size;
}

QSpinBox* new_count_box(int least, int most, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    box->setAccelerated(true);
    box->setGroupSeparatorShown(true);
    return box;
}

void show_count(QSpinBox& box, std::uint64_t count)
{
    const QSignalBlocker quiet(&box);
    box.setValue(static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max())));
}

}  // namespace farfield::app
