#pragma once

#include <QStringList>
#include <QWidget>
#include <array>

#include "app/viewer/view/rake_edit.h"
#include "model/data/dataset_info.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QSpinBox;

namespace farfield::app {

class InjectionEdit;
class NumberBox;
struct RakeRows;
class VectorEdit;

/// Editor for the numbers of one rake.
class RakeEditor : public QWidget {
    Q_OBJECT

public:
    explicit RakeEditor(QWidget* parent = nullptr);

    void show_rake(const model::Rake& rake);
    /// Sets the dataset of the edited rakes: sizes, units and scalars come from it.
    void set_dataset(const model::DatasetInfo& dataset);
    /// The rake with the user's edits.
    [[nodiscard]] model::Rake rake() const;

Q_SIGNALS:
    void edited();

private:
    void make_places();
    void make_counts();
    void make_random();
    void make_value();
    void arrange();
    void arrange_value(const RakeRows& rows);
    void take_choice();
    void show_row(QWidget* field, const QString& label);
    void show_units();

    QFormLayout* form_;
    model::Rake rake_;  ///< as shown last
    std::array<VectorEdit*, 3> places_{};
    NumberBox* radius_ = nullptr;
    QWidget* seeds_ = nullptr;
    std::array<QSpinBox*, 3> counts_{};
    QLabel* units_ = nullptr;
    std::array<QLabel*, 2> times_{};
    QWidget* random_ = nullptr;
    QCheckBox* is_random_ = nullptr;
    QSpinBox* random_seed_ = nullptr;
    QComboBox* choice_ = nullptr;
    NumberBox* value_ = nullptr;
    QSpinBox* particles_per_seed_;
    InjectionEdit* injection_;
    model::DatasetInfo dataset_;
    QStringList scalars_;
};

}  // namespace farfield::app
