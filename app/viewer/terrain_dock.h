#pragma once

#include <QDockWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace farfield::app {

class NumberBox;
class SessionModel;
class TerrainControl;

/// Which terrain is shown, how it is coloured, and what the node and the link give of it.
class TerrainDock : public QDockWidget {
    Q_OBJECT

public:
    TerrainDock(SessionModel& model, TerrainControl& control, QWidget* parent = nullptr);

private:
    QWidget* make_style();
    QDoubleSpinBox* make_degrees(const char* name, double least, double most, QWidget* parent);
    void listen();
    void show_list();
    void show_settings();
    void show_got();

    SessionModel& model_;
    TerrainControl& control_;
    QComboBox* list_;
    QLabel* facts_;
    QLabel* got_;
    QComboBox* map_;
    QDoubleSpinBox* azimuth_;
    QDoubleSpinBox* elevation_;
    NumberBox* haze_;
    NumberBox* contour_;
    NumberBox* grid_;
    NumberBox* rate_;
    QCheckBox* exact_;
    QCheckBox* curved_;
};

}  // namespace farfield::app
