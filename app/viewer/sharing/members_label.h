#pragma once

#include <QLabel>

namespace farfield::app {

class SharingControl;

/// Names of the session's members, each in its colour. Hidden while the user is alone.
class MembersLabel : public QLabel {
    Q_OBJECT

public:
    explicit MembersLabel(const SharingControl& sharing, QWidget* parent = nullptr);

Q_SIGNALS:
    void resized();  ///< its width has changed

private:
    void show_members();

    const SharingControl& sharing_;
};

}  // namespace farfield::app
