#pragma once

#include <QLabel>

namespace farfield::app {

class SessionModel;

/// A line over the picture that warns when the traced vector is no velocity, or two data do not fit together;
/// its tool tip has the full text. Hidden without a warning. It takes no width of its
/// own.
class DataWarning : public QLabel {
    Q_OBJECT

public:
    explicit DataWarning(const SessionModel& model, QWidget* parent = nullptr);

    /// Sets the line on data that do not fit; empty: all fit.
    void set_misfit(const QString& line);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void elide();

    const SessionModel& model_;
    QString misfit_, line_;
};

}  // namespace farfield::app
