#pragma once

#include <QWidget>
#include <array>

#include "app/viewer/rake_edit.h"

class QCheckBox;
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QSpinBox;

namespace farfield::app {

class NumberBox;
struct RakeRows;
class VectorEdit;

/// The numbers of one rake.
class RakeEditor : public QWidget {
    Q_OBJECT

public:
    explicit RakeEditor(QWidget* parent = nullptr);

    void show_rake(const net::Rake& rake);
    /// scale: the domain's size; units: of lengths, may be empty.
    void set_domain(double scale, const QString& units);
    /// The rake as it has been edited.
    [[nodiscard]] net::Rake rake() const;

Q_SIGNALS:
    void edited();

private:
    void make_places();
    void make_counts();
    void make_random();
    void arrange();
    void show_row(QWidget* field, const QString& label, bool is_length);

    QFormLayout* form_;
    net::Rake rake_;  ///< as it was last shown
    std::array<VectorEdit*, 3> places_{};
    NumberBox* radius_ = nullptr;
    QWidget* seeds_ = nullptr;
    std::array<QSpinBox*, 3> counts_{};
    std::array<QLabel*, 2> times_{};
    QWidget* random_ = nullptr;
    QCheckBox* is_random_ = nullptr;
    QSpinBox* random_seed_ = nullptr;
    QSpinBox* particles_per_seed_;
    QString units_;
};

}  // namespace farfield::app
