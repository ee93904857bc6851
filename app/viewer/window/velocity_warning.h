#pragma once

#include <QLabel>

namespace farfield::app {

class SessionModel;

/// One line over the picture that says when what is traced is no velocity; the whole of it is the tool tip.
/// Not there while there is nothing to warn of. It takes no width of its own.
class VelocityWarning : public QLabel {
    Q_OBJECT

public:
    explicit VelocityWarning(const SessionModel& model, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void elide();

    const SessionModel& model_;
    QString line_;
};

}  // namespace farfield::app
