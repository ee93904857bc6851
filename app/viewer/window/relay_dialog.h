#pragma once

#include <QDialog>

#include "net/client/client.h"

class QLabel;
class QLineEdit;
class QSpinBox;

namespace farfield::app {

/// Dialog for the relay that sends entities: host, port and token.
class RelayDialog : public QDialog {
    Q_OBJECT

public:
    /// shown: initial values.
    explicit RelayDialog(const net::ClientSettings& shown, QWidget* parent = nullptr);

    /// The settings entered.
    [[nodiscard]] net::ClientSettings settings() const;

private:
    void check_and_accept();

    QLineEdit* host_;
    QSpinBox* port_;
    QLineEdit* token_;
    QLabel* fault_;
};

}  // namespace farfield::app
