#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "app/link/session_file.h"
#include "app/viewer/session/node_link.h"
#include "net/session/node_stats.h"

namespace farfield::app {

/// Connects the window to nodes, and keeps what its session is resumed with in a file: after a crash, and
/// where it was left running, the session is offered before a new one is opened. Over a command it is not
/// kept, as it ends with its connection. Threads: the GUI's.
class ResumeControl : public QObject {
    Q_OBJECT

public:
    explicit ResumeControl(NodeLink& link, QObject* parent = nullptr);

    /// For a window without a user: nothing is asked, and of sessions that it opens nothing is kept.
    void ask_nothing() noexcept { asks_ = false; }
    /// The next connect_to() goes on with this session, without asking.
    void choose(FoundSession session) { offer_ = std::move(session), is_chosen_ = true; }
    /// Ends the present session and connects. Where this user has left a session with the node, and it is
    /// still there, offered() follows instead.
    void connect_to(const net::ClientSettings& node);
    /// To the last node, likewise.
    void retry() { connect_to(wanted_); }
    /// Goes on with the session that was offered, or that another viewer has taken.
    void go_on();
    /// Opens a new one, in place of what was offered, taken or interrupted; a session that waits for a viewer
    /// is ended.
    void start_over();

    /// Whether the session was lost to another viewer.
    [[nodiscard]] bool is_taken() const { return !taken_by_.isEmpty(); }
    /// Whether another viewer can go on with the session when this one closes.
    [[nodiscard]] bool may_leave_running() const;
    /// Disconnects, and leaves the session to the node.
    void leave_running();

Q_SIGNALS:
    void offered(const QString& line);  ///< go_on() or start_over()
    /// Another viewer has the session; start_over(), and where its claim is known here, go_on().
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
    std::shared_ptr<const void> lock_;     ///< of what was offered, until this window has it
    bool is_offer_kept_ = false;           ///< it waits for a viewer
    std::optional<FoundSession> resumed_;  ///< the session that is being resumed
    std::shared_ptr<SessionFile> file_;    ///< of the present session; null: it is not kept
    QString taken_by_;
    QStringList remarks_;  ///< for when it is connected
    QTimer leave_left_;
};

}  // namespace farfield::app
