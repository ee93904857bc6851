#pragma once

#include <QWidget>
#include <vector>

namespace farfield::app {

/// Chart of a number that falls from step to step, on a logarithmic scale, with a line at its target.
class DecayChart : public QWidget {
    Q_OBJECT

public:
    /// target: level of the line; positive. caption: the name of the number.
    DecayChart(double target, QString caption, QWidget* parent = nullptr);

    /// values: by step, from 0; those below a thousandth of the target are drawn at the lower edge. steps:
    /// their largest possible number.
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
