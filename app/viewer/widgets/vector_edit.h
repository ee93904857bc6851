#pragma once

#include <QWidget>
#include <array>

#include "model/geometry/point.h"

namespace farfield::app {

class NumberBox;

/// Three boxes in a row: x, y, z.
class VectorEdit : public QWidget {
    Q_OBJECT

public:
    explicit VectorEdit(QWidget* parent = nullptr);

    /// Sets the scales along each axis, as NumberBox::set_scale() does.
    void set_scales(const model::Point& scales);
    void show_value(const model::Point& value);
    [[nodiscard]] model::Point value() const;

Q_SIGNALS:
    void edited();

private:
    std::array<NumberBox*, 3> boxes_{};
};

}  // namespace farfield::app
