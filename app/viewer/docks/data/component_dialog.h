#pragma once

#include <QDialog>
#include <array>
#include <vector>

#include "model/data/dataset_info.h"

class QComboBox;

namespace farfield::app {

/// Scalars of the file, which can be the components of a velocity.
[[nodiscard]] std::vector<std::string> component_names(const model::DatasetInfo& dataset);

/// Asks which scalars are the components of the velocity.
class ComponentDialog : public QDialog {
    Q_OBJECT

public:
    /// Begins with those of the dataset's velocity, where it has any, or else with the first.
    explicit ComponentDialog(const model::DatasetInfo& dataset, QWidget* parent = nullptr);

    /// "u,v,w", or "u,v" of a flow in a plane: as dataset.open takes it.
    [[nodiscard]] QString velocity() const;

private:
    std::array<QComboBox*, 3> components_{};
};

}  // namespace farfield::app
