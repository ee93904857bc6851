#pragma once

#include <QLabel>

namespace farfield::app {

class SessionModel;

/// One line over the picture that says when what is traced is no velocity, or two data do not fit together;
/// the whole of it is the tool tip. Not there while there is nothing to warn of. It takes no width of its
/// own.
class DataWarning : public QLabel {
    Q_OBJECT

public:
    explicit DataWarning(const SessionModel& model, QWidget* parent = nullptr);

    /// Empty: all fit.
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
