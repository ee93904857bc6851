#pragma once

#include <QDockWidget>
#include <optional>

#include "net/client/client.h"
#include "net/client/sharing/invitation.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace farfield::app {

class NodeLink;

/// Where the node is, and how it is known: address, token, TLS, connect and disconnect.
class ConnectionDock : public QDockWidget {
    Q_OBJECT

public:
    explicit ConnectionDock(NodeLink& link, QWidget* parent = nullptr);

    /// Emits node_wanted() with what the fields say.
    void connect_now();
    /// What the fields say. Of the way there may be more than the address says.
    void show_node(const net::ClientSettings& node);
    void edit_address();

Q_SIGNALS:
    void node_wanted(const farfield::net::ClientSettings& node);
    void wrong_address(const QString& why);

private:
    void take_invitation(const net::Invitation& invitation, net::ClientSettings& settings);
    void show_tls(const std::optional<net::TlsTerms>& terms);
    [[nodiscard]] std::optional<net::TlsTerms> tls() const;
    [[nodiscard]] net::Target target_of(const std::string& address) const;
    void show_state();
    void toggle();

    NodeLink& link_;
    std::optional<net::Way> way_;
    std::optional<net::TlsTerms> pinned_;  ///< that were given at the start
    std::optional<net::JoinCall> join_;
    std::shared_ptr<const net::DialListener> listener_;  ///< of the address that was shown
    std::string listened_at_;
    QLineEdit* address_;
    QLineEdit* token_;
    QComboBox* tls_;
    QPushButton* button_;
    QLabel* state_;
};

}  // namespace farfield::app
