#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "app/viewer/session/node_link.h"
#include "app/viewer/sharing/session_file.h"
#include "net/service/node_stats.h"

namespace farfield::app {

/// Connects the window to nodes, and keeps the claim of its session in a file. After a crash, or
/// where it was left running, the session is offered before a new one is opened. A session over a command is
/// not kept, as it ends with its connection. Threads: the GUI's.
class ResumeControl : public QObject {
    Q_OBJECT

public:
    explicit ResumeControl(NodeLink& link, QObject* parent = nullptr);

    /// Sets the control up for a window without a user: it asks nothing, and keeps no claims of its sessions.
    void ask_nothing() noexcept { asks_ = false; }
    /// Makes the next connect_to() resume this session, without asking.
    void choose(FoundSession session) { offer_ = std::move(session), is_chosen_ = true; }
    /// Ends the present session and connects. Where this user has left a session at the node that still
    /// exists, offered() follows instead.
    void connect_to(const net::ClientSettings& node);
    /// Connects to the last node in the same way.
    void retry() { connect_to(wanted_); }
    /// Resumes the session that was offered, or that another viewer has taken.
    void go_on();
    /// Opens a new session in place of the one offered, taken or interrupted; an offered session that has no
    /// viewer is ended.
    void start_over();

    /// True when the session was lost to another viewer.
    [[nodiscard]] bool is_taken() const { return !taken_by_.isEmpty(); }
    /// True when another viewer can resume the session after this one closes.
    [[nodiscard]] bool may_leave_running() const;
    /// Disconnects, and leaves the session to the node.
    void leave_running();

Q_SIGNALS:
    void offered(const QString& line);  ///< go_on() or start_over() follows
    /// Another viewer has the session; start_over() or, where its claim is known here, go_on() follows.
    void taken(const QString& line, bool may_go_on);
    void remark(const QString& line);

private:
    void look_for(std::vector<FoundSession> left);
    void take_list(const std::vector<FoundSession>& left, const net::SessionList& list);
    void open_new();
    void open(std::filesystem::path file, std::uint64_t opened, std::optional<net::SessionClaim> claim);
    void connected();
    [[nodiscard]] static QString line_of_refusal(const FoundSession& session);
    void report_taken();
    void say(const QString& line);

    NodeLink& link_;
    bool asks_ = true;
    bool is_chosen_ = false;
    net::ClientSettings wanted_;
    std::optional<FoundSession> offer_;
    std::shared_ptr<const void> lock_;     ///< of the offered session, until this window has it
    bool is_offer_kept_ = false;           ///< the offered session has no viewer
    std::optional<FoundSession> resumed_;  ///< the session being resumed
    std::shared_ptr<SessionFile> file_;    ///< of the present session; null: it is not kept
    QString taken_by_;
    QStringList remarks_;  ///< shown once connected
    QTimer leave_left_;
};

}  // namespace farfield::app
