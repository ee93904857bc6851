#pragma once

#include <QWidget>
#include <vector>

namespace farfield::app {

/// A number that falls from step to step, on a logarithmic scale, and the line that it falls towards.
class DecayChart : public QWidget {
    Q_OBJECT

public:
    /// target: where the line is; positive. caption: the name of the number.
    DecayChart(double target, QString caption, QWidget* parent = nullptr);

    /// values: by step, from 0; those below a thousandth of the target stand at the lower edge. steps: that
    /// there may be.
    void show_values(std::vector<double> values, std::size_t steps);
    [[nodiscard]] const std::vector<double>& values() const noexcept { return values_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QPointF place_of(std::size_t step, double value, const QRectF& area) const;
    [[nodiscard]] double highest() const;

    const double target_;
    const QString caption_;
    std::vector<double> values_;
    std::size_t steps_ = 1;
};

}  // namespace farfield::app
