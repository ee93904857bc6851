#pragma once

#include <QWidget>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::app {

/// Values over a histogram, each a line that can be dragged, or moved by the arrow keys. Bars grow with the
/// logarithm of their counts, so that rare values are visible. Threads: the GUI's.
class HistogramSlider : public QWidget {
    Q_OBJECT

public:
    explicit HistogramSlider(QWidget* parent = nullptr);

    /// counts: of bins of equal width over the range.
    void show_histogram(const std::array<double, 2>& range, const std::vector<std::uint64_t>& counts);
    /// Removes the histogram: the values' range is unknown.
    void clear();
    /// Sets the values, except while the user drags one.
    void show_values(const std::vector<double>& values);

    /// Pixel of a value across the widget; values beyond the range are at its ends.
    [[nodiscard]] double pixel_of(double value) const;
    [[nodiscard]] QSize sizeHint() const override { return {200, 84}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 64}; }

Q_SIGNALS:
    void moved(std::size_t index, double value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double value_at(double pixel) const;
    void take(double value);

    std::optional<std::array<double, 2>> range_;
    std::vector<double> heights_;  ///< [bins] 0 to 1
    std::vector<double> values_;
    std::size_t held_ = 0;  ///< index of the value that keys and the mouse move
    bool is_dragged_ = false;
};

}  // namespace farfield::app
