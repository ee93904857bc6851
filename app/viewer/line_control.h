#pragma once

#include <QObject>
#include <optional>

#include "app/viewer/frame_figures.h"
#include "app/viewer/session_model.h"
#include "net/control_messages.h"

namespace farfield::net {
class FrameRing;
}

namespace farfield::app {

class FlowView;
class NodeLink;

/// Keeps the node's program `lines` in step with the model: it runs while lines are wanted, and answers anew
/// whenever rakes or settings change. A change goes out at once, also while the node still computes for the
/// last one: it drops that.
class LineControl : public QObject {
    Q_OBJECT

public:
    LineControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// From the user's last action to the picture with all lines that reflect it.
    [[nodiscard]] std::optional<double> latency_ms() const noexcept { return latency_ms_; }

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user

private:
    /// Parts of an answer, coarse first, and the memory that one may take.
    struct Room {
        std::uint32_t parts = 0;
        std::uint64_t slot_bytes = 0;
    };

    void follow();
    void start(const net::LineParams& wanted);
    void started(const std::optional<net::RpcError>& error, const net::Json& answer, net::FrameRing& ring);
    void update(const net::LineParams& wanted);
    void drop();
    void refused(const net::RpcError& error, const net::LineParams& wanted);
    [[nodiscard]] net::LineParams wanted() const;
    [[nodiscard]] std::uint32_t next_interaction();

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    Room room_{};
    std::optional<std::uint32_t> stream_;
    bool starting_ = false;
    std::optional<net::LineParams> sent_;     ///< what the node was asked last
    std::optional<net::LineParams> refused_;  ///< what it would not; not to be sent again
    std::uint64_t generation_ = 0;            ///< an answer about an older stream is not for us
    std::uint32_t interaction_ = 0;
    InteractionClock clock_;
    std::optional<double> latency_ms_;
};

}  // namespace farfield::app
