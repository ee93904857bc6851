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

/// Keeps the model's document in step with that of the session at the node, which its members share: sends
/// what the user changes, takes over what others change, and holds a rake while the user drags it. Of a node
/// that knows nothing of this nothing happens. Threads: the GUI's.
class SharingControl : public QObject {
    Q_OBJECT

public:
    SharingControl(SessionModel& model, NodeLink& link, QObject* parent = nullptr);

    /// The longest-standing first; empty: not connected.
    [[nodiscard]] const std::vector<net::MemberInfo>& members() const noexcept { return members_; }
    /// Plain text that is not empty.
    [[nodiscard]] QString name_of(std::uint32_t member) const;
    [[nodiscard]] std::uint32_t own_number() const noexcept { return own_; }
    [[nodiscard]] bool is_shared() const noexcept { return members_.size() > 1; }
    /// By its number, so that it is the same in every viewer, but where another member has it already.
    [[nodiscard]] QColor colour_of(std::uint32_t member) const;
    [[nodiscard]] bool may_invite() const noexcept { return role() == net::MemberRole::Owner; }
    /// Calls `done` with an invitation's text, or with why there is none.
    using Invited = std::function<void(const QString& invitation, const QString& fault)>;
    void invite(const net::InviteCall& call, Invited done);

Q_SIGNALS:
    void members_changed();
    void remark(const QString& line);  ///< for the user
    void other_data_shown();           ///< by another member, and it is open
    /// Others were in the session before; this one is new. For the user, until it is read.
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
    /// A session that had others when it broke off.
    struct Left {
        std::string node, epoch;
    };
    std::optional<Left> left_;
    std::uint32_t own_ = 0;
    std::vector<net::MemberInfo> members_;
    std::map<std::uint32_t, std::size_t> colours_;  ///< by member
    std::map<std::string, std::uint32_t> holds_;    ///< paths that others hold
    std::string held_;                              ///< that the user holds; empty: nothing
    QElapsedTimer held_since_;                      ///< the node was last asked for it
};

}  // namespace farfield::app
