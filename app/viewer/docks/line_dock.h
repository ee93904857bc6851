#pragma once

#include <QDockWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace farfield::app {

class FlowView;
class ShowControl;
class NumberBox;
class SessionModel;

/// Dock for the drawings from the rakes: particles, and lines of a chosen kind.
class LineDock : public QDockWidget {
    Q_OBJECT

public:
    LineDock(SessionModel& model, ShowControl& control, const FlowView& view, QWidget* parent = nullptr);

private:
    QWidget* make_settings();
    QComboBox* make_choice(const char* name, const QStringList& texts, QWidget* parent);
    void listen();
    void show_all();
    void show_figures();

    SessionModel& model_;
    ShowControl& control_;
    const FlowView& view_;
    QCheckBox* particles_ = nullptr;
    QCheckBox* lines_ = nullptr;
    QComboBox* kind_ = nullptr;
    QComboBox* direction_ = nullptr;
    QComboBox* integrator_ = nullptr;
    NumberBox* step_ = nullptr;
    QSpinBox* steps_ = nullptr;
    QSpinBox* release_ = nullptr;
    QLabel* figures_ = nullptr;
};

}  // namespace farfield::app
