#pragma once

#include <QObject>
#include <optional>
#include <string>

#include "app/link/link.h"
#include "app/link/qt_executor.h"
#include "app/show/program_driver.h"
#include "model/calls/jobs.h"
#include "model/calls/opening.h"

namespace farfield::app {

/// A Link with Qt signals for its events. Threads: all members and signals belong to
/// the GUI thread.
class NodeLink : public QObject {
    Q_OBJECT

public:
    using State = Link::State;
    using Answer = Link::Answer;

    explicit NodeLink(QObject* parent = nullptr);

    [[nodiscard]] Link& link() noexcept { return link_; }
    void connect_to(const net::ClientSettings& settings) { link_.connect_to(settings); }
    void retry() { link_.retry(); }
    void retry_now() { link_.retry_now(); }
    void disconnect_from_node() { link_.disconnect(); }

    [[nodiscard]] State state() const noexcept { return link_.state(); }
    [[nodiscard]] bool is_interrupted() const noexcept { return link_.is_interrupted(); }
    [[nodiscard]] bool may_return() const noexcept { return link_.may_return(); }
    [[nodiscard]] const net::ClientSettings& settings() const noexcept { return link_.settings(); }
    [[nodiscard]] net::Json session() const { return link_.session(); }
    [[nodiscard]] net::LinkFigures figures() const { return link_.figures(); }
    std::int64_t call(const std::string& method, net::Json params, Answer answer)
    {
        return link_.call(method, std::move(params), std::move(answer));
    }
    void cancel(std::int64_t call) { link_.cancel(call); }
    [[nodiscard]] const Link::WaitingCall* waiting_call() const noexcept { return link_.waiting_call(); }
    void slots_released() noexcept { link_.slots_released(); }

Q_SIGNALS:
    void state_changed();
    void connected();
    void failed(const QString& why);  ///< could not connect
    /// An established connection was lost, not by disconnect_from_node(). why: a clause that names the node.
    void lost(const QString& why);
    /// Link::Events::interrupted and Link::Events::resumed.
    void interrupted(const farfield::net::Interruption& interruption);
    void resumed();
    void noted(const QString& line);  ///< output of the connection's command
    void program_ended(const farfield::app::Link::ProgramEnd& end);
    void relay_came();  ///< the relay behind the node is there
    /// Another member of the session has changed a program.
    void program_updated(const farfield::app::ProgramChange& change);
    void program_outgrew(std::uint32_t stream);  ///< a frame was larger than its slots
    /// Events of the session: session.joined, .left, .away, .back, .role, .patched, .held.
    void session_changed(const std::string& event, const farfield::net::Json& params);
    void job_progressed(const farfield::model::JobProgress& progress);
    void opening_progressed(const farfield::model::OpeningProgress& progress);

private:
    [[nodiscard]] static ProgramChange change_in(const net::Json& params);
    void take_notification(const std::string& method, const net::Json& params);

    QtExecutor executor_;
    Link link_;
};

}  // namespace farfield::app
