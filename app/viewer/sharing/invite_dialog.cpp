#include "app/viewer/sharing/invite_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <chrono>

#include "app/viewer/sharing/sharing_control.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

/// Pause before an invitation is made: each is valid for an hour, and a session has only a few.
constexpr std::chrono::milliseconds time_to_choose{400};

}  // namespace

InviteDialog::InviteDialog(SharingControl& sharing, QWidget* parent) : QDialog(parent), sharing_(sharing)
{
    setWindowTitle(tr("Invite to this session"));
    auto* form = new QFormLayout(this);
    role_ = new QComboBox(this);
    role_->setObjectName(QStringLiteral("invite_role"));
    role_->addItem(tr("change what is shown"), static_cast<int>(net::MemberRole::Edit));
    role_->addItem(tr("watch"), static_cast<int>(net::MemberRole::Watch));
    uses_ = new QSpinBox(this);
    uses_->setRange(1, static_cast<int>(net::InviteCall::max_uses));
    uses_->setKeyboardTracking(false);
    make_soon_.setSingleShot(true);
    make_soon_.setInterval(time_to_choose);
    connect(&make_soon_, &QTimer::timeout, this, &InviteDialog::make);
    invitation_ = new QLineEdit(this);
    invitation_->setObjectName(QStringLiteral("invitation"));
    invitation_->setReadOnly(true);
    invitation_->setMinimumWidth(420);
    auto* note = new QLabel(tr("Valid for an hour, and as good as a key: send it to your guests alone. They "
                               "start farfield with it, or enter it as the node's address."),
                            this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    fault_ = new QLabel(this);
    show_plain(*fault_);
    fault_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    form->addRow(tr("A guest may"), role_);
    form->addRow(tr("For how many"), uses_);
    form->addRow(tr("Invitation"), invitation_);
    form->addRow(note);
    form->addRow(fault_);
    form->addRow(buttons);
    connect(role_, &QComboBox::currentIndexChanged, this, &InviteDialog::make);
    connect(uses_, &QSpinBox::valueChanged, this, [this] {
        invitation_->clear();
        make_soon_.start();
    });
    connect(copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(invitation_->text()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    make();
}

void InviteDialog::make()
{
    net::InviteCall call;
    call.role = static_cast<net::MemberRole>(role_->currentData().toInt());
    call.uses = static_cast<std::uint32_t>(uses_->value());
    invitation_->clear();
    sharing_.invite(call, [self = QPointer<InviteDialog>(this)](const QString& text, const QString& fault) {
        if (!self) return;
        self->invitation_->setText(text);
        self->fault_->setText(fault);
        self->fault_->setVisible(!fault.isEmpty());
    });
}

}  // namespace farfield::app
