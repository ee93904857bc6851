#pragma once

#include <QComboBox>
#include <optional>
#include <utility>
#include <vector>

#include "model/data/dataset_info.h"

namespace farfield::app {

/// The times of a dataset's steps, with their dates: one is chosen from the list, or by typing a part of it.
class TimeChoice : public QComboBox {
    Q_OBJECT

public:
    explicit TimeChoice(QWidget* parent = nullptr);

    /// start: the time that is chosen; null: no dataset.
    void show_times(const model::DatasetInfo* dataset, double start);

Q_SIGNALS:
    void chosen(double seconds);

private:
    using Calendar = std::pair<std::string, std::optional<double>>;

    void choose_typed();

    std::vector<double> times_;
    std::optional<double> origin_;
    Calendar calendar_;  ///< and its origin
    std::vector<std::optional<double>> dates_;
    std::string units_;
};

}  // namespace farfield::app
