#include "app/viewer/window/relay_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <limits>

#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

RelayDialog::RelayDialog(const net::ClientSettings& shown, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Connect to a relay"));
    auto* form = new QFormLayout(this);
    host_ = new QLineEdit(QString::fromStdString(shown.host), this);
    host_->setObjectName(QStringLiteral("relay_host"));
    host_->setMinimumWidth(240);
    port_ = new QSpinBox(this);
    port_->setObjectName(QStringLiteral("relay_port"));
    port_->setRange(1, std::numeric_limits<std::uint16_t>::max());
    port_->setValue(shown.port);
    token_ = new QLineEdit(QString::fromStdString(shown.token), this);
    token_->setObjectName(QStringLiteral("relay_token"));
    token_->setEchoMode(QLineEdit::Password);
    token_->setPlaceholderText(tr("none"));
    auto* note = new QLabel(tr("A node that was started with --relay is a relay, too: name the node."), this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    fault_ = new QLabel(this);
    fault_->setObjectName(QStringLiteral("relay_fault"));
    show_plain(*fault_);
    fault_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Connect"));
    form->addRow(tr("Host"), host_);
    form->addRow(tr("Port"), port_);
    form->addRow(tr("Token"), token_);
    form->addRow(note);
    form->addRow(fault_);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &RelayDialog::check_and_accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

net::ClientSettings RelayDialog::settings() const
{
    net::ClientSettings settings;
    settings.host = host_->text().trimmed().toStdString();
    settings.port = static_cast<std::uint16_t>(port_->value());
    settings.token = token_->text().toStdString();
    settings.client_name = "farfield " FARFIELD_VERSION;
    return settings;
}

void RelayDialog::check_and_accept()
{
    if (!host_->text().trimmed().isEmpty()) return accept();
    fault_->setText(tr("Enter the name or the address of the relay's host."));
    fault_->show();
}

}  // namespace farfield::app
