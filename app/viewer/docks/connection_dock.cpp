#include "app/viewer/docks/connection_dock.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <stdexcept>
#include <utility>

#include "app/sites/sites.h"
#include "app/viewer/session/node_link.h"
#include "app/viewer/widgets/foreign_text.h"
#include "model/fields/json_fields.h"

namespace farfield::app {

ConnectionDock::ConnectionDock(NodeLink& link, QWidget* parent)
    : QDockWidget(tr("Connection"), parent), link_(link)
{
    setObjectName(QStringLiteral("connection_dock"));
    auto* content = new QWidget(this);
    auto* form = new QFormLayout(content);
    address_ = new QLineEdit(QString::fromStdString(to_string(net::HostPort{})), content);
    address_->setObjectName(QStringLiteral("address"));
    address_->setPlaceholderText(tr("host, host:port, ssh://host or site"));
    token_ = new QLineEdit(content);
    token_->setEchoMode(QLineEdit::Password);
    token_->setPlaceholderText(tr("none"));
    tls_ = new QComboBox(content);
    tls_->setObjectName(QStringLiteral("tls"));
    Tip(tr("How a node at HOST:PORT is known, and what is sent hidden from others")).show_on(*tls_);
    show_tls(std::nullopt);
    button_ = new QPushButton(content);
    button_->setObjectName(QStringLiteral("connect"));
    state_ = new QLabel(content);
    state_->setWordWrap(true);
    show_plain(*state_);
    form->addRow(tr("Node"), address_);
    form->addRow(tr("Token"), token_);
    form->addRow(tr("TLS"), tls_);
    form->addRow(QString(), button_);
    form->addRow(state_);
    setWidget(content);

    connect(button_, &QPushButton::clicked, this, &ConnectionDock::toggle);
    connect(address_, &QLineEdit::returnPressed, this, &ConnectionDock::connect_now);
    connect(token_, &QLineEdit::returnPressed, this, &ConnectionDock::connect_now);
    connect(&link_, &NodeLink::state_changed, this, &ConnectionDock::show_state);
    connect(&link_, &NodeLink::interrupted, this, &ConnectionDock::show_state);
    connect(&link_, &NodeLink::resumed, this, &ConnectionDock::show_state);
    show_state();
}

void ConnectionDock::show_node(const net::ClientSettings& node)
{
    way_ = node.way;
    show_tls(node.tls);
    join_ = node.join;
    listener_ = node.listener;
    listened_at_ = node.node();
    address_->setText(QString::fromStdString(node.node()));
    token_->setText(QString::fromStdString(node.token));
}

/// Fills the choice of TLS. A pin is offered only when the command line gave one.
void ConnectionDock::show_tls(const std::optional<net::TlsTerms>& terms)
{
    using Check = net::TlsTerms::Check;
    tls_->clear();
    tls_->addItem(tr("none"));
    tls_->addItem(tr("by authorities of the system"), static_cast<int>(Check::Authorities));
    tls_->addItem(tr("by the key of the first time"), static_cast<int>(Check::Known));
    pinned_ = terms && terms->check == Check::Pin ? terms : std::nullopt;
    if (pinned_) tls_->addItem(tr("by the pin that was given"), static_cast<int>(Check::Pin));
    tls_->setCurrentIndex(terms ? tls_->findData(static_cast<int>(terms->check)) : 0);
}

/// The chosen terms of TLS. Throws std::runtime_error where there is no place for keys of nodes.
std::optional<net::TlsTerms> ConnectionDock::tls() const
{
    using Check = net::TlsTerms::Check;
    if (!tls_->currentData().isValid()) return std::nullopt;
    const auto check = static_cast<Check>(tls_->currentData().toInt());
    if (check == Check::Pin) return pinned_;
    net::TlsTerms terms{.check = check, .pin = {}, .file = {}};
    if (check == Check::Known) terms.file = net::own_known_nodes();
    return terms;
}

void ConnectionDock::edit_address()
{
    address_->setFocus();
    address_->selectAll();
}

/// Applies an invitation. Its secret does not stay on the screen.
void ConnectionDock::take_invitation(const net::Invitation& invitation, net::ClientSettings& settings)
{
    invitation.apply_to(settings);
    if (settings.tls) show_tls(settings.tls);  // for the address that is shown from now on
    address_->setText(QString::fromStdString(to_string(invitation.at)));
}

net::Target ConnectionDock::target_of(const std::string& address) const
{
    net::Target target = named_target(address);
    if (way_ && target.way && to_string(*target.way) == to_string(*way_)) target.way = way_;
    return target;
}

void ConnectionDock::connect_now()
{
    try {
        net::ClientSettings settings;
        const std::string address = address_->text().trimmed().toStdString();
        if (net::is_invitation(address))
            take_invitation(net::parse_invitation(address), settings);
        else
            settings.go_to(target_of(address));
        if (!settings.join) settings.join = std::exchange(join_, std::nullopt);  // usable once, perhaps
        if (!settings.way && !settings.tls) settings.tls = tls();
        settings.label = qEnvironmentVariable("USER", QStringLiteral("a viewer")).toStdString();
        if (listener_ && address == listened_at_) settings.wait_for_nodes(listener_);
        settings.token = token_->text().toStdString();
        settings.client_name = "farfield " FARFIELD_VERSION;
        settings.resume = true;
        settings.awaits_restart = true;
        Q_EMIT node_wanted(settings);
    } catch (const std::exception& fault) {
        Q_EMIT wrong_address(QString::fromUtf8(fault.what()));
    }
}

void ConnectionDock::toggle()
{
    const auto state = link_.state();
    if (state == NodeLink::State::Connected || state == NodeLink::State::Connecting)
        link_.disconnect_from_node();
    else
        connect_now();
}

void ConnectionDock::show_state()
{
    const auto state = link_.state();
    const bool free = state == NodeLink::State::Idle || state == NodeLink::State::Lost;
    address_->setEnabled(free);
    token_->setEnabled(free);
    tls_->setEnabled(free);
    switch (state) {
    case NodeLink::State::Idle:
        state_->setText(tr("Not connected."));
        break;
    case NodeLink::State::Connecting:
        state_->setText(tr("Connecting …"));
        break;
    case NodeLink::State::Lost:
        state_->setText(tr("The connection was lost."));
        break;
    case NodeLink::State::Connected: {
        const auto node = model::text_or(link_.session(), "node", "a node");
        state_->setText(link_.is_interrupted() ? tr("The connection was lost; the session is being resumed.")
                                               : tr("Connected to %1.").arg(plain_text(node)));
    }
    }
    button_->setText(free                                   ? tr("Connect")
                     : state == NodeLink::State::Connecting ? tr("Cancel")
                                                            : tr("Disconnect"));
}

}  // namespace farfield::app
