#pragma once

#include <QDialog>
#include <array>
#include <vector>

#include "model/data/dataset_info.h"

class QComboBox;

namespace farfield::app {

/// Names of the file's scalars, which can be the components of a velocity.
[[nodiscard]] std::vector<std::string> component_names(const model::DatasetInfo& dataset);

/// Dialog for choosing the scalars that are the components of the velocity.
class ComponentDialog : public QDialog {
    Q_OBJECT

public:
    /// Starts with the components of the dataset's velocity, if any, or else with the first scalars.
    explicit ComponentDialog(const model::DatasetInfo& dataset, QWidget* parent = nullptr);

    /// Components for dataset.open: "u,v,w", or "u,v" for a flow in a plane.
    [[nodiscard]] QString velocity() const;

private:
    std::array<QComboBox*, 3> components_{};
};

}  // namespace farfield::app
