#pragma once

#include <QColor>
#include <QElapsedTimer>
#include <QObject>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/session/shared_copy.h"
#include "net/message/sharing_calls.h"

namespace farfield::app {

/// Keeps the model's document in step with the session's at the node, which its members share: sends
/// the user's changes, takes over those of others, and holds a rake while the user drags it. Inactive with
/// a node that does not share sessions. Threads: the GUI's.
class SharingControl : public QObject {
    Q_OBJECT

public:
    SharingControl(SessionModel& model, NodeLink& link, QObject* parent = nullptr);

    /// Members of the session, the longest-standing first; empty: not connected.
    [[nodiscard]] const std::vector<net::MemberInfo>& members() const noexcept { return members_; }
    /// Name of a member: plain text, not empty.
    [[nodiscard]] QString name_of(std::uint32_t member) const;
    [[nodiscard]] std::uint32_t own_number() const noexcept { return own_; }
    [[nodiscard]] bool is_shared() const noexcept { return members_.size() > 1; }
    /// Colour of a member: by its number, the same in every viewer, unless another member has it already.
    [[nodiscard]] QColor colour_of(std::uint32_t member) const;
    [[nodiscard]] bool may_invite() const noexcept { return role() == net::MemberRole::Owner; }
    /// Receives an invitation's text, or the reason of a failure.
    using Invited = std::function<void(const QString& invitation, const QString& fault)>;
    void invite(const net::InviteCall& call, Invited done);

Q_SIGNALS:
    void members_changed();
    void remark(const QString& line);  ///< for the user
    void other_data_shown();           ///< shown by another member, and open here
    /// The session is new, without the members of the one before. For the user, until dismissed.
    void others_lost(const QString& line);

private:
    void begin();
    void note_left();
    void say_if_alone(const net::Json& session);
    void ask_for_document();
    void begin_anew(const net::Json& params);
    void take_shared(const net::Json& answer);
    void follow();
    void send(const net::Json& patch);
    void refused(const net::RpcError& error);
    void take_back();
    void take_event(const std::string& event, const net::Json& params);
    void take_patch(const net::Json& params);
    void take_member(const net::Json& params);
    void show_document(net::Json sections, const net::Json& patch);
    [[nodiscard]] std::string base_data() const;
    void hold(const std::string& rake);
    void ask_to_hold();
    void release();
    void show_holds();
    void say_who_holds(const std::string& rake);
    void show_role();
    void give_colours();
    [[nodiscard]] QString holder_in(const net::RpcError& error) const;
    [[nodiscard]] net::MemberRole role() const;
    [[nodiscard]] net::MemberInfo* find(std::uint32_t number);

    SessionModel& model_;
    NodeLink& link_;
    SharedCopy copy_;
    bool is_begun_ = false;  ///< the node's document is known
    bool shows_other_data_ = false;
    net::Json refused_;  ///< sections that the node has refused; null: none
    /// A session that broke off while it had other members.
    struct Left {
        std::string node, epoch;
    };
    std::optional<Left> left_;
    std::uint32_t own_ = 0;
    std::vector<net::MemberInfo> members_;
    std::map<std::uint32_t, std::size_t> colours_;  ///< by member
    std::map<std::string, std::uint32_t> holds_;    ///< members by the path that they hold
    std::string held_;                              ///< path that the user holds; empty: none
    QElapsedTimer held_since_;                      ///< since the last request to hold it
};

}  // namespace farfield::app
