#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace farfield::app {

/// A box for a physical number. It shows as many digits as needed, up to six significant ones or, for
/// a number far larger than its scale, such as a map's coordinates, up to a ten-thousandth of the scale; and
/// accepts any number in its range. Its arrows step by a hundredth of `scale`. Announces a value when it has
/// been entered, not at every key.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberBox(QWidget* parent = nullptr);

    /// Sets a typical value, or a typical difference: determines the step of the arrows.
    void set_scale(double scale);
    /// Sets the value without announcing it, and not while the user is typing in the box.
    void show_value(double value);
    /// The shown value with all its digits, until the user enters another number: value() is rounded.
    [[nodiscard]] double exact_value() const { return value() == rounded_ ? shown_ : value(); }

    [[nodiscard]] QString textFromValue(double value) const override;
    /// Value of a text; an unchanged text gives the exact shown value.
    [[nodiscard]] double valueFromText(const QString& text) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    double scale_ = 1.0;
    double shown_ = 0.0, rounded_ = 0.0;  ///< argument of show_value(), and the resulting value()
};

/// Makes a box for a count, `least` to `most`, with thousands separators.
[[nodiscard]] QSpinBox* new_count_box(int least, int most, QWidget* parent);

/// Shows a count, as NumberBox::show_value() does.
void show_count(QSpinBox& box, std::uint64_t count);

}  // namespace farfield::app
