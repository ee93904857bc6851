#pragma once

#include <QStringList>
#include <QWidget>

#include "app/viewer/docks/entities/entity_ride.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace farfield::app {

/// Buttons and choices for the selected entity, and for all.
class EntityTools : public QWidget {
    Q_OBJECT

public:
    explicit EntityTools(QWidget* parent = nullptr);

    void enable(bool is_selected, bool is_over_ground);
    void show_ride(Ride ride);
    void show_sight(bool is_on, const QString& line);
    /// by: `colour_by` of model::EntityStyle; values: names of numbers sent beside states.
    void show_colour(const std::string& by, const QStringList& values);

Q_SIGNALS:
    void ride_chosen(farfield::app::Ride ride);
    void sight_toggled(bool on);
    void viewshed_wanted();
    void export_wanted();
    void colour_chosen(const std::string& by);

private:
    QToolButton* add_button(QGridLayout& grid, int row, int column, const QString& text, const char* name,
                            const QString& tip);

    QToolButton* follow_;
    QToolButton* tether_;
    QToolButton* sight_;
    QToolButton* viewshed_;
    QToolButton* export_;
    QComboBox* colour_;
    QLabel* line_;
};

}  // namespace farfield::app
