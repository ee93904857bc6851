#pragma once

#include <QDialog>

#include "net/client/client.h"

class QLabel;
class QLineEdit;
class QSpinBox;

namespace farfield::app {

/// Which relay sends entities: host, port and token.
class RelayDialog : public QDialog {
    Q_OBJECT

public:
    /// shown: what it begins with.
    explicit RelayDialog(const net::ClientSettings& shown, QWidget* parent = nullptr);

    /// What was entered.
    [[nodiscard]] net::ClientSettings settings() const;

private:
    void check_and_accept();

    QLineEdit* host_;
    QSpinBox* port_;
    QLineEdit* token_;
    QLabel* fault_;
};

}  // namespace farfield::app
