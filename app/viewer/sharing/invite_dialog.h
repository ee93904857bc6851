#pragma once

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace farfield::app {

class SharingControl;

/// Dialog that makes an invitation to the session, as a text to send to a colleague.
class InviteDialog : public QDialog {
    Q_OBJECT

public:
    explicit InviteDialog(SharingControl& sharing, QWidget* parent = nullptr);

private:
    void make();

    SharingControl& sharing_;
    QComboBox* role_;
    QSpinBox* uses_;
    QLineEdit* invitation_;
    QLabel* fault_;
    QTimer make_soon_;
};

}  // namespace farfield::app
