#pragma once

#include <QLabel>

namespace farfield::app {

class SharingControl;

/// The members of the session by name, each with its colour. Hidden while the user is alone.
class MembersLabel : public QLabel {
    Q_OBJECT

public:
    explicit MembersLabel(const SharingControl& sharing, QWidget* parent = nullptr);

Q_SIGNALS:
    void resized();  ///< it needs another width now

private:
    void show_members();

    const SharingControl& sharing_;
};

}  // namespace farfield::app
