#pragma once

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/client/client.h"

namespace farfield::app {

/// The node as the GUI sees it: a net::Client that is made and ended on a worker thread; its events
/// arrive as signals on the GUI thread. Nothing here waits. Threads: all members and signals belong to the
/// GUI thread.
class NodeLink : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Connecting, Connected, Lost };

    explicit NodeLink(QObject* parent = nullptr);
    ~NodeLink() override;

    /// Gives up what there is and connects anew; connected() or failed() follows.
    void connect_to(const net::ClientSettings& settings);
    /// Connects to where it was connected, or tried to, last.
    void retry();
    void disconnect_from_node();

    [[nodiscard]] State state() const noexcept { return state_; }
    [[nodiscard]] const net::ClientSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] net::Json session() const;  ///< result of session.open; null when not connected
    [[nodiscard]] net::LinkFigures figures() const;

    using Answer = std::function<void(const std::optional<net::RpcError>&, const net::Json&)>;
    /// Calls; `answer` runs on the GUI thread. It never runs when the connection is given up or lost before.
    void call(const std::string& method, net::Json params, Answer answer);

    /// A call that the node has not answered yet.
    struct WaitingCall {
        std::uint64_t number = 0;
        std::string method;
        std::uint64_t since_ns = 0;
    };
    /// The one that has waited longest.
    [[nodiscard]] const WaitingCall* waiting_call() const noexcept
    {
        return waiting_calls_.empty() ? nullptr : &waiting_calls_.front();
    }

    void attach(std::uint32_t stream, net::FrameRing& ring);
    void detach(std::uint32_t stream);
    void slots_released() noexcept;

Q_SIGNALS:
    void state_changed();
    void connected();
    void failed(const QString& why);  ///< could not connect
    /// Was connected, is no more; not after disconnect_from_node(). why: a clause that names the node.
    void lost(const QString& why);
    void frame_arrived();  ///< one or more
    void program_ended(std::uint32_t stream, const QString& reason, const QString& message);

private:
    void set_state(State state);
    void take_answer(std::uint64_t attempt, std::uint64_t number, const Answer& answer,
                     const std::optional<net::RpcError>& error, const net::Json& result);
    void drop_client();
    void adopt(std::uint64_t attempt, std::shared_ptr<net::Client> client, const QString& error);
    void heard_lost(std::uint64_t attempt, const QString& why);
    void heard_notification(std::uint64_t attempt, const std::string& method, const net::Json& params);
    net::ClientEvents events_of(std::uint64_t attempt);

    State state_ = State::Idle;
    net::ClientSettings settings_;
    std::uint64_t attempt_ = 0;  ///< tells events of this connection from those of one given up
    std::shared_ptr<net::Client> client_;
    std::uint64_t calls_ = 0;
    std::vector<WaitingCall> waiting_calls_;  ///< oldest first
    std::atomic<bool> arrival_posted_ = false;
    QThreadPool worker_;  ///< one thread: connections are made and ended in order
};

}  // namespace farfield::app
