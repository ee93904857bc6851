#include "app/viewer/sharing/members_label.h"

#include "app/viewer/sharing/sharing_control.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {

MembersLabel::MembersLabel(const SharingControl& sharing, QWidget* parent) : QLabel(parent), sharing_(sharing)
{
    setObjectName(QStringLiteral("members"));
    setTextFormat(Qt::RichText);
    setContentsMargins(8, 0, 12, 0);
    setToolTip(tr("Viewers that share this session"));
    connect(&sharing_, &SharingControl::members_changed, this, &MembersLabel::show_members);
    show_members();
}

void MembersLabel::show_members()
{
    QStringList names;
    for (const auto& member : sharing_.members()) {
        QString name = plain_text(member.name).toHtmlEscaped();
        if (member.member == sharing_.own_number()) name = tr("%1 (you)").arg(name);
        if (member.role == net::MemberRole::Watch) name = tr("%1, watching").arg(name);
        if (!member.here) name = tr("%1, away").arg(name);
        names += QStringLiteral("<span style='color:%1'>●</span> %2")
                     .arg(sharing_.colour_of(member.member).name(), name);
    }
    setText(names.join(QStringLiteral("&nbsp;&nbsp; ")));
    setVisible(sharing_.is_shared());
    Q_EMIT resized();
}

}  // namespace farfield::app
