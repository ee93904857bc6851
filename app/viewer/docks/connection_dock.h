#pragma once

#include <QDockWidget>
#include <optional>

#include "net/client/sharing/invitation.h"
#include "net/client/target.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace farfield::app {

class NodeLink;

/// Where the node is: address, token, connect and disconnect.
class ConnectionDock : public QDockWidget {
    Q_OBJECT

public:
    explicit ConnectionDock(NodeLink& link, QWidget* parent = nullptr);

    /// Connects to what the fields say.
    void connect_now();
    /// way: what the address names, where that has more to it than its text.
    void show_address(const QString& address, const QString& token, std::optional<net::Way> way = {});
    void edit_address();

Q_SIGNALS:
    void wrong_address(const QString& why);

private:
    void take_invitation(const net::Invitation& invitation, net::ClientSettings& settings);
    [[nodiscard]] net::Target target_of(const std::string& address) const;
    void show_state();
    void toggle();

    NodeLink& link_;
    std::optional<net::Way> way_;
    QLineEdit* address_;
    QLineEdit* token_;
    QPushButton* button_;
    QLabel* state_;
};

}  // namespace farfield::app
