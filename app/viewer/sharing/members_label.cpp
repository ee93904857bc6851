#include "app/viewer/sharing/members_label.h"

#include <algorithm>

#include "app/viewer/sharing/sharing_control.h"
#include "app/viewer/widgets/foreign_text.h"

namespace farfield::app {
namespace {

constexpr qsizetype most_names = 4;
constexpr int widest_name = 110;  // pixels

}  // namespace

MembersLabel::MembersLabel(const SharingControl& sharing, QWidget* parent) : QLabel(parent), sharing_(sharing)
{
    setObjectName(QStringLiteral("members"));
    setTextFormat(Qt::RichText);
    setContentsMargins(8, 0, 12, 0);
    connect(&sharing_, &SharingControl::members_changed, this, &MembersLabel::show_members);
    show_members();
}

/// Shows the members' names, the user's own first. The rest of the bar is left to the menus.
void MembersLabel::show_members()
{
    auto members = sharing_.members();
    std::ranges::stable_partition(
        members, [this](const auto& member) { return member.member == sharing_.own_number(); });
    QStringList names, all;
    for (const auto& member : members) {
        QString name = sharing_.name_of(member.member);
        const QString whole = name;
        name = fontMetrics().elidedText(name, Qt::ElideRight, widest_name);
        const auto dressed = [&](QString text) {
            if (member.member == sharing_.own_number()) text = tr("%1 (you)").arg(text);
            if (member.role == net::MemberRole::Watch) text = tr("%1, watching").arg(text);
            return member.here ? text : tr("%1, away").arg(text);
        };
        all += dressed(whole);
        if (names.size() < most_names)
            names += QStringLiteral("<span style='color:%1'>●</span> %2")
                         .arg(sharing_.colour_of(member.member).name(), dressed(name).toHtmlEscaped());
    }
    if (all.size() > names.size()) names += QStringLiteral("+%1").arg(all.size() - names.size());
    setText(names.join(QStringLiteral("&nbsp;&nbsp; ")));
    Tip(tr("Viewers that share this session: %1").arg(all.join(QStringLiteral(", ")))).show_on(*this);
    setVisible(sharing_.is_shared());
    Q_EMIT resized();
}

}  // namespace farfield::app
