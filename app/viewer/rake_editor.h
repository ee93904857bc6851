#pragma once

#include <QWidget>
#include <array>

#include "app/viewer/rake_edit.h"

class QFormLayout;
class QLabel;
class QSpinBox;

namespace farfield::app {

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
    void arrange(RakeKind kind);
    void show_row(QWidget* field, const QString& label);

    QFormLayout* form_;
    RakeKind kind_ = RakeKind::Point;
    std::array<VectorEdit*, 3> vectors_{};
    QSpinBox* seeds_u_;
    QSpinBox* seeds_v_;
    QWidget* seeds_;
    QLabel* times_;
    QSpinBox* particles_per_seed_;
    QString units_;
};

}  // namespace farfield::app
