#pragma once

#include <QColor>
#include <QWidget>
#include <array>

namespace farfield::app {

/// A bar whose parts are as long as their share of the whole.
class TimeBar : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t parts = 5;
    using QWidget::QWidget;

    [[nodiscard]] static QColor colour_of(std::size_t part);
    void show_parts(const std::array<double, parts>& values);
    [[nodiscard]] QSize sizeHint() const override { return {120, 10}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<double, parts> values_{};
};

}  // namespace farfield::app
