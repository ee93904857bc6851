#pragma once

#include <QDockWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;

namespace farfield::app {

class NumberBox;
class SessionModel;
class StreamControl;

/// Dock for the traced vector and the looks of particles: velocity, scalar, colour map and its range, size,
/// trails; and for the vertical scale.
class ColourDock : public QDockWidget {
    Q_OBJECT

public:
    ColourDock(SessionModel& model, const StreamControl& control, QWidget* parent = nullptr);

Q_SIGNALS:
    void velocity_chosen(const QString& name);

private:
    QWidget* make_range();
    void listen();
    void fill_maps();
    void show_scalars();
    void show_vectors();
    void ask_for_components();
    void show_colour();
    void show_trail();
    void show_vertical_scale();
    void take_range();

    SessionModel& model_;
    const StreamControl& control_;
    QComboBox* velocity_;
    QComboBox* scalar_;
    QComboBox* map_;
    QCheckBox* automatic_;
    NumberBox* low_;
    NumberBox* high_;
    QSlider* size_;
    QLabel* size_text_;
    QSlider* trail_;
    QLabel* trail_text_;
    NumberBox* vertical_scale_;
};

}  // namespace farfield::app
