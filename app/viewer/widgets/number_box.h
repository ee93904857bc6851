#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace farfield::app {

/// A box for a physical number: shows as many digits as the number needs, up to six significant ones or, of a
/// number far larger than its scale, as a map's coordinates are, up to a ten-thousandth of the scale; and
/// takes any that lies in its range. Its arrows step by a hundredth of `scale`. Announces a value when it has
/// been entered, not at every key.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit NumberBox(QWidget* parent = nullptr);

    /// What a usual value is like, or a usual difference: sets the step of the arrows.
    void set_scale(double scale);
    /// Sets the value without announcing it, and not while the user is typing in the box.
    void show_value(double value);
    /// What was shown, with all its digits, until the user enters another number: value() is rounded.
    [[nodiscard]] double exact_value() const { return value() == rounded_ ? shown_ : value(); }

    [[nodiscard]] QString textFromValue(double value) const override;
    /// A text that is left as it is shown stands for what it shows.
    [[nodiscard]] double valueFromText(const QString& text) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    double scale_ = 1.0;
    double shown_ = 0.0, rounded_ = 0.0;  ///< by show_value(), and what value() made of it
};

/// A box for a count, `least` to `most`, with thousands separators.
[[nodiscard]] QSpinBox* new_count_box(int least, int most, QWidget* parent);

/// As NumberBox::show_value().
void show_count(QSpinBox& box, std::uint64_t count);

}  // namespace farfield::app
