#pragma once

#include <QDockWidget>

class QCheckBox;
class QComboBox;
class QDateTimeEdit;
class QDoubleSpinBox;
class QLabel;

namespace farfield::app {

class NumberBox;
class SessionModel;
class TerrainControl;

/// Dock for the shown terrain, its colours, and the size and rate of its views.
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
    void follow_time();

    SessionModel& model_;
    TerrainControl& control_;
    QComboBox* list_ = nullptr;
    QLabel* facts_ = nullptr;
    QLabel* got_ = nullptr;
    QComboBox* map_ = nullptr;
    QDoubleSpinBox* azimuth_ = nullptr;
    QDoubleSpinBox* elevation_ = nullptr;
    QCheckBox* by_time_ = nullptr;
    QDateTimeEdit* time_ = nullptr;
    NumberBox* haze_ = nullptr;
    NumberBox* contour_ = nullptr;
    NumberBox* grid_ = nullptr;
    NumberBox* rate_ = nullptr;
    QCheckBox* exact_ = nullptr;
    QCheckBox* curved_ = nullptr;
};

}  // namespace farfield::app
