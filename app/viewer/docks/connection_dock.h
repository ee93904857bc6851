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

/// Dock for the node's address, token and TLS, with a button that connects and disconnects.
class ConnectionDock : public QDockWidget {
    Q_OBJECT

public:
    explicit ConnectionDock(NodeLink& link, QWidget* parent = nullptr);

    /// Emits node_wanted() with the settings of the fields.
    void connect_now();
    /// Fills the fields from settings, and keeps parts of a way that the address cannot show.
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
    std::optional<net::TlsTerms> pinned_;  ///< given at the start
    std::optional<net::JoinCall> join_;
    std::shared_ptr<const net::DialListener> listener_;  ///< listener of the address that was shown
    std::string listened_at_;
    QLineEdit* address_;
    QLineEdit* token_;
    QComboBox* tls_;
    QPushButton* button_;
    QLabel* state_;
};

}  // namespace farfield::app
