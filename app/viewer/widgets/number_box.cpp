#include "app/viewer/widgets/number_box.h"

#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
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
    scale_ = scale > 0.0 ? scale : 1.0;
    setSingleStep(scale_ / 100.0);
}

void NumberBox::show_value(double value)
{
    if (hasFocus() && QLocale::c().toDouble(cleanText()) != this->value()) return;  // half typed
    const QSignalBlocker quiet(this);
    setValue(value);
    shown_ = value;
    rounded_ = this->value();
    updateGeometry();  // longer numbers need more room
}

QString NumberBox::textFromValue(double value) const
{
    constexpr int digits_below_scale = 4, most_digits = 15;
    const double scales = std::max(1.0, std::abs(value) / scale_);
    const int digits = digits_below_scale + static_cast<int>(std::ceil(std::min(std::log10(scales), 20.0)));
    return QString::number(value, 'g', std::clamp(digits, significant_digits, most_digits));
}

double NumberBox::valueFromText(const QString& text) const
{
    const bool is_as_shown = text == prefix() + textFromValue(rounded_) + suffix();
    return is_as_shown ? rounded_ : QDoubleSpinBox::valueFromText(text);
}

QSize NumberBox::sizeHint() const
{
    // The base class reserves room for the longest number of the range; ours are short.
    auto size = QDoubleSpinBox::sizeHint();
    const int usual = fontMetrics().horizontalAdvance(QStringLiteral("-0.00000"));
    size.setWidth(std::max(usual, fontMetrics().horizontalAdvance(textFromValue(value()))) + 30);
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
