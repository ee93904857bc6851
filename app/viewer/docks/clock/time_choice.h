#pragma once

#include <QComboBox>
#include <optional>
#include <utility>
#include <vector>

#include "model/data/dataset_info.h"

namespace farfield::app {

/// List of the times of a dataset's steps, with dates. A time is chosen from it, or by typing a part of it.
class TimeChoice : public QComboBox {
    Q_OBJECT

public:
    explicit TimeChoice(QWidget* parent = nullptr);

    /// start: the chosen time; null: no dataset.
    void show_times(const model::DatasetInfo* dataset, double start);

Q_SIGNALS:
    void chosen(double seconds);

private:
    using Calendar = std::pair<std::string, std::optional<double>>;

    void choose_typed();

    std::vector<double> times_;
    std::optional<double> origin_;
    Calendar calendar_;  ///< calendar's name and origin
    std::vector<std::optional<double>> dates_;
    std::string units_;
};

}  // namespace farfield::app
